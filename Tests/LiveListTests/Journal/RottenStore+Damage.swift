@testable import LiveList

extension RottenStore {
    /// Ways to damage one file, each possible at many places.
    enum Damage: String, CaseIterable, Sendable {
        case databaseBit, logBit, markBit
        /// The file ends early, at any byte.
        case databaseEnd, logEnd, markEnd
        /// 64 bytes are zeros, or bytes of elsewhere in the file, as after a write that went wrong.
        case databaseTorn, logTorn
    }

    /// The file that is concerned, and all files with it, undamaged.
    func damaged(by damage: Damage) -> (name: String, files: Files) {
        switch damage {
        case .databaseBit, .databaseEnd, .databaseTorn: (Self.database, closed)
        case .logBit, .logEnd, .logTorn: (Self.log, running)
        case .markBit, .markEnd: (Self.mark, running)
        }
    }
}

extension RottenStore.Damage {
    private static let tornBytes = 64

    /// In how many places of a file of so many bytes it can be made.
    func places(in bytes: Int) -> Int {
        switch self {
        case .databaseBit, .logBit, .markBit: bytes * 8
        case .databaseEnd, .logEnd, .markEnd: bytes
        case .databaseTorn, .logTorn: bytes / Self.tornBytes * 2
        }
    }

    /// - Returns: the files with the damage of this number.
    func make(_ number: Int, of name: String, in files: RottenStore.Files) -> RottenStore.Files {
        var files = files
        guard var bytes = files[name] else { return files }
        switch self {
        case .databaseBit, .logBit, .markBit: bytes[number / 8] ^= 1 << UInt8(number % 8)
        case .databaseEnd, .logEnd, .markEnd: bytes.removeLast(bytes.count - number)
        case .databaseTorn, .logTorn:
            let start = number / 2 * Self.tornBytes
            let other = (start + bytes.count / 2) % (bytes.count - Self.tornBytes)
            for offset in 0..<Self.tornBytes {
                bytes[start + offset] = number % 2 == 0 ? 0 : bytes[other + offset]
            }
        }
        files[name] = bytes
        return files
    }
}
