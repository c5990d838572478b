import Glibc
import Testing

@testable import LiveList

@Suite struct TokenBookTests {
    private let now: Timestamp = 1_700_000_000_000
    private let day: Int64 = 86_400_000

    private func request(_ lists: String..., role: Role = .owner, days: Int = 30) -> LinkRequest {
        LinkRequest(role: role, lists: lists.map { ListPattern($0)! }, name: nil, days: days)
    }

    private func problem(_ book: TokenBook, _ text: String, at time: Timestamp) -> TokenProblem? {
        switch book.read(text, now: time) {
        case .success: nil
        case .failure(let refusal): refusal.problem
        }
    }

    @Test func theFirstTokenMakesTheKey() throws {
        var book = TokenBook()
        #expect(!book.hasKeys)
        let made = try book.make(request("*"), now: now)
        #expect(book.hasKeys && book.keys.count == 1)
        #expect(problem(book, made.token, at: now) == nil)
    }

    @Test func aTokenEndsWithItsTime() throws {
        var book = TokenBook()
        let made = try book.make(request("a", days: 1), now: now)
        #expect(problem(book, made.token, at: now + day - 1) == nil)
        #expect(problem(book, made.token, at: now + day) == .expired)
    }

    @Test func whatALinkMadeEndsWithItAndNoLater() throws {
        var book = TokenBook()
        let root = try book.make(request("*", days: 10), now: now)
        func token(_ text: String) throws -> Token { try book.read(text, now: now).get() }
        let child = try book.make(request("a*", days: 30), with: token(root.token), now: now)
        let grandchild = try book.make(request("ab", days: 1), with: token(child.token), now: now)
        let other = try book.make(request("*"), now: now)
        #expect(child.link.expiresAt == root.link.expiresAt && grandchild.link.expiresAt == now + day)
        #expect(book.revoke(root.link.id, now: now) == 3)
        for text in [root.token, child.token, grandchild.token] {
            #expect(problem(book, text, at: now) == .revoked)
        }
        #expect(problem(book, other.token, at: now) == nil)
        #expect(book.revoke(root.link.id, now: now) == 0)
        #expect(book.revoke("unknown", now: now) == nil)
        #expect(book.liveLinks(now: now).map(\.id) == [other.link.id])
    }

    @Test func aFormerKeyCountsAsLongAsItWasToldTo() throws {
        var book = TokenBook()
        let old = try book.make(request("*"), now: now)
        let read = try book.read(old.token, now: now).get()
        book.rotate(keepingFormerUntil: now + day, now: now)
        #expect(problem(book, old.token, at: now + day - 1) == nil)
        #expect(problem(book, old.token, at: now + day) == .invalid)
        #expect(book.problem(of: read, now: now + day) == .revoked)
        let new = try book.make(request("*"), now: now)
        book.rotate(keepingFormerUntil: nil, now: now)
        for text in [old.token, new.token] { #expect(problem(book, text, at: now) == .invalid) }
        #expect(book.keys.count == 1)
        for _ in 0..<20 { book.rotate(keepingFormerUntil: now + day, now: now) }
        #expect(book.keys.count == 8)
    }

    @Test func theRecordIsBounded() throws {
        var book = TokenBook()
        let text = try book.make(request("*", days: 60), now: now).token
        let root = try book.read(text, now: now).get()
        for _ in 0..<TokenBook.linksPerTokenMax {
            _ = try book.make(request("a", days: 1), with: root, now: now)
        }
        #expect(throws: WireError.self) { try book.make(request("a"), with: root, now: now) }
        // Those that are over make room for others.
        _ = try book.make(request("a"), with: root, now: now + day)
        while book.links.count < TokenBook.linksMax {
            _ = try book.make(request("a", days: 1), now: now + day)
        }
        #expect(throws: WireError.self) { try book.make(request("a"), now: now + day) }
        // And a month later they are forgotten.
        _ = try book.make(request("a"), now: now + 33 * day)
        #expect(book.links.count < 10)
    }

    @Test func isStoredWhole() throws {
        var book = TokenBook()
        let root = try book.make(
            LinkRequest(role: .owner, lists: [ListPattern("*")!], name: "Ana \"\\\n🍎", days: 9), now: now)
        let token = try book.read(root.token, now: now).get()
        let child = try book.make(request("a", "b-*", role: .viewer), with: token, now: now)
        _ = book.revoke(child.link.id, now: now)
        book.rotate(keepingFormerUntil: now + day, now: now)
        #expect(try TokenBook(book.bytes) == book)
        for count in 0..<book.bytes.count - 1 {
            #expect(throws: WireError.self, "cut at \(count)") { try TokenBook(Array(book.bytes[..<count])) }
        }
    }

    @Test func theFileIsForItsOwnerAlone() throws {
        let folder = ScratchFolder()
        let file = TokenFile(folder: folder.path)
        #expect(try file.read() == TokenBook())
        var book = TokenBook()
        _ = try book.make(request("a"), now: now)
        try file.write(book)
        #expect(try file.read() == book)
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        chmod(file.path, 0o640)
        #expect(throws: TokenFileError.self) { try file.read() }
    }

    @Test func theWriterStoresTheNewestAndAnswersAll() throws {
        let folder = ScratchFolder()
        let file = TokenFile(folder: folder.path)
        let writer = TokenWriter(file, wake: {})
        var book = TokenBook()
        for ticket in 1...50 {
            _ = try book.make(request("a"), now: now)
            writer.submit(book, ticket: ticket)
        }
        writer.close()
        let replies = writer.takeReplies()
        #expect(replies.map(\.ticket) == Array(1...50) && replies.allSatisfy { $0.failure == nil })
        #expect(try file.read() == book)
    }
}
