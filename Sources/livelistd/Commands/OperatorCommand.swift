import Glibc
import LiveList

/// What an operator does with the lists of a data folder, whether a server runs on it or not.
enum OperatorCommand: String, CaseIterable {
    case token, lists, delete, restore, retry, backup, check, export, `import`

    /// Runs a command line that is an operator's.
    ///
    /// - Parameters:
    ///   - arguments: those behind the program's name.
    ///   - dataFolder: named by the environment.
    /// - Returns: the exit code; nil where the command line is another's.
    static func run(_ arguments: [String], dataFolder: String?) -> Int32? {
        guard let first = arguments.first else { return nil }
        if first == "help", arguments.count == 2, let command = OperatorCommand(rawValue: arguments[1]) {
            Terminal.say(command.help)
            return 0
        }
        guard let command = OperatorCommand(rawValue: first) else { return nil }
        do {
            let call = try CommandCall(Array(arguments.dropFirst()), of: command, dataFolder: dataFolder)
            guard !call.wantsHelp else {
                Terminal.say(command.help)
                return 0
            }
            // Lists are nobody else's to read.
            umask(0o077)
            try command.carryOut(call)
            return 0
        } catch let failure as CommandFailure {
            Terminal.complain(failure.message)
            return failure.code
        } catch let error as JournalError {
            Terminal.complain(error.sentence)
        } catch let error as TransportError {
            Terminal.complain(error.message)
        } catch let error as TokenFileError {
            Terminal.complain(error.message)
        } catch {
            Terminal.complain("\(error)")
        }
        return 1
    }

    private func carryOut(_ call: CommandCall) throws {
        switch self {
        case .token: try token(call)
        case .lists: try listLists(call)
        case .delete: try deleteList(call)
        case .restore: try restoreList(call)
        case .retry: try retryList(call)
        case .backup: try backUp(call)
        case .check: try check(call)
        case .export: try exportLists(call)
        case .import: try importLists(call)
        }
    }
}

/// Why a command was not carried out, or not with the result that was hoped for.
struct CommandFailure: Error {
    let message: String
    var code: Int32 = 1

    static func misuse(_ message: String, of command: OperatorCommand) -> CommandFailure {
        CommandFailure(
            message: "\(message); livelistd \(command.rawValue) --help tells how it is used", code: 64)
    }
}

extension JournalError {
    /// What an operator reads.
    var sentence: String {
        switch self {
        case .unavailable(let reason), .unusable(let reason): reason
        case .unknownFate(let reason):
            "it can't be known whether it was done: \(reason). Look with livelistd lists"
        case .damaged(let list, let reason): "the list \(list) is damaged: \(reason)"
        case .unknownList(let list): "there is no list \(list); livelistd lists names those that are there"
        }
    }
}
