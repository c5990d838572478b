// Each message is one sentence that says what to do.
extension Rejection {
    static func empty(_ key: String) -> Rejection {
        Rejection(.invalid, "`\(key)` is empty: name at least one.")
    }

    static func twice(_ key: String) -> Rejection {
        Rejection(.invalid, "`\(key)` names an id twice: name each once.")
    }

    static func nothingToEdit() -> Rejection {
        Rejection(.invalid, "An edit needs `title` or at least one key in `fields`: say what is to change.")
    }

    static func exists(_ id: ItemID) -> Rejection {
        Rejection(
            .idExists,
            "An item \(id) is in the list or its trash already: choose a new `id`, or leave it out.")
    }

    static func exists(_ id: SectionID) -> Rejection {
        Rejection(.idExists, "A section \(id) is in the list already: choose a new `id`, or leave it out.")
    }

    static func insertedTwice(_ id: ItemID) -> Rejection {
        Rejection(.idExists, "`items` holds the id \(id) twice: give each item an `id` of its own.")
    }

    static func unknown(_ id: ItemID) -> Rejection {
        Rejection(
            .unknownItem, "Item \(id) is not known in this list: take ids from its snapshot and changes.")
    }

    static func deleted(_ id: ItemID) -> Rejection {
        Rejection(.itemDeleted, "Item \(id) was deleted: restore it first.")
    }

    static func unknown(_ id: SectionID) -> Rejection {
        Rejection(
            .unknownSection,
            "Section \(id) is not known in this list: take ids from its snapshot and changes.")
    }

    static func deleted(_ id: SectionID) -> Rejection {
        Rejection(.unknownSection, "Section \(id) was deleted: insert it again first.")
    }

    static func itemTooLarge(_ bytes: Int, _ limits: Limits) -> Rejection {
        Rejection(
            .tooLarge,
            "Title and fields of the item would take \(bytes) bytes: keep them within \(limits.itemBytes).")
    }

    static func tooManyFields(_ count: Int, _ limits: Limits) -> Rejection {
        Rejection(.tooLarge, "The item would have \(count) `fields`: keep to \(limits.fieldsPerItem).")
    }

    static func listFull(_ limits: Limits) -> Rejection {
        Rejection(.tooLarge, "The list would hold over \(limits.itemsPerList) items: delete some first.")
    }

    static func sectionsFull(_ limits: Limits) -> Rejection {
        Rejection(
            .tooLarge, "The list would hold over \(limits.sectionsPerList) sections: delete some first.")
    }

    static func namesTooMuch(_ limits: Limits) -> Rejection {
        Rejection(
            .tooLarge,
            "The change would name over \(limits.itemsPerMutate) items: send it in several smaller ones.")
    }

    static func carriesTooMuch(_ limits: Limits) -> Rejection {
        Rejection(
            .tooLarge,
            "The change would carry over \(limits.factBytesPerMutate) bytes of titles and fields: "
                + "send it in several smaller ones.")
    }

    static func tooManyMutations(_ count: Int, _ limits: Limits) -> Rejection {
        Rejection(
            .tooLarge,
            "`mutations` holds \(count) of them: send at most \(limits.mutationsPerMutate) at once.")
    }

    func at(_ index: Int) -> Rejection { Rejection(code, message, index: index) }
}
