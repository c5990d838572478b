@testable import LiveList

/// The list is deleted by clients, made again under the same name, and brought back by the operator.
extension Simulation {
    /// The operator waits for an answer.
    struct Restoring {
        let line: SimulatedLine
        let epoch: Epoch
        let deletesBefore: Int
    }

    mutating func deleteList() {
        let able = clients.indices.filter { index in
            clients[index].line?.isReading == true && clients[index].client.epoch != nil
        }
        guard let index = able.randomElement(using: &generator), let epoch = clients[index].client.epoch
        else {
            return
        }
        ledger.deleteAsked(epoch)
        let frame = #"{"type":"deleteList","list":"\#(list.text)","epoch":"\#(epoch.text)"}"#
        send(Array(frame.utf8), from: index)
    }

    /// Any history that somebody saw: most of the time one that is there, or in the way of which another is.
    mutating func restoreAny() {
        if let epoch = ledger.epochs.randomElement(using: &generator) { restoreList(epoch) }
    }

    mutating func restoreList(_ epoch: Epoch) {
        let line = SimulatedLine()
        let session = engine.connected(line, now: now)
        let deletesBefore = ledger.restoreAsked(epoch)
        restoring.append(Restoring(line: line, epoch: epoch, deletesBefore: deletesBefore))
        engine.restoreList(list, epoch, ref: nil, for: session, now: now)
    }

    mutating func hearOperator() {
        restoring.removeAll { pending in
            let frames = pending.line.take().map { String(decoding: $0, as: UTF8.self) }
            if frames.contains(where: { $0.contains("\"listRestored\"") }) {
                ledger.restoreTold(pending.epoch, deletesBefore: pending.deletesBefore)
            }
            return !frames.isEmpty || pending.line.closed != nil
        }
    }

    /// What the client knew is no more: it begins as if it had never been there.
    mutating func forget(_ index: Int) {
        cut(index)
        clients[index].lives += 1
        let name = clients[index].name
        clients[index].client = ListClient(
            list: list, name: name, idPrefix: "\(name).\(clients[index].lives)")
    }
}
