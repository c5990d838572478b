/// Some neighbours of one part, in order: what changes together, and so is worth encoding together.
public struct ItemRun {
    public let part: Part
    private let chunk: Chunk<ItemID, ItemContent>

    init(part: Part, chunk: Chunk<ItemID, ItemContent>) {
        self.part = part
        self.chunk = chunk
    }

    public var count: Int { chunk.liveCount }

    /// The sum of `ItemContent.byteCount`. O(1).
    public var byteCount: Int { chunk.byteCount }

    public func forEachItem(_ body: (ItemID, ItemContent) -> Void) {
        for offset in 0..<chunk.count {
            if let content = chunk.contents[offset] { body(chunk.ids[offset], content) }
        }
    }

    /// Whatever the reader wants to find again here as long as these items stay as they are: an encoding. It
    /// is gone after any change of the run.
    ///
    /// Copies of the list that share the run share the memo, so all who use it must be on one thread. It may
    /// be released on any.
    public var memo: AnyObject? {
        get { chunk.memo }
        nonmutating set { chunk.memo = newValue }
    }
}
