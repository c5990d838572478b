import LiveList

/// What stands above all figures: on what, when and how they came about.
struct BenchHead {
    let machine: Machine
    let options: BenchOptions
    /// Open files that are allowed.
    let files: Int

    var text: String {
        var text =
            "\(EngineSettings().serverName) on \(Machine.today()): \(machine.cores) x \(machine.processor), "
        text += "\(Decimal.text(Double(machine.memoryBytes) / 1e9, decimals: 0)) GB, \(machine.system)\n"
        text +=
            "Server and clients share this machine. Load before: \(Decimal.text(machine.load, decimals: 1))"
        text += isCrowded ? " - other programs are running, and the figures will suffer\n" : "\n"
        if options.url == nil, Machine.isInMemory(options.folder) {
            text +=
                "\(options.folder) lies in memory: commits cost nothing there. --in names a folder on a disk.\n"
        }
        return text
    }

    private var isCrowded: Bool { machine.load > 0.5 * Double(machine.cores) }

    /// Members of an object.
    func write(into writer: inout JSONWriter) {
        writer.raw("\"server\":")
        writer.string(options.url ?? EngineSettings().serverName)
        writer.raw(",\"date\":")
        writer.string(Machine.today())
        writer.raw(",\"processor\":")
        writer.string(machine.processor)
        writer.raw(",\"cores\":")
        writer.integer(machine.cores)
        writer.raw(",\"memoryBytes\":")
        writer.integer(machine.memoryBytes)
        writer.raw(",\"system\":")
        writer.string(machine.system)
        writer.raw(",\"load\":")
        writer.number(machine.load)
        writer.raw(",\"openFilesMax\":")
        writer.integer(files)
        writer.raw(",\"isInMemory\":")
        writer.boolean(options.url == nil && Machine.isInMemory(options.folder))
        writer.raw(",\"seconds\":")
        writer.number(options.seconds)
    }
}
