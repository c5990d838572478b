/// Builds a list from what a journal holds: the pieces of a snapshot, then the changes behind it.
struct ListRebuilder {
    private var builder: ListState.Builder?
    private(set) var state: ListState
    private let parser = JSONParser()

    init(title: Text, revision: Revision, limits: Limits) {
        state = ListState(title: title, limits: limits)
        builder = ListState.Builder(title: title, revision: revision, limits: limits)
    }

    var revision: Revision { state.revision }

    /// - Parameter part: for the message if it makes no sense.
    mutating func add(piece: UnsafeRawBufferPointer, part: Int) throws(ReadFailure) {
        var misfit: InvalidFact?
        do throws(WireError) {
            try parser.parse(piece) { (records) throws(WireError) in
                try records.forEachElement { (node) throws(WireError) in
                    let record = try RecordCodec.decode(node)
                    guard misfit == nil else { return }
                    do throws(InvalidFact) { try builder?.append(record) } catch { misfit = error }
                }
            }
        } catch {
            throw .damaged("piece \(part) of its snapshot can't be read: \(error.message)")
        }
        if let misfit {
            throw .damaged("piece \(part) of its snapshot makes no sense: \(misfit.description)")
        }
    }

    mutating func finishSnapshot() throws(ReadFailure) {
        do throws(InvalidFact) {
            guard let finished = try builder.take()?.finish() else { return }
            state = finished
        } catch {
            throw .damaged("its snapshot makes no sense: \(error.description)")
        }
    }

    mutating func apply(_ body: UnsafeRawBufferPointer, revision: Revision) throws(ReadFailure) {
        let change: Change
        do throws(WireError) {
            change = try parser.parse(body) { (node) throws(WireError) in try ChangeCodec.decode(node) }
        } catch {
            throw .damaged("its change \(revision) can't be read: \(error.message)")
        }
        guard change.revision == revision, state.revision.next == revision else {
            throw .damaged("its change \(revision) calls itself \(change.revision)")
        }
        do throws(InvalidFact) {
            try state.apply(change.facts, at: change.at, by: change.name)
        } catch {
            throw .damaged("its change \(revision) does not fit the list: \(error.description)")
        }
    }
}
