/// Lets equal names share their storage: each item holds two, and few people write most of them.
///
/// A table of fixed size in which a name replaces the one whose slot it takes: bounded, and never wrong.
struct NameCache: Sendable {
    private static var slots: Int { 64 }
    /// Shorter strings have no storage to share.
    private static var inlineBytes: Int { 15 }

    private var names: [Text?] = []

    static func isWorthSharing(_ name: Text) -> Bool { name.byteCount > inlineBytes }

    mutating func shared(_ name: Text) -> Text {
        guard Self.isWorthSharing(name) else { return name }
        if names.isEmpty { names = Array(repeating: nil, count: Self.slots) }
        let slot = Int(UInt(bitPattern: name.hashValue) % UInt(Self.slots))
        if let known = names[slot], known == name { return known }
        names[slot] = name
        return name
    }
}
