import Glibc
import LiveList

/// Serves until a signal ends it.
///
/// - Returns: the exit code.
func serve(_ options: Options) -> Int32 {
    do {
        try run(options)
        return 0
    } catch let error as TransportError {
        Terminal.complain(error.message)
    } catch let error as JournalError {
        Terminal.complain(message(of: error))
    } catch let error as TokenFileError {
        Terminal.complain(error.message)
    } catch {
        Terminal.complain("\(error)")
    }
    return 1
}

private func run(_ options: Options) throws {
    CoreDumps.forbid()
    let descriptors = FileDescriptors.raiseLimit()
    // Lists and keys are nobody else's to read, by whichever library they are written.
    umask(0o077)
    var settings = ServerSettings()
    settings.webFolder = options.webFolder
    if !options.listen.isEmpty { settings.addresses = options.listen }
    settings.origins = options.origins
    // A folder in which a token was made is one whose lists are not for everybody.
    let isGuarded = try TokenFile(folder: options.dataFolder).read().hasKeys
    settings.isPlain = options.isPlain
    var isExposed = !options.trustedProxies.isEmpty
    for address in settings.addresses where address.path != nil {
        guard options.isPlain else { throw TransportError.unixWithoutPlain(address.description) }
        isExposed = true
    }
    for address in settings.addresses where try !address.isLoopback() {
        guard !options.isPlain else { throw TransportError.plain(address.description) }
        guard options.isOpen || isGuarded else { throw TransportError.closed(address.description) }
        isExposed = true
    }
    settings.trustedProxies = TrustedProxies(options.trustedProxies)
    options.limits.apply(to: &settings, isExposed: isExposed)
    // Some are for the journal, the page and the log.
    settings.door.connections = max(1, min(settings.door.connections, descriptors - 64))
    var engineSettings = EngineSettings()
    options.limits.apply(to: &engineSettings, isExposed: isExposed)
    let folder = try DataFolder(options.dataFolder)
    let tokenFile = TokenFile(folder: folder.path)
    let book = try tokenFile.read()
    settings.controlFolder = folder.path
    let loop = try EventLoop()
    let journal = makeJournal(options, folder: folder)
    let catalogue = try journal.start { [door = loop.door] in door.open() }
    // Whatever fails from here on: the journal's thread ends in order.
    defer { journal.close() }
    var generator = SystemRandomNumberGenerator()
    let discards = DiscardThread()
    defer { discards.close() }
    engineSettings.discard = { discards.take($0) }
    for tuning in options.tunings {
        tuning.apply(to: &engineSettings)
        Log.warning("--tune \(tuning.text): this is a measurement, not a server to keep data in")
    }
    engineSettings.isOpen = options.isOpen
    let engine = Engine(
        journal: journal, catalogue: catalogue, settings: engineSettings, seed: generator.next())
    let tokenWriter = TokenWriter(tokenFile) { [door = loop.door] in door.open() }
    defer { tokenWriter.close() }
    engine.useTokens(book, store: tokenWriter)
    let server = try Server(
        settings: settings, engine: engine, loop: loop, certificates: certificates(options, folder: folder),
        notices: journal.takeNotices)
    if options.isPlain, !isGuarded, !options.isOpen {
        Log.warning("no token was made: whomever the proxy lets through may do everything")
    }
    Terminal.say("ready " + server.urls.joined(separator: " ") + "\n")
    server.run()
    withExtendedLifetime(folder) {}
}

private func certificates(_ options: Options, folder: DataFolder) -> CertificateSource {
    if let certificate = options.certificate, let key = options.key {
        return CertificateSource(certificateFile: certificate, keyFile: key)
    }
    return CertificateSource(dataFolder: folder.path, names: options.names)
}

private func makeJournal(_ options: Options, folder: DataFolder) -> SQLiteJournal {
    switch options.journal {
    case .sqlite:
        var settings = SQLiteJournal.Settings.ofThisProgram(folder.path)
        settings.acceptsLoss = options.acceptsLoss
        for tuning in options.tunings { tuning.apply(to: &settings) }
        return SQLiteJournal(settings)
    }
}

extension SQLiteJournal.Settings {
    /// Suspect lists are tried by `livelistd check --list`.
    static func ofThisProgram(_ folder: String) -> SQLiteJournal.Settings {
        var settings = SQLiteJournal.Settings(folder: folder)
        settings.trial = ["/proc/self/exe", "check", "--data=" + folder, "--list"]
        return settings
    }
}

private func message(of error: JournalError) -> String {
    switch error {
    case .unavailable(let reason), .unknownFate(let reason), .unusable(let reason): reason
    case .damaged(let list, let reason): "the list \(list) is damaged: \(reason)"
    case .unknownList(let list): "there is no list \(list)"
    }
}
