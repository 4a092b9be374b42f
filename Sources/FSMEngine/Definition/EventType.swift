/// An event, and the types of the arguments that it carries.
public struct EventType {
    /// The event.
    public let id: ID
    /// The types of its arguments, in order.
    public let arguments: [ValueType]
    /// The place of the declaration.
    public let place: Place

    /// `nil` for a reserved id, or more arguments than an event may carry.
    public init?(_ id: ID, arguments: [ValueType], place: Place = .unknown) {
        guard !ReservedID.contains(id), arguments.count <= Signature.maximumParameterCount else { return nil }
        self.id = id
        self.arguments = arguments
        self.place = place
    }
}

/// What events carry: lists of types, each kept once, with a number. Nothing at all is number 0.
struct ArgumentLists {
    private(set) var lists: [[ValueType]] = [[]]
    private var groups = EqualityGroups()
    /// The events that are declared, in order, with the numbers of what they carry.
    private(set) var declarations: [(event: ID, argumentList: Int, place: Place)] = []
    private var firstOfEvent = IndexMap<ID>()

    init() { _ = groups.open(with: 0, hash: WordHasher().value) }

    /// O(arguments).
    mutating func declare(_ event: EventType) {
        var hash = WordHasher()
        for type in event.arguments { hash.add(UInt64(type.rawValue)) }
        var number = lists.count
        if let known = groups.group(hash: hash.value, isSame: { lists[$0] == event.arguments }) {
            number = known
        } else {
            lists.append(event.arguments)
            _ = groups.open(with: number, hash: hash.value)
        }
        _ = firstOfEvent.index(of: event.id, orInsert: UInt32(declarations.count))
        declarations.append((event.id, number, event.place))
    }

    /// The number of what an event carries, as it was declared first. O(1).
    func number(ofEvent id: ID) -> Int { firstDeclaration(ofEvent: id).map { declarations[$0].argumentList } ?? 0 }

    /// The first declaration of an event. O(1).
    func firstDeclaration(ofEvent id: ID) -> Int? { firstOfEvent[id].map { Int($0) } }

    /// Makes room for one more declaration; `false` if there is no memory.
    mutating func reserve(in memory: MemoryRegion) -> Bool {
        memory.reserve(1, in: &lists) && groups.reserve(in: memory) && memory.reserve(1, in: &declarations)
            && firstOfEvent.reserve(1, in: memory)
    }

    /// The number of what each of these events carries; empty if none carries anything.
    func numbers(of events: IDIndex<Event>) -> IndexedArray<Event, UInt32> {
        guard maximumArgumentCount > 0 else { return IndexedArray() }
        var numbers = IndexedArray<Event, UInt32>(repeating: 0, count: events.indexCount)
        for event in events.indices { numbers[event] = UInt32(truncatingIfNeeded: number(ofEvent: events.ids[event])) }
        return numbers
    }

    /// No event carries more than this.
    var maximumArgumentCount: Int {
        var most = 0
        for number in lists.indices { most = max(most, lists[number].count) }
        return most
    }
}
