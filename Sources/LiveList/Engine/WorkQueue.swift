/// First come, first served.
struct WorkQueue<Element> {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }

    mutating func append(_ element: Element) { elements.append(element) }

    /// O(1), amortised.
    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            head += 1
            if head == elements.count || head > 256 && head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }
}
