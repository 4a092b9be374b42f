/// An event, and the types of the arguments that it carries.
public struct EventType {
    public let id: ID
    public let arguments: [ValueType]
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

    init() { _ = groups.group(of: 0, hash: WordHasher().value) { _ in true } }

    /// O(arguments).
    mutating func declare(_ event: EventType) {
        var hash = WordHasher()
        for type in event.arguments { hash.add(UInt64(type.rawValue)) }
        let number = groups.group(of: lists.count, hash: hash.value) { [lists] in lists[$0] == event.arguments }
        if number == lists.count { lists.append(event.arguments) }
        _ = firstOfEvent.index(of: event.id, orInsert: UInt32(declarations.count))
        declarations.append((event.id, number, event.place))
    }

    /// The number of what an event carries, as it was declared first. O(1).
    func number(ofEvent id: ID) -> Int { firstDeclaration(ofEvent: id).map { declarations[$0].argumentList } ?? 0 }

    /// The first declaration of an event. O(1).
    func firstDeclaration(ofEvent id: ID) -> Int? { firstOfEvent[id].map { Int($0) } }

    /// See ``Definition/bytesToAdd(rows:blocks:callbacks:matches:)``.
    var bytesToAdd: Int64 { 4_096 + 256 * (Int64(declarations.count) + Int64(lists.count)) }

    /// No event carries more than this.
    var maximumArgumentCount: Int { lists.reduce(0) { max($0, $1.count) } }
}
