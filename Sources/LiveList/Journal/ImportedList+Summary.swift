extension ImportedList {
    /// The row of the list in the epoch that begins with it.
    public func summary(epoch: Epoch) -> ListSummary {
        ListSummary(
            list: list, epoch: epoch, title: state.title, revision: state.revision, items: state.itemCount,
            done: state.doneCount, updatedAt: updatedAt)
    }
}
