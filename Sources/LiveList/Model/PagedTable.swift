/// An array in three levels of pages: a write after a copy copies three pages, never all.
///
/// Elements keep their number. Reading, writing and appending are O(1) but for the top level, which grows by
/// one reference for each `1 << (2 * bits)` elements.
struct PagedTable<Element: Sendable>: Sendable {
    /// 32 a page: a page that is copied touches every element's reference count.
    private static var bits: Int { 5 }
    private static var mask: Int { (1 << bits) - 1 }

    private var books: [[[Element]]] = []
    private(set) var count = 0

    subscript(number: Int) -> Element {
        get { books[number >> (2 * Self.bits)][number >> Self.bits & Self.mask][number & Self.mask] }
        _modify {
            yield &books[number >> (2 * Self.bits)][number >> Self.bits & Self.mask][number & Self.mask]
        }
    }

    /// - Returns: the element's number.
    mutating func append(_ element: Element) -> Int {
        let number = count
        let book = number >> (2 * Self.bits)
        let page = number >> Self.bits & Self.mask
        if book == books.count { books.append([]) }
        if page == books[book].count { books[book].append([]) }
        books[book][page].append(element)
        count += 1
        return number
    }
}
