/// Where a row leads. A row's target is read once, when the row is made; no stage after that compares reserved ids.
public enum Target: Equatable {
    /// The id may be reserved, where it means nothing: validation reports that.
    case state(ID)
    /// The state stays, and is come back to.
    case same
    /// The state stays, and is never left.
    case `internal`
    /// The row's resolver names the next state at each step.
    case dynamic
    /// Of a request: the state that is requested, whichever that is.
    case anyRequested
    /// The event waits: it is sent again after a step that takes a row with a target.
    case deferred

    /// What an id of the C header means as the target of a row, or of a request.
    public init(_ id: ID, isOfRequest: Bool) {
        switch id {
        case ReservedID.any where isOfRequest: self = .anyRequested
        case ReservedID.same where !isOfRequest: self = .same
        case ReservedID.internal where !isOfRequest: self = .internal
        case ReservedID.dynamic where !isOfRequest: self = .dynamic
        case ReservedID.deferred where !isOfRequest: self = .deferred
        default: self = .state(id)
        }
    }

    /// As the row says it.
    public var id: ID {
        switch self {
        case .state(let id): id
        case .same: ReservedID.same
        case .internal: ReservedID.internal
        case .dynamic: ReservedID.dynamic
        case .anyRequested: ReservedID.any
        case .deferred: ReservedID.deferred
        }
    }

    @inline(__always)
    var isDynamic: Bool { if case .dynamic = self { true } else { false } }
}
