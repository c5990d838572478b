import LiveList

/// A table of figures, for people and for programs.
struct Report {
    struct Column {
        /// The key in JSON.
        let key: String
        let heading: String
        let decimals: Int

        init(_ key: String, _ heading: String, decimals: Int = 0) {
            self.key = key
            self.heading = heading
            self.decimals = decimals
        }
    }

    enum Value: Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        /// Not measured here.
        case none

        static func known(_ value: Double?) -> Value { value.map { .number($0) } ?? .none }

        static func whole(_ value: some BinaryInteger) -> Value { .number(Double(value)) }
    }

    let part: String
    let title: String
    let columns: [Column]
    private(set) var rows: [[Value]] = []
    /// What has to be known to read the figures, a sentence each.
    private(set) var notes: [String] = []
    /// A column that many tables have.
    static let longestTurn = Column("longestTurn", "longest turn ms", decimals: 1)

    /// Something was wrong with what came: the figures are worth nothing then.
    private(set) var faults: [String] = []

    init(_ part: String, _ title: String, _ columns: [Column]) {
        self.part = part
        self.title = title
        self.columns = columns
    }

    mutating func add(_ row: [Value]) {
        precondition(row.count == columns.count, "a value for each column")
        rows.append(row)
    }

    mutating func note(_ sentence: String) {
        if !notes.contains(sentence) { notes.append(sentence) }
    }

    mutating func fault(_ sentence: String) { faults.append(sentence) }

    /// The table as text, its columns as wide as they need.
    func text() -> String {
        let cells = rows.map { zip(columns, $0).map { Self.cell($1, decimals: $0.decimals) } }
        let widths = columns.indices.map { column in
            max(columns[column].heading.count, cells.map { $0[column].count }.max() ?? 0)
        }
        let leftmost = rows.allSatisfy { if case .text = $0.first { true } else { false } }
        func line(_ row: [String]) -> String {
            let padded = row.indices.map { column in
                let gap = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 && leftmost ? row[column] + gap : gap + row[column]
            }
            let joined = "  " + padded.joined(separator: "  ")
            return String(joined.reversed().drop { $0 == " " }.reversed()) + "\n"
        }
        var text = title + "\n" + line(columns.map(\.heading))
        for row in cells { text += line(row) }
        for sentence in notes { text += "  " + sentence + "\n" }
        for sentence in faults { text += "  WRONG: " + sentence + "\n" }
        return text
    }

    static func cell(_ value: Value, decimals: Int) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): Decimal.text(number, decimals: decimals)
        case .flag(let flag): flag ? "yes" : "NO"
        case .none: "-"
        }
    }

    /// One object: the part's name, its rows with the columns' keys, notes and faults.
    func write(into writer: inout JSONWriter) {
        writer.raw("{\"part\":")
        writer.string(part)
        writer.raw(",\"rows\":[")
        for (index, row) in rows.enumerated() {
            if index > 0 { writer.comma() }
            writer.raw("{")
            for (place, column) in columns.enumerated() {
                if place > 0 { writer.comma() }
                writer.string(column.key)
                writer.raw(":")
                switch row[place] {
                case .text(let text): writer.string(text)
                case .number(let number): writer.number(number.isFinite ? number : 0)
                case .flag(let flag): writer.boolean(flag)
                case .none: writer.raw("null")
                }
            }
            writer.raw("}")
        }
        writer.raw("],\"notes\":")
        writer.strings(notes)
        writer.raw(",\"faults\":")
        writer.strings(faults)
        writer.raw("}")
    }
}

extension JSONWriter {
    mutating func strings(_ strings: [String]) {
        raw("[")
        for (index, string) in strings.enumerated() {
            if index > 0 { comma() }
            self.string(string)
        }
        raw("]")
    }
}

/// Numbers as people read them.
enum Decimal {
    /// With commas between groups of three digits, and that many digits behind the point.
    static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "-" }
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int((value.magnitude * Double(scale)).rounded())
        var whole = Array(String(scaled / scale))
        var place = whole.count - 3
        while place > 0 {
            whole.insert(",", at: place)
            place -= 3
        }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(whole) }
        let fraction = String(scaled % scale)
        return sign + String(whole) + "." + String(repeating: "0", count: decimals - fraction.count)
            + fraction
    }
}
