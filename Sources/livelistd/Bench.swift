/// Measures this machine: what the model costs by size of list, then the journal.
///
/// - Returns: the exit code.
func bench() -> Int32 {
    Terminal.say("The model: lists of 100 to 1,000,000 items\n")
    benchModel(sizes: [100, 1_000, 10_000, 100_000, 1_000_000])
    Terminal.say("\nThe journal, in a folder below this one\n")
    benchJournal()
    return 0
}
