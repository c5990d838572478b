import Testing

@testable import LiveList

/// A turn ends when there is something to do at its end. Each of these would wait for ever otherwise.
@Suite(.timeLimit(.minutes(1)))
struct EventLoopTests {
    @Test func aTurnEndsAtItsDeadlineAlsoAtOneThatIsOver() throws {
        let loop = try EventLoop()
        loop.turn(until: 0)
        loop.turn(until: 0)
        for _ in 0..<20 {
            let deadline = Moment.now().uptime + 3
            // libuv's clock may be ahead of ours by a millisecond: then the same deadline comes again.
            while Moment.now().uptime < deadline { loop.turn(until: deadline) }
        }
    }

    @Test func aTurnEndsWhenItIsDemanded() throws {
        let loop = try EventLoop()
        loop.demandTurnEnd()
        loop.turn(until: nil)
        loop.turn(until: 0)
    }

    @Test func aTurnEndsWhenTheDoorIsOpenedByAnotherThread() throws {
        for _ in 0..<20 {
            let loop = try EventLoop()
            let door = loop.door
            let other = Thread {
                door.open()
                door.open()
            }
            loop.turn(until: nil)
            other.join()
            // Whoever knocks after the turn began is heard by this one or the next.
            loop.turn(until: 0)
            door.open()
            loop.turn(until: nil)
        }
    }
}
