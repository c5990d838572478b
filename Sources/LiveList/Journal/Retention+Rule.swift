extension Retention {
    /// Whether a change has to stay: it is among the last ones, or its id must still be known. "Now" is the
    /// list's last change, so that the outcome depends on what is stored alone; the clock would keep less.
    ///
    /// - Parameter summary: the list as it is now.
    func keeps(_ revision: Revision, at: Timestamp, in summary: ListSummary) -> Bool {
        let age = summary.revision.value - revision.value
        return age < changes || age < ids && at >= summary.updatedAt - idMilliseconds
    }
}
