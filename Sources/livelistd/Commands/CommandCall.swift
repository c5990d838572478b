/// A command line of the operator's, taken apart.
struct CommandCall {
    private(set) var dataFolder: String
    private(set) var operands: [String] = []
    private(set) var wantsHelp = false
    private var values: [String: String] = [:]

    init(_ arguments: [String], of command: OperatorCommand, dataFolder: String?) throws {
        self.dataFolder = dataFolder ?? "livelist-data"
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" {
                wantsHelp = true
                return
            }
            guard argument.hasPrefix("--") else {
                operands.append(argument)
                continue
            }
            let sign = argument.utf8.firstIndex(of: UInt8(ascii: "="))
            let name = sign.map { String(argument[..<$0]) } ?? argument
            let option = command.options.first { $0.name == name }
            guard option != nil || name == "--data" else {
                throw CommandFailure.misuse("unknown option \(name)", of: command)
            }
            var value = sign.map { String(argument[argument.utf8.index(after: $0)...]) }
            if let option, option.placeholder.isEmpty {
                guard value == nil else { throw CommandFailure.misuse("\(name) takes no value", of: command) }
                value = ""
            } else {
                let isInline = value != nil
                value = value ?? rest.popFirst()
                guard let value, !value.isEmpty, isInline || !value.hasPrefix("--") else {
                    throw CommandFailure.misuse("\(name) needs \(option?.placeholder ?? "DIR")", of: command)
                }
            }
            guard values.updateValue(value ?? "", forKey: name) == nil else {
                throw CommandFailure.misuse("\(name) is given twice", of: command)
            }
        }
        if let data = values["--data"] { self.dataFolder = data }
        guard operands.count >= command.operandCount.lowerBound else {
            throw CommandFailure.misuse("\(command.operands) is missing", of: command)
        }
        guard operands.count <= command.operandCount.upperBound else {
            let extra = operands[command.operandCount.upperBound]
            throw CommandFailure.misuse("\(command.rawValue) takes no argument \(extra)", of: command)
        }
    }

    /// The value of an option; empty for one that has none; nil where it is not given.
    subscript(option: String) -> String? { values[option] }
}
