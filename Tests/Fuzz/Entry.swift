// Built by scripts/fuzz.sh together with the rooms and the targets, as one module: libFuzzer brings the program's
// start, and calls this with each input.

import Glibc

nonisolated(unsafe) private var chosen: FuzzTarget?

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let target: FuzzTarget
    if let chosen {
        target = chosen
    } else {
        let name = getenv("LIVELIST_FUZZ").map { String(cString: $0) } ?? ""
        guard let named = FuzzTarget(rawValue: name) else { fatalError("LIVELIST_FUZZ names no target") }
        chosen = named
        target = named
    }
    target.run(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}
