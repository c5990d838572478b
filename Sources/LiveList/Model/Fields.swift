/// The value of one field of an item.
public enum FieldValue: Sendable, Hashable {
    case text(Text)
    /// Always finite. Compared by value.
    case number(Double)
    case boolean(Bool)

    /// What this value counts towards the size of an item, in bytes.
    public var byteCount: Int {
        switch self {
        case .text(let text): text.byteCount
        case .number: 8
        case .boolean: 1
        }
    }
}

/// The fields of one item in the order in which they were first set. At most 32, so lookups are linear.
public struct Fields: Sendable {
    public struct Field: Sendable, Hashable {
        public let key: Text
        public var value: FieldValue

        public init(key: Text, value: FieldValue) {
            self.key = key
            self.value = value
        }
    }

    public private(set) var all: [Field]

    public init(_ all: [Field] = []) { self.all = all }

    public var isEmpty: Bool { all.isEmpty }
    public var count: Int { all.count }

    /// Bytes of keys and values in UTF-8.
    public var byteCount: Int { all.reduce(0) { $0 + $1.key.byteCount + $1.value.byteCount } }

    public subscript(key: Text) -> FieldValue? {
        get { all.first { $0.key == key }?.value }
        set {
            let place = all.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): all[place].value = value
            case (let place?, nil): all.remove(at: place)
            case (nil, let value?): all.append(Field(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension Fields: Equatable {
    /// The order in which fields were set is not part of what an item is.
    public static func == (left: Fields, right: Fields) -> Bool {
        left.count == right.count && left.all.allSatisfy { right[$0.key] == $0.value }
    }
}
