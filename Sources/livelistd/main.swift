import Glibc
import LiveList

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
case .bench: exit(bench())
}
