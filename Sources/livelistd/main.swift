import Glibc
import LiveList

// Before signals are held: a command ends like any other program.
let dataFolder = getenv(Setting.data.variable ?? "").map { String(cString: $0) }
if let code = OperatorCommand.run(Array(CommandLine.arguments.dropFirst()), dataFolder: dataFolder) {
    exit(code)
}
if let code = Bench.run(
    Array(CommandLine.arguments.dropFirst()),
    environment: { name in getenv(name).map { String(cString: $0) } })
{
    exit(code)
}

Signals.hold()

let options: Options
do throws(Options.Misuse) {
    options = try Options(arguments: Array(CommandLine.arguments.dropFirst())) { name in
        getenv(name).map { String(cString: $0) }
    }
} catch {
    Terminal.complain(error.message + "; livelistd --help tells what there is")
    exit(64)
}

Log.set(options.logLevel)
switch options.command {
case .help: Terminal.say(Setting.usage)
case .version: Terminal.say(EngineSettings().serverName + "\n")
case .serve: exit(serve(options))
}
