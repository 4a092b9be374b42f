/// Names of states or of events: for people only.
public struct Names {
    private var ids: [ID] = []
    private var texts: [String] = []
    private var index = NumberMap<ID>()

    public init() {}

    /// The last name given to an id counts. O(1).
    public mutating func set(_ name: String, for id: ID) {
        let next = UInt32(truncatingIfNeeded: ids.count)
        let position = index.number(of: id, orInsert: next)
        if position == next {
            ids.append(id)
            texts.append(name)
        } else {
            texts[Int(position)] = name
        }
    }

    /// O(1).
    public subscript(id: ID) -> String? { index[id].map { texts[Int($0)] } }

    /// The number of the name of `id` among all names.
    public func position(of id: ID) -> Int? { index[id].map { Int($0) } }

    /// All names in the order in which their ids were first given one.
    public var all: [String] { texts }

    var namedIDs: [ID] { ids }
}
