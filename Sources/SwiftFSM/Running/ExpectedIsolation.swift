/// The isolation from which methods of a machine are called. Compares the types of actors, not the actors.
enum ExpectedIsolation: Equatable, CustomStringConvertible {
    case nonisolated
    case actor(ObjectIdentifier, name: String)

    init(_ isolation: (any Actor)?) {
        guard let isolation else {
            self = .nonisolated
            return
        }
        let type = Swift.type(of: isolation)
        self = .actor(ObjectIdentifier(type), name: "\(type)")
    }

    var description: String {
        switch self {
        case .nonisolated: "NonIsolated"
        case .actor(_, let name): name
        }
    }
}
