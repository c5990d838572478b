/// Measures this machine: the model and the journal.
///
/// - Returns: the exit code.
func bench() -> Int32 {
    Terminal.complain("there is nothing to measure yet")
    return 1
}
