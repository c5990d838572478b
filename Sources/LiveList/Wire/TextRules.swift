/// The rules for text that people write: trimmed, bounded in Unicode scalars, without control characters.
enum TextRules {
    /// Trims Unicode's white space (property White_Space, 25 scalars; U+FEFF is none) at both ends.
    static func trimmed(_ text: String) -> Substring {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return text[first..<scalars.index(after: last)]
    }

    /// A title or name: 1 to `scalarsMax` scalars after trimming, none of them of category Cc.
    static func line(_ text: String, key: String, scalarsMax: Int) throws(WireError) -> Text {
        var text = text
        if needsTrimming(&text) { text = String(trimmed(text)) }
        guard !text.isEmpty else {
            throw .invalid("\"\(key)\" must not be empty or only white space.")
        }
        guard text.utf8.count <= scalarsMax || text.unicodeScalars.count <= scalarsMax else {
            throw .tooLarge(
                "\"\(key)\" has \(text.unicodeScalars.count) characters; at most \(scalarsMax) are allowed.")
        }
        guard !hasControl(&text, allowed: []) else {
            throw .invalid("\"\(key)\" must not hold control characters such as line breaks or tabs.")
        }
        return Text(text)
    }

    /// A field's text: at most `scalarsMax` scalars; of control characters only tab, line feed, carriage
    /// return.
    static func block(_ text: String, key: String, scalarsMax: Int) throws(WireError) -> Text {
        var text = text
        guard text.utf8.count <= scalarsMax || text.unicodeScalars.count <= scalarsMax else {
            throw .tooLarge(
                "\"\(key)\" has \(text.unicodeScalars.count) characters; at most \(scalarsMax) are allowed.")
        }
        guard !hasControl(&text, allowed: [0x09, 0x0A, 0x0D]) else {
            throw .invalid("\"\(key)\" must hold no control characters but tabs and line breaks.")
        }
        return Text(text)
    }

    /// False only where both ends are plain ASCII that is no white space: the common case, told by two bytes.
    private static func needsTrimming(_ text: inout String) -> Bool {
        text.withUTF8 { bytes in
            guard let first = bytes.first, let last = bytes.last else { return false }
            return !(0x21...0x7E).contains(first) || !(0x21...0x7E).contains(last)
        }
    }

    /// Whether a scalar of category Cc stands in `text`: U+0000–U+001F, U+007F–U+009F.
    private static func hasControl(_ text: inout String, allowed: [UInt8]) -> Bool {
        text.withUTF8 { bytes in
            for position in 0..<bytes.count {
                let byte = bytes[position]
                if byte < 0x20 || byte == 0x7F {
                    if !allowed.contains(byte) { return true }
                } else if byte == 0xC2, bytes[position + 1] < 0xA0 {
                    return true
                }
            }
            return false
        }
    }
}
