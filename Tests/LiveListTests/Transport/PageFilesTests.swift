import Glibc
import Testing

@testable import LiveList

struct PageFilesTests {
    private let scratch = ScratchFolder()

    /// The folder web-client of this checkout.
    private static let folder =
        #filePath.split(separator: "/").dropLast(4).reduce(into: "") { $0 += "/" + $1 } + "/web-client"

    private static func names(below folder: String, prefix: String = "/") -> [String] {
        ScratchFolder.entries(of: folder).flatMap { name, isFolder -> [String] in
            if name.hasPrefix(".") || name.hasSuffix(".md") { return [] }
            return isFolder ? names(below: folder + "/" + name, prefix: prefix + name + "/") : [prefix + name]
        }
    }

    @Test func everyFileOfThePageIsCompiledInAsItIs() throws {
        let compiled = PageFiles.sources()
        let read = try PageFiles(folder: Self.folder)
        let names = Self.names(below: Self.folder)
        #expect(names.contains("/index.html"))
        for name in names {
            let file = compiled[name]
            #expect(file != nil, "web-client\(name) is not compiled in: run Sources/CPage/update.sh")
            #expect(file?.tag == read.file(at: name)?.tag, "\(name)")
            #expect(file?.type == read.file(at: name)?.type, "\(name)")
        }
        #expect(
            compiled.count == names.count, "a file is compiled in that is gone: run Sources/CPage/update.sh")
    }

    @Test func nothingOutsideOfAFolderIsRead() throws {
        let web = scratch.path + "/web"
        mkdir(web, 0o700)
        mkdir(web + "/js", 0o700)
        scratch.write("secret", to: "secret.txt")
        scratch.write("page", to: "web/index.html")
        scratch.write("code", to: "web/js/a.js")
        symlink(scratch.path + "/secret.txt", web + "/link.txt")
        symlink(scratch.path, web + "/up")
        mkfifo(web + "/pipe", 0o600)
        let files = try PageFiles(folder: web)
        #expect(files.file(at: "/js/a.js")?.type == "text/javascript; charset=utf-8")
        for path in [
            "/link.txt", "/up/secret.txt", "/../secret.txt", "/js/../index.html", "/js", "/", "", "/pipe",
            "//index.html",
            "/./index.html", "/index.html\0", "/js/%2e%2e/index.html", "index.html",
        ] {
            #expect(files.file(at: path) == nil, "\(path)")
        }
        #expect(throws: TransportError.web(scratch.path)) { try PageFiles(folder: scratch.path) }
    }
}
