extension OperatorCommand {
    /// One option that a command takes beside `--data`.
    struct Option {
        let name: String
        /// What follows it; empty: nothing.
        let placeholder: String
        let help: String
    }

    /// What stands behind the command's name.
    var operands: String {
        switch self {
        case .lists: ""
        case .token: "[list|revoke ID...|rotate]"
        case .delete, .restore, .retry: "LIST"
        case .backup, .import: "FILE"
        case .check: "[FILE|DIR]"
        case .export: "LIST...|--all"
        }
    }

    /// How many operands there may be.
    var operandCount: ClosedRange<Int> {
        switch self {
        case .lists: 0...0
        case .delete, .restore, .retry, .backup, .import: 1...1
        case .check: 0...1
        case .token, .export: 0...10_000
        }
    }

    var options: [Option] {
        switch self {
        case .lists:
            [
                Option(
                    name: "--deleted", placeholder: "",
                    help: "those that can be restored, not those that are there")
            ]
        case .token: Self.tokenOptions
        case .restore:
            [
                Option(
                    name: "--epoch", placeholder: "EPOCH",
                    help: "which, where several of that id were deleted")
            ]
        case .backup:
            [
                Option(
                    name: "--restore", placeholder: "",
                    help: "put FILE in the place of the store; no server may run")
            ]
        case .export:
            [
                Option(name: "--all", placeholder: "", help: "every list that is not deleted"),
                Option(name: "--output", placeholder: "FILE", help: "a new file; standard output by default"),
            ]
        case .import:
            [
                Option(name: "--as", placeholder: "NAME", help: "the id that the one list in FILE is to get"),
                Option(
                    name: "--replace", placeholder: "",
                    help: "delete lists that are in the way; they can be restored"),
            ]
        case .check:
            [
                Option(
                    name: "--list", placeholder: "LIST",
                    help: "only this one, also where it is set aside")
            ]
        case .delete, .retry: []
        }
    }

    private static let tokenOptions = [
        Option(name: "--role", placeholder: "ROLE", help: "viewer, editor (the default) or owner"),
        Option(
            name: "--lists", placeholder: "LISTS",
            help: "ids, with commas between; team-* is all that begin so, * all there are"),
        Option(name: "--name", placeholder: "NAME", help: "whom others see; without it they name themselves"),
        Option(name: "--days", placeholder: "DAYS", help: "how long it counts; 365 by default"),
        Option(
            name: "--url", placeholder: "URL",
            help: "how people reach the server; https://HOST:PORT/ of this machine by default"),
        Option(
            name: "--keep", placeholder: "DAYS", help: "rotate: how long tokens made before still count; 0"),
    ]

    var summary: String {
        switch self {
        case .token: "make, show and revoke links"
        case .lists: "show every list"
        case .delete: "delete a list; it can be restored for 30 days"
        case .restore: "bring a deleted list back"
        case .retry: "serve a list that was set aside again, if it is well"
        case .backup: "write everything to a new file"
        case .check: "verify what is stored, or a backup"
        case .export: "write lists as JSON"
        case .import: "read lists from an export"
        }
    }

    private var description: String {
        switch self {
        case .token:
            """
            Makes a token and prints the link that carries it: whoever has the link has what it grants. With the first
            token the server begins to ask for one, on every address. list shows what was made, revoke ends links and all
            that were made with them, rotate signs with a new key, so that tokens made before count no longer.
            """
        case .lists:
            "Shows every list: id, items, done ones, revision, last change (UTC), title; and what is damaged."
        case .delete:
            """
            Deletes the list with exactly this id, without asking. Those who have it open are told. For 30 days
            livelistd restore brings it back; then its data is removed for good.
            """
        case .restore:
            """
            Brings a deleted list back as it was, with its history and its epoch: who has a copy of it goes on from
            there. Of several with that id it takes the one that was deleted last.
            """
        case .retry:
            """
            Tries a list that was set aside, because its data is damaged or the program died on it: loads it, first in a
            process of its own, and serves it if it is well. If it is not, says what is wrong, and leaves it set aside.
            """
        case .backup:
            """
            Writes everything that is stored, as of one moment, to a new file; checks it; and only then gives it its
            name. Nobody waits for it. With --restore: puts FILE in the place of the store, which is kept in a folder
            beside it. Every list then begins a new epoch: who was ahead of the backup gets the list anew.
            """
        case .check:
            """
            Verifies every checksum and loads every list, deleted ones too. Says what is wrong, of each list the first
            thing found, with its revision, and ends with 1 then. Without FILE or DIR it checks the data folder. A list
            that is set aside is named, and only loaded with --list, since the program may have died on it.
            """
        case .export:
            """
            Writes lists with sections, items, fields, authors and times. Not what was deleted in them, and not their
            history: that is what a backup is for.
            """
        case .import:
            """
            Reads every list of a file that livelistd export wrote. None of them may be there already, unless
            --replace says so. An imported list begins a new epoch; each comes in whole or not at all.
            """
        }
    }

    var usageLine: String {
        var line = "livelistd \(rawValue)"
        for option in options {
            line += " [\(option.name)\(option.placeholder.isEmpty ? "" : " " + option.placeholder)]"
        }
        return operands.isEmpty ? line : line + " " + operands
    }

    var help: String {
        var text = "usage: \(usageLine) [--data DIR]\n\n\(description)\n\noptions:\n"
        let data = Option(
            name: "--data", placeholder: "DIR",
            help: "the data folder; LIVELIST_DATA, or ./livelist-data by default")
        for option in options + [data] {
            let left = "  \(option.name) \(option.placeholder)"
            text += left + String(repeating: " ", count: max(2, 20 - left.utf8.count)) + option.help + "\n"
        }
        return text
            + "\nIt may run while the server does. Exit codes: 0 done, 64 wrong usage, 1 any other failure.\n"
    }

    /// The part of the program's help that names these commands.
    static var overview: String {
        allCases.reduce(into: "") { text, command in
            let left = "       livelistd \(command.rawValue) \(command.operands)"
            text +=
                left + String(repeating: " ", count: max(1, 38 - left.utf8.count)) + command.summary + "\n"
        }
    }
}
