import Glibc
import Testing

@testable import LiveList

struct DataFolderTests {
    private let scratch = ScratchFolder()

    @Test func itIsMadeForItsOwnerAndLockedForOne() throws {
        let path = scratch.path + "/data"
        var first: DataFolder? = try DataFolder(path)
        var status = stat()
        stat(path, &status)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(throws: TransportError.folderInUse(path)) { try DataFolder(path) }
        withExtendedLifetime(first) {}
        first = nil
        #expect(throws: Never.self) { try DataFolder(path) }
    }

    @Test func whatIsNoFolderIsNamed() {
        let file = scratch.write("", to: "file")
        for path in [file, file + "/data", scratch.path + "/none/data"] {
            let error = #expect(throws: TransportError.self) { try DataFolder(path) }
            #expect(error?.message.contains(path) == true)
        }
    }
}
