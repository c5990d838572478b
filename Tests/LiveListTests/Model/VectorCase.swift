import Foundation

@testable import LiveList

/// One case of a vector file.
struct VectorCase: CustomStringConvertible {
    struct Step {
        let mutations: [Mutation]
        let at: Timestamp
        let by: Text
        let expected: VectorValue
        /// nil unless a change is expected.
        let facts: [Fact]?
    }

    let name: String
    let limits: Limits
    let steps: [Step]
    let final: VectorValue

    var description: String { name }

    static func all(_ file: String) -> [VectorCase] {
        guard let url = Bundle.module.url(forResource: file, withExtension: "json", subdirectory: "Vectors"),
            let data = try? Data(contentsOf: url)
        else { fatalError("no vector file \(file)") }
        return VectorReader.read([UInt8](data)).array!.map { VectorCase($0) }
    }

    private init(_ value: VectorValue) {
        name = value["name"]!.string!
        var limits = Limits.standard
        if let keep = value["keep"]?.integer { limits.revisionsRemembered = keep }
        self.limits = limits
        steps = value["steps"]!.array!.map { step in
            let expected = step["expect"]!
            return Step(
                mutations: step["mutations"]!.array!.map { Mutation(vector: $0) },
                at: Timestamp(step["at"]!.integer!), by: step["by"]!.text!, expected: expected,
                facts: expected["mutations"]?.array!.map { Fact(vector: $0) })
        }
        final = value["final"]!
    }
}

// MARK: - Reading

extension Mutation {
    init(vector value: VectorValue) {
        func ids(_ key: String) -> [ItemID] { value[key]!.array!.map { ItemID($0.string!)! } }
        switch value["op"]!.string! {
        case "insert":
            self = .insert(
                items: value["items"]!.array!.map { item in
                    NewItem(
                        id: item["id"].map { ItemID($0.string!)! }, title: trimmed(item["title"]!.text!),
                        isDone: item["isDone"]?.boolean ?? false, fields: Fields(vector: item["fields"]))
                }, destination: Destination(vector: value["destination"]))
        case "edit":
            self = .edit(
                id: ItemID(value["id"]!.string!)!, title: value["title"].map { trimmed($0.text!) },
                fields: fieldEdits(value["fields"]))
        case "toggle": self = .toggle(ids: ids("ids"), isDone: value["isDone"]?.boolean)
        case "delete": self = .delete(ids: ids("ids"))
        case "restore": self = .restore(ids: ids("ids"))
        case "reorder":
            self = .reorder(sources: ids("sources"), destination: Destination(vector: value["destination"]))
        case "insertSection":
            let section = value["section"]!
            self = .insertSection(
                id: section["id"].map { SectionID($0.string!)! }, title: trimmed(section["title"]!.text!),
                before: sectionID(value["before"]))
        case "renameSection":
            self = .renameSection(id: sectionID(value["id"])!, title: trimmed(value["title"]!.text!))
        case "deleteSection":
            self = .deleteSection(
                id: sectionID(value["id"])!, items: value["items"]?.string == "delete" ? .delete : .keep)
        case "reorderSections":
            self = .reorderSections(
                sources: value["sources"]!.array!.map { sectionID($0)! }, before: sectionID(value["before"]))
        case "setTitle": self = .setTitle(trimmed(value["title"]!.text!))
        default: fatalError("an op the vectors do not have")
        }
    }
}

extension Fact {
    init(vector value: VectorValue) {
        func ids(_ key: String) -> [ItemID] { value[key]!.array!.map { ItemID($0.string!)! } }
        switch value["op"]!.string! {
        case "insert":
            self = .insert(
                items: value["items"]!.array!.map { item in
                    InsertedItem(
                        id: ItemID(item["id"]!.string!)!, title: item["title"]!.text!,
                        isDone: item["isDone"]!.boolean!, fields: Fields(vector: item["fields"]),
                        createdAt: item["createdAt"].map { Timestamp($0.integer!) },
                        createdBy: item["createdBy"]?.text)
                }, destination: FactDestination(vector: value["destination"]!))
        case "edit":
            self = .edit(
                id: ItemID(value["id"]!.string!)!, title: value["title"]?.text,
                fields: fieldEdits(value["fields"]))
        case "toggle": self = .toggle(ids: ids("ids"), isDone: value["isDone"]!.boolean!)
        case "delete": self = .delete(ids: ids("ids"))
        case "reorder":
            self = .reorder(
                sources: ids("sources"), destination: FactDestination(vector: value["destination"]!))
        case "insertSection":
            let section = value["section"]!
            self = .insertSection(
                Section(id: sectionID(section["id"])!, title: section["title"]!.text!),
                place: FactSectionPlace(before: sectionID(value["before"]), ghost: sectionID(value["ghost"])))
        case "renameSection": self = .renameSection(id: sectionID(value["id"])!, title: value["title"]!.text!)
        case "deleteSection": self = .deleteSection(id: sectionID(value["id"])!)
        case "reorderSections":
            self = .reorderSections(
                sources: value["sources"]!.array!.map { sectionID($0)! },
                place: FactSectionPlace(before: sectionID(value["before"]), ghost: sectionID(value["ghost"])))
        case "setTitle": self = .setTitle(value["title"]!.text!)
        default: fatalError("an op the vectors do not have")
        }
    }
}

extension Fields {
    init(vector value: VectorValue?) {
        self.init()
        for (key, field) in (value?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            self[Text(key)] = FieldValue(vector: field)
        }
    }
}

extension FieldValue {
    init?(vector value: VectorValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .boolean(let boolean): self = .boolean(boolean)
        case .null, .array, .object: return nil
        }
    }
}

private func fieldEdits(_ value: VectorValue?) -> [FieldEdit] {
    (value?.object ?? [:]).sorted { $0.key < $1.key }.map {
        FieldEdit(key: Text($0.key), value: FieldValue(vector: $0.value))
    }
}

private func sectionID(_ value: VectorValue?) -> SectionID? { value?.string.map { SectionID($0)! } }

private func namedPart(_ value: VectorValue) -> Part {
    value.string == "none" ? .unsectioned : .section(sectionID(value)!)
}

extension Destination {
    init(vector value: VectorValue?) {
        self.init(
            part: value?["section"].map { namedPart($0) },
            before: value?["before"].map { ItemID($0.string!)! })
    }
}

extension FactDestination {
    init(vector value: VectorValue) {
        self.init(
            part: namedPart(value["section"]!), before: value["before"].map { ItemID($0.string!)! },
            ghost: value["ghost"].map { ItemID($0.string!)! })
    }
}

/// The vectors hold titles as they were sent; trimming them is the wire's part.
private func trimmed(_ text: Text) -> Text {
    var scalars = text.string.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return Text(String(String.UnicodeScalarView(scalars)))
}
