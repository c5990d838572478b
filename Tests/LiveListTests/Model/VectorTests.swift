import Testing

@testable import LiveList

/// The conflict rules as data: every answer to the letter, also when a list is rebuilt on the way.
@Suite struct VectorTests {
    @Test(arguments: VectorCase.all("conflict-rules"))
    func rule(_ vector: VectorCase) throws {
        try play(vector, cuts: Array(vector.steps.indices))
    }

    @Test(arguments: VectorCase.all("histories"))
    func history(_ vector: VectorCase) throws {
        try play(vector, cuts: Array(stride(from: 3, to: vector.steps.count, by: 19)))
    }

    @Test(arguments: VectorCase.all("forgetting"))
    func forgetting(_ vector: VectorCase) throws {
        try play(vector, cuts: Array(stride(from: 5, to: vector.steps.count, by: 29)))
    }

    private func play(_ vector: VectorCase, cuts: [Int]) throws {
        var list = ListState(title: "list", limits: vector.limits)
        var states = [list]
        for (index, step) in vector.steps.enumerated() {
            run(step, index, on: &list, "judged")
            states.append(list)
        }
        #expect(list.vector == vector.final)
        for cut in cuts {
            var replayed = ListState(title: "list", limits: vector.limits)
            for step in vector.steps[..<cut] {
                if let facts = step.facts { try replayed.apply(facts, at: step.at, by: step.by) }
            }
            var rebuilt = try states[cut].rebuilt()
            #expect(replayed.records == states[cut].records, "replayed at step \(cut)")
            #expect(rebuilt.records == states[cut].records, "rebuilt at step \(cut)")
            for (index, step) in vector.steps.enumerated().dropFirst(cut) {
                run(step, index, on: &replayed, "replayed up to \(cut)")
                run(step, index, on: &rebuilt, "rebuilt at \(cut)")
            }
            #expect(replayed.vector == vector.final)
            #expect(rebuilt.vector == vector.final)
        }
    }

    private func run(_ step: VectorCase.Step, _ index: Int, on list: inout ListState, _ how: Comment) {
        var generator = SplitMix64(seed: 1)
        let answer = list.evaluate(step.mutations, at: step.at, by: step.by, using: &generator)
        #expect(answer.vector(list.revision) == step.expected, "step \(index), \(how)")
        list.checkInvariants()
    }
}
