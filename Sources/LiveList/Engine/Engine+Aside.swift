/// Large mutates, which are judged aside while the loop goes on.
extension Engine {
    /// Has a mutate judged aside; the list is held until it has been, and stored.
    func judgeAside(_ pending: Room.PendingMutate, _ room: Room) {
        let session = pending.seat.session
        let mutate = LargeMutate(
            LargeMutate.Question(
                list: room.list, state: room.tentative, id: pending.mutate.id,
                mutations: pending.mutate.mutations, at: now.wall, by: session.displayName(on: room.list),
                session: session.name, seed: generator.next(), bytesMax: settings.answerBytesMax))
        room.aside = Room.Aside(mutate: mutate, pending: pending, at: now.wall)
        roomsAside.append(room)
        settings.judgeAside(mutate)
    }

    /// Takes up what has been judged.
    func takeJudged() {
        guard !roomsAside.isEmpty else { return }
        var waiting: [Room] = []
        for room in roomsAside {
            guard let aside = room.aside else { preconditionFailure("a list waits for no mutate") }
            guard let outcome = aside.mutate.outcome else {
                waiting.append(room)
                continue
            }
            room.aside = nil
            judged(aside, outcome, room)
        }
        roomsAside = waiting
    }

    /// Whether there is something for `takeJudged`.
    var hasJudged: Bool { roomsAside.contains { $0.aside?.mutate.outcome != nil } }

    /// Whether a mutate is to be judged aside. Where a section goes, what it holds counts.
    func isLarge(_ mutate: Mutate, in room: Room) -> Bool {
        if mutate.byteCount >= settings.largeBytesMin { return true }
        var items = mutate.itemEstimate
        for case .deleteSection(let id, _) in mutate.mutations {
            items += room.tentative.itemCount(in: id)
        }
        return items >= settings.largeItemsMin
    }
}

extension Mutate {
    /// Whether its change could be over the size of a message although the mutate names few items: what is
    /// restored or deleted with a section was not sent with it.
    var mayBecomeLarge: Bool {
        mutations.contains { mutation in
            switch mutation {
            case .restore, .deleteSection: true
            case .insert, .edit, .toggle, .delete, .reorder, .insertSection, .renameSection, .reorderSections,
                .setTitle, .malformed:
                false
            }
        }
    }

    /// About how much work it asks for: items named.
    var itemEstimate: Int {
        mutations.reduce(0) { sum, mutation in
            switch mutation {
            case .insert(let items, _): sum + items.count
            case .toggle(let ids, _), .delete(let ids), .restore(let ids), .reorder(let ids, _):
                sum + ids.count
            case .deleteSection: sum + 100
            case .edit, .insertSection, .renameSection, .reorderSections, .setTitle, .malformed: sum + 1
            }
        }
    }
}
