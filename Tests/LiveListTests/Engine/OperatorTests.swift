import Testing

@testable import LiveList

/// What the operator asks of an engine that serves.
@Suite struct OperatorTests {
    private let open = #"{"type":"open","list":"a","create":true}"#

    @Test func aRestoredListGoesOnInItsEpoch() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let epoch = ana.say(open).first?["epoch"] as? String ?? ""
        ana.say(mutate("m1", insert("Milk")))
        ana.say(#"{"type":"deleteList","list":"a","epoch":"\#(epoch)"}"#)
        let owner = harness.connect()
        harness.engine.restoreList(ListID("a")!, Epoch(epoch), ref: "r", for: owner.session, now: harness.now)
        harness.settle()
        let answer = owner.hear()
        #expect(answer.types == ["listRestored"] && answer.strings("ref") == ["r"])
        let again = ana.say(#"{"type":"open","list":"a","since":1,"epoch":"\#(epoch)"}"#)
        #expect(again.types == ["opened"])
        #expect(ana.say(mutate("m2", insert("Eggs"))).revisions == [2])
    }

    @Test func whatIsThereIsNotRestored() throws {
        let harness = try EngineHarness()
        let epoch = harness.connect().say(open).first?["epoch"] as? String ?? ""
        let owner = harness.connect()
        harness.engine.restoreList(ListID("a")!, Epoch(epoch), ref: nil, for: owner.session, now: harness.now)
        harness.engine.restoreList(ListID("b")!, Epoch("x"), ref: nil, for: owner.session, now: harness.now)
        harness.settle()
        #expect(owner.hear().strings("code") == ["conflict", "unknown-list"])
        #expect(harness.connect().say(#"{"type":"open","list":"b"}"#).strings("code") == ["unknown-list"])
    }

    @Test func anImportReplacesOnlyWhenToldAndTellsThoseWhoHaveItOpen() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let epoch = ana.say(open).first?["epoch"] as? String ?? ""
        ana.say(mutate("m1", insert("Milk")))
        let owner = harness.connect()
        harness.engine.importList(
            try list("Tea"), replaces: false, ref: nil, for: owner.session, now: harness.now)
        harness.settle()
        #expect(owner.hear().strings("code") == ["conflict"])
        harness.engine.importList(
            try list("Tea"), replaces: true, ref: nil, for: owner.session, now: harness.now)
        ana.send(mutate("m2", insert("late"), more: #","epoch":"\#(epoch)""#))
        harness.settle()
        #expect(owner.hear().types == ["imported"])
        #expect(owner.session.stepsWaiting == 0)
        let told = ana.hear()
        #expect(told.types.contains("listDeleted") && told.types.contains("rejected"))
        let after = harness.connect().say(#"{"type":"open","list":"a"}"#)
        #expect(after.types == ["opened", "snapshot"])
        #expect(after[0]["epoch"] as? String != epoch)
        #expect((after[1]["items"] as? [[String: Any]])?.strings("title") == ["Tea"])
    }

    @Test func anImportedListIsThereAtOnceAndAfterARestart() throws {
        let harness = try EngineHarness()
        let owner = harness.connect()
        harness.engine.importList(
            try list("Tea", "Rice"), replaces: false, ref: nil, for: owner.session, now: harness.now)
        let ana = harness.connect()
        // While it is being made the name is taken already.
        #expect(ana.say(open).types == ["opened", "snapshot"])
        #expect(owner.hear().types == ["imported"])
        #expect(ana.say(mutate("m1", insert("Milk"))).revisions == [8])
        try harness.restart()
        let after = harness.connect().say(#"{"type":"open","list":"a"}"#)
        #expect((after[1]["items"] as? [[String: Any]])?.strings("title") == ["Tea", "Rice", "Milk"])
    }

    @Test func aListThatIsSetAsideIsServedAgainWhenItIsWell() throws {
        let harness = try EngineHarness()
        let list = ListID("a")!
        let ana = harness.connect()
        ana.say(open)
        ana.say(mutate("m1", insert("Milk")))
        harness.store.damage(list, "rot")
        try harness.restart()
        let bo = harness.connect()
        #expect(bo.say(open).strings("code") == ["unavailable"])
        #expect(harness.engine.notice?.contains("a") == true)
        let owner = harness.connect()
        func retry() -> [[String: Any]] {
            harness.engine.retryList(list, ref: "r", for: owner.session, now: harness.now)
            // Who asks meanwhile waits.
            bo.send(open)
            bo.send(mutate("m\(harness.now.uptime)", insert("Eggs")))
            harness.settle()
            return owner.hear()
        }
        let refusal = retry()
        #expect(refusal.strings("code") == ["unavailable"] && refusal.strings("ref") == ["r"])
        #expect(refusal.strings("message").first?.contains("rot") == true)
        #expect(bo.hear().strings("code") == ["unavailable", "unavailable"])
        harness.store.damage(list, nil)
        #expect(retry().types == ["listServed"])
        #expect(bo.hear().types == ["opened", "snapshot", "change"])
        #expect(harness.engine.notice == nil)
        // One that is served goes on as it is.
        #expect(retry().types == ["listServed"])
        harness.engine.retryList(ListID("b")!, ref: nil, for: owner.session, now: harness.now)
        harness.settle()
        #expect(owner.hear().strings("code") == ["unknown-list"])
    }

    @Test(arguments: [1 << 52: true, 1 << 53: false])
    func aRevisionThatLeavesNoRoomIsNotTaken(_ revision: Int, _ isTaken: Bool) throws {
        let text = Array(#"{"title":"List","revision":\#(revision)}"#.utf8)
        let list = try? text.withUnsafeBytes { bytes in
            try JSONParser().parse(bytes) { (node) throws(WireError) in
                try ListImport(head: node, name: ListID("a")!).finish()
            }
        }
        #expect((list != nil) == isTaken)
    }

    /// A list that nobody uses leaves memory, and comes back as it was.
    @Test func anIdleListLeavesMemory() throws {
        let harness = try EngineHarness { $0.idleMilliseconds = 5_000 }
        let ana = harness.connect()
        ana.say(open)
        ana.say(mutate("m1", insert("Milk")))
        ana.say(#"{"type":"close","list":"a"}"#)
        #expect(harness.engine.rooms.count == 1)
        harness.pass(milliseconds: 4_000)
        #expect(harness.engine.rooms.count == 1)
        harness.pass(milliseconds: 2_500)
        #expect(harness.engine.rooms.isEmpty)
        #expect(ana.say(#"{"type":"open","list":"a"}"#).types == ["opened", "snapshot"])
    }

    /// The list "a" at revision 7.
    private func list(_ titles: String...) throws -> ImportedList {
        var generator = SplitMix64(seed: 4)
        let items = titles.map { title in
            #"{"id":"\#(ItemID.random(using: &generator))","title":"\#(title)","isDone":false,"createdAt":1,"#
                + #""createdBy":"Ana","updatedAt":2,"updatedBy":"Ben"}"#
        }
        let text = #"{"title":"List","revision":7,"updatedAt":3,"items":[\#(items.joined(separator: ","))]}"#
        return try Array(text.utf8).withUnsafeBytes { bytes in
            try JSONParser().parse(bytes) { (node) throws(WireError) in
                var list = try ListImport(head: node, name: ListID("a")!)
                try node["items"]?.forEachElement { (item) throws(WireError) in try list.add(item) }
                return try list.finish()
            }
        }
    }
}
