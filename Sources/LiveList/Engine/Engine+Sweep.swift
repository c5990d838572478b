extension Engine {
    private static let sweepMilliseconds: Int64 = 1_000
    /// Sessions looked at, and pings sent, in one step.
    private static let sessionsPerStep = 2_048
    private static let pingsPerStep = 256

    /// Looks once a second at every session and every room, in steps where there are many.
    ///
    /// - Returns: when it wants to look again; nil where there is nobody to look at.
    func sweep() -> Int64? {
        guard !sessions.isEmpty || !rooms.isEmpty else { return nil }
        guard now.uptime >= nextSweepAt else { return nextSweepAt }
        if sweepPlace == 0 { sweepRooms() }
        var pings = 0
        var looked = 0
        while sweepPlace < sessions.count, looked < Self.sessionsPerStep, pings < Self.pingsPerStep {
            let session = sessions[sweepPlace]
            if check(session) { pings += 1 }
            // The last session takes the place of one that was ended.
            if !session.isGone { sweepPlace += 1 }
            looked += 1
        }
        if sweepPlace >= sessions.count {
            sweepPlace = 0
            nextSweepAt = now.uptime + Self.sweepMilliseconds
        }
        return max(now.uptime + 1, nextSweepAt)
    }

    /// - Returns: whether a ping was sent.
    private func check(_ session: Session) -> Bool {
        if let expiry = session.grants.expiresAt, expiry <= now.wall {
            report(.turnedAway(TokenProblem.expired.rawValue), session)
            turnAway(session, .expired)
            return false
        }
        if !session.hasSpoken, now.uptime - session.connectedAt >= settings.firstMessageMilliseconds {
            end(session, .silent, reason: "Nothing valid came in the first minute.")
            return false
        }
        if let pingedAt = session.pingedAt {
            if now.uptime - pingedAt >= settings.pongWithinMilliseconds {
                end(session, .silent, reason: "A ping was not answered.")
            }
            return false
        }
        guard now.uptime - session.heardAt >= settings.pingAfterMilliseconds else { return false }
        session.pingedAt = now.uptime
        session.connection.ping()
        return true
    }

    private func sweepRooms() {
        for room in Array(rooms.values) {
            if !room.generations.isEmpty, now.uptime - room.lastJoinAt >= settings.memoMilliseconds {
                forgetGenerations(room)
            }
            if room.needsLoading {
                room.needsLoading = false
                submit(.load(room.list), for: .load(room))
            }
            guard room.isIdle, now.uptime - room.lastUsedAt >= settings.idleMilliseconds else { continue }
            guard case .ready = room.phase else { continue }
            rooms[room.list] = nil
            release(room)
        }
    }

    /// Drops what was encoded for joins, unless someone still gets it.
    private func forgetGenerations(_ room: Room) {
        let isInUse = room.openSeats.contains {
            if case .snapshot = $0.phase { return true }
            return false
        }
        guard !isInUse else { return }
        for generation in room.generations { discards.append(generation.takeMemos()) }
        dropGenerations(of: room)
    }
}
