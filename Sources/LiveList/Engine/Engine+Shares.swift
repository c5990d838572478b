/// How one turn is shared out, so that none is long and nothing keeps the rest back.
///
/// Counts (mutates, frames) bound a turn about; what one of them costs differs by a factor of a hundred. So
/// time is looked at as well, where there is a watch.
extension Engine {
    /// Microseconds of a turn's end after which each stage stops. Each does something in every turn.
    enum Stage: Int64 {
        case replies = 1_000
        case judging = 2_500
        case answers = 3_500
        case changes = 4_500
        case bulk = 5_500
    }

    /// - Parameter watch: microseconds of processor time that this thread has used.
    public func keepTurnsShort(by watch: @escaping () -> Int64) { self.watch = watch }

    /// What is left of the frames of earlier stages goes to the next.
    func begin(_ stage: Stage) {
        self.stage = stage
        isLate = false
        switch stage {
        case .replies, .judging: framesLeft = 0
        case .answers: framesLeft = max(1, settings.framesPerTurn / 2)
        case .changes, .bulk: framesLeft = max(0, framesLeft) + max(1, settings.framesPerTurn / 4)
        }
    }

    /// Whether the stage may send another frame.
    var maySend: Bool { framesLeft > 0 && !isLate }

    /// Notes whether the stage has had its time. Costs a reading of the clock.
    func lookAtTheWatch() {
        guard let watch else { return }
        isLate = watch() - turnBegan > stage.rawValue
    }

    /// A large frame counts for several: what a turn costs goes by bytes as well.
    func countFrame() {
        let weight = 1 + frame.byteCount / settings.frameBytesMax
        framesLeft -= weight
        framesSent += weight
        guard framesSent >= 8 else { return }
        framesSent = 0
        lookAtTheWatch()
    }
}
