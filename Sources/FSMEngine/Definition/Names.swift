/// What a name is that of. Those of cases are in the group of their predicate type.
enum NameKind: Int32 {
    case state = 1
    case event, predicate, value
}

/// Names of ids: for people, and to find them again in another version.
public struct Names {
    private var keys: [UInt64] = []
    /// All names in the order in which their ids were first given one.
    public private(set) var texts: [Text] = []
    private var index = IndexMap<UInt64>()

    /// No names.
    public init() {}

    /// Makes room for so many names more; `false` if there is no memory.
    @inline(never)
    public mutating func reserve(_ count: Int, in memory: MemoryRegion) -> Bool {
        memory.reserve(count, in: &keys) && memory.reserve(count, in: &texts) && index.reserve(count, in: memory)
    }

    /// The last name given to an id, among those of its group, counts. O(1).
    @inline(never)
    public mutating func set(_ name: Text, for id: ID, in group: ID = 0) {
        let next = UInt32(truncatingIfNeeded: keys.count)
        let key = UInt64(high: group, low: id)
        let position = index.index(of: key, orInsert: next)
        if position == next {
            keys.append(key)
            texts.append(name)
        } else {
            texts[Int(position)] = name
        }
    }

    /// O(1).
    @inline(never)
    func name(of id: ID, in group: ID = 0) -> Text? { position(of: id, in: group).map { texts[$0] } }

    /// The number of the name of `id` among all names. O(1).
    public func position(of id: ID, in group: ID = 0) -> Int? { index[UInt64(high: group, low: id)].map { Int($0) } }

    var isEmpty: Bool { keys.isEmpty }

    /// Calls `body` with each name, its id and its group.
    func forEach(_ body: (Text, _ id: ID, _ group: ID) -> Void) {
        for (index, key) in keys.enumerated() {
            body(texts[index], ID(truncatingIfNeeded: key), ID(truncatingIfNeeded: key >> 32))
        }
    }

    /// The id that has the name with this number, and its group.
    func id(at position: Int) -> (id: ID, group: ID) {
        (ID(truncatingIfNeeded: keys[position]), ID(truncatingIfNeeded: keys[position] >> 32))
    }

    /// The ids that have names.
    var namedIDs: [ID] { keys.map { ID(truncatingIfNeeded: $0) } }
}

// MARK: - For Swift

extension Names {
    /// The last name given to an id, among those of its group, counts. O(1).
    public mutating func set(_ name: String, for id: ID, in group: ID = 0) { set(Text(name), for: id, in: group) }

    /// O(1).
    public subscript(id: ID) -> String? { self[id, in: 0] }

    /// O(1).
    public subscript(id: ID, in group: ID) -> String? { name(of: id, in: group)?.string }

    /// All names in the order in which their ids were first given one.
    public var all: [String] { texts.map { $0.string } }
}
