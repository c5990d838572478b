import Glibc
import LiveList

/// The figures of single functions, beside those that were stored of them.
struct Comparison {
    private let saveFile: String?
    private let stored: [String: MicroFigure]?
    private let storedOn: String
    private let compareFile: String?
    private var measured: [MicroFigure] = []
    private var slower: [String] = []

    init(_ options: BenchOptions) throws {
        saveFile = options.saveFile
        compareFile = options.compareFile
        guard let path = options.compareFile else {
            stored = nil
            storedOn = ""
            return
        }
        (stored, storedOn) = try Self.read(path)
    }

    mutating func measure(_ part: BenchOptions.Part, _ bench: Bench) throws -> Report {
        let figures: [MicroFigure]
        let title: String
        switch part {
        case .codec: (title, figures) = ("Codec: messages to bytes and back", try bench.codecFigures())
        case .journal: (title, figures) = ("Journal: the store", try bench.journalFigures())
        default:
            (title, figures) = (
                "Model: one change of one item, on a list of so many", try bench.modelFigures()
            )
        }
        measured += figures
        var columns: [Report.Column] = [
            .init("name", "what"), .init("unit", "unit"), .init("median", "median", decimals: 2),
            .init("low", "lowest", decimals: 2), .init("high", "highest", decimals: 2),
        ]
        if stored != nil {
            columns += [.init("stored", "stored", decimals: 2), .init("ratio", "ratio", decimals: 2)]
            columns.append(.init("verdict", "verdict"))
        }
        var report = Report(part.rawValue, title, columns)
        for figure in figures {
            var row: [Report.Value] = [
                .text(figure.name), .text(figure.unit), .number(figure.median), .number(figure.low),
                .number(figure.high),
            ]
            if let stored {
                let before = stored[figure.name]
                let verdict = Verdict(figure, since: before)
                if verdict == .slower { slower.append(figure.name) }
                row += [
                    .known(before?.median), .known(Bench.ratio(figure.median, before?.median)),
                    .text(verdict.text),
                ]
            }
            report.add(row)
        }
        if stored != nil, storedOn != Self.machine {
            report.note("Stored on another machine (\(storedOn)): the ratios say little.")
        }
        return report
    }

    /// Stores what was measured, and tells what became slower.
    ///
    /// - Returns: whether anything did.
    func end(isQuiet: Bool) throws -> Bool {
        if let saveFile {
            try Self.write(measured, to: saveFile)
            if !isQuiet { Terminal.say("\nstored in \(saveFile)\n") }
        }
        guard let compareFile, !isQuiet else { return !slower.isEmpty }
        Terminal.say(
            slower.isEmpty
                ? "\nnothing became slower than in \(compareFile) by more than the runs differ among themselves\n"
                : "\nslower than in \(compareFile): \(slower.joined(separator: ", "))\n")
        return !slower.isEmpty
    }

    private static var machine: String {
        let machine = Machine.look()
        return "\(machine.cores) x \(machine.processor)"
    }

    private static func write(_ figures: [MicroFigure], to path: String) throws {
        var writer = JSONWriter()
        writer.raw("{\"machine\":")
        writer.string(machine)
        writer.raw(",\"date\":")
        writer.string(Machine.today())
        writer.raw(",\"figures\":[")
        for (index, figure) in figures.enumerated() {
            writer.raw(index > 0 ? ",\n{\"name\":" : "\n{\"name\":")
            writer.string(figure.name)
            writer.raw(",\"unit\":")
            writer.string(figure.unit)
            writer.raw(",\"median\":")
            writer.number(figure.median)
            writer.raw(",\"low\":")
            writer.number(figure.low)
            writer.raw(",\"high\":")
            writer.number(figure.high)
            writer.raw("}")
        }
        writer.raw("\n]}\n")
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0, Glibc.write(file, writer.bytes, writer.bytes.count) == writer.bytes.count else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(message: "\(path) can't be written: \(reason)")
        }
        close(file)
    }

    private static func read(_ path: String) throws -> ([String: MicroFigure], machine: String) {
        guard let bytes = SmallFile.bytes(path) else {
            throw CommandFailure(
                message:
                    "\(path) can't be read: \(String(cString: strerror(errno))); --save writes such a file")
        }
        let result = try? bytes.withUnsafeBytes { text in
            try JSONParser().parse(text) {
                (root) throws(WireError) -> ([String: MicroFigure], machine: String)? in
                guard let machine = root["machine"]?.string, let all = root["figures"] else { return nil }
                var isWhole = true
                var figures: [String: MicroFigure] = [:]
                try all.forEachElement { (node) throws(WireError) in
                    guard let name = node["name"]?.string, let unit = node["unit"]?.string,
                        let median = node["median"]?.number, let low = node["low"]?.number,
                        let high = node["high"]?.number
                    else {
                        isWhole = false
                        return
                    }
                    figures[name] = MicroFigure(name, unit, median: median, low: low, high: high)
                }
                return isWhole ? (figures, machine) : nil
            }
        }
        guard let result = result ?? nil else {
            throw CommandFailure(message: "\(path) is not what livelistd bench --save writes")
        }
        return result
    }
}
