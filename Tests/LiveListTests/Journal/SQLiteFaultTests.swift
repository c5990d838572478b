import Testing

@testable import LiveList

/// Disks that fail and power that goes, at every place of a small run.
@Suite struct SQLiteFaultTests {
    /// Power loss after each operation: once with nothing but what was synced, once with some of the rest.
    @Test(arguments: 0..<4)
    func powerLossLosesNothingAcknowledged(_ share: Int) throws {
        let run = try FaultRun()
        try run.carryOut()
        run.harness.journal.close()
        let operations = run.disk.operations
        var generator = SplitMix64(seed: UInt64(share))
        var image = DiskImage()
        var told = run.told[0]
        for (number, operation) in operations.enumerated() {
            image.take(operation)
            if case .note(let index) = operation { told = run.told[index] }
            guard number % 4 == share else { continue }
            let mark = run.mark(after: number)
            try run.check(
                image.files { false }, told, mark: mark, "power lost after \(number), all unsynced")
            try run.check(
                image.files { Bool.random(using: &generator) }, told, mark: mark,
                "power lost after \(number), some unsynced")
        }
    }

    /// Every write, sync and truncation of a run fails once, in turn, in every way.
    @Test(arguments: RecordingDisk.Failure.allCases)
    func aFailureOfAnyOperationIsSurvived(_ failure: RecordingDisk.Failure) throws {
        let rehearsal = try FaultRun()
        let start = rehearsal.disk.count
        try rehearsal.carryOut(rounds: 7)
        let count = rehearsal.disk.count - start
        for number in 0..<count {
            let run = try FaultRun()
            run.disk.fail(failure, number..<number + 1)
            try run.carryOut(rounds: 7)
            let what = "\(failure) at \(number) of \(count)"
            #expect(run.logs.map(\.revision) == rehearsal.logs.map(\.revision), "\(what)")
            run.harness.journal.close()
            try check(run, failure, what)
        }
    }

    private func check(_ run: FaultRun, _ failure: RecordingDisk.Failure, _ what: String) throws {
        var image = DiskImage()
        for (position, operation) in run.disk.operations.enumerated() {
            image.take(operation)
            guard case .note(let index) = operation else { continue }
            let told = run.told[index]
            let mark = run.mark(after: position)
            // The program dies: the system still writes all it was given. What was refused must not be in it.
            if told.isRefusal {
                try run.check(image.files { true }, told, mark: mark, "\(what), ended at \(index)")
            }
            // The power goes: a sync that failed must not be forgotten by the next one that does not.
            if failure == .syncs || told.isRefusal || index == run.told.count - 1 {
                try run.check(image.files { false }, told, mark: mark, "\(what), power lost at \(index)")
            }
        }
        let told = FaultRun.Told(revisions: run.logs.map(\.revision))
        try run.check(image.files { true }, told, mark: run.mark(after: .max), what)
    }

    /// A commit that was refused for lack of room is not there after a crash, wherever in it the room ended.
    @Test(arguments: [RecordingDisk.Failure.full, .fullLate])
    func aCommitWithoutRoomDoesNotComeBack(_ failure: RecordingDisk.Failure) throws {
        let run = try FaultRun()
        try run.create(0)
        run.logs[0].addItems(3)
        #expect(try run.store(0, after: 0, through: 3))
        run.logs[0].addItems(2, size: 6_000)
        run.harness.journal.close()
        var settings = SQLiteJournal.Settings(folder: run.folder.path)
        settings.system = run.disk.name
        var refused = 0
        // First come the log's header and its sync, which needs no room.
        for number in 2... {
            let writer = try StoreWriter.reopen(settings)
            defer { writer.connection.close() }
            try writer.beginTransaction()
            #expect(try writer.append(run.logs[0].batch(after: 3, through: 5)) == nil)
            run.disk.fail(failure, number..<number + 1)
            let what = "\(failure) at \(number)"
            do throws(SQLiteError) {
                try writer.commit()
                break
            } catch {
                refused += 1
                #expect(error.kind == .full, "\(what)")
                run.disk.heal()
                try writer.rollBack()
                try writer.voidFailedCommit()
            }
            var image = DiskImage()
            for operation in run.disk.operations { image.take(operation) }
            let told = FaultRun.Told(revisions: [3, -1], isRefusal: true)
            try run.check(image.files { true }, told, mark: nil, what)
            try run.check(image.files { false }, told, mark: nil, "\(what), power lost")
        }
        // Each frame is two writes: those of a list's row, and of the pages that hold its changes.
        #expect(refused > 6)
    }

    @Test(arguments: RecordingDisk.Failure.allCases)
    func aStoreThatTakesNothingRecoversByItself(_ failure: RecordingDisk.Failure) throws {
        let run = try FaultRun()
        try run.create(0)
        run.logs[0].addItems(10)
        #expect(try run.store(0, after: 0, through: 10))
        run.logs[0].addItems(1)
        run.disk.failFromNowOn(failure)
        let log = run.logs[0]
        for _ in 0..<3 {
            let result = try run.harness.ask(.append(log.batch(after: 10)))
            switch failure {
            case .full: #expect(result.isUnavailable, "\(result)")
            // What could be read but not synced is not told.
            case .fullLate, .broken, .syncs, .lies:
                #expect(result.isUnavailable || result.isUnknownFate, "\(result)")
            }
            #expect(run.harness.journal.trouble != nil)
        }
        if failure == .full { #expect(dump(try run.harness.load(log.list).state) == dump(log.states[10])) }
        run.disk.heal()
        // Nobody asks for anything: the bell rings when the trouble is over.
        for _ in 0..<10 where run.harness.journal.trouble != nil { run.harness.waitForBell() }
        #expect(run.harness.journal.trouble == nil)
        let stored = try run.harness.load(log.list).summary.revision.value
        if stored == 10 { try expectDone(run.harness.ask(.append(log.batch(after: 10)))) }
        #expect(dump(try run.harness.load(log.list).state) == dump(log.state))
    }
}

extension JournalReply.Result {
    fileprivate var isUnavailable: Bool {
        if case .failed(.unavailable) = self { true } else { false }
    }

    fileprivate var isUnknownFate: Bool {
        if case .failed(.unknownFate) = self { true } else { false }
    }
}
