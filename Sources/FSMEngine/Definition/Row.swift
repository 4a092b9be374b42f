/// One row: source × event, guards → target × actions.
public struct Row {
    /// A state, or ``ReservedID/any``.
    public var source: ID
    /// An event, ``ReservedID/any``, ``ReservedID/request`` or ``ReservedID/eventless``.
    public let event: ID
    /// Where the row leads.
    public internal(set) var target: Target
    /// The place of the row.
    public var place: Place
    /// The number of the block that it belongs to, or -1: that of its source.
    public var block: Int32
    /// Replaces the rows for the same state, event and matches that other blocks have before it.
    public var isOverriding: Bool
    /// Leaves no more states than it must: `SFSM_LOCAL` in C.
    public var isLocal = false
    /// ``Definition/chart`` has parts of this row.
    var hasChartParts = false

    var guards = Chain()
    var actions = Chain()
    var resolver = Chain()
    /// What it says of predicate types.
    var matches = Chain()

    /// `target` is a state, ``ReservedID/same``, ``ReservedID/internal``, ``ReservedID/dynamic`` or
    /// ``ReservedID/deferred``. Of a request it is a state, or ``ReservedID/any``.
    public init(
        source: ID, event: ID, target: ID, place: Place = .unknown, block: Int32 = -1, isOverriding: Bool = false
    ) {
        self.source = source
        self.event = event
        self.target = Target(target, isOfRequest: event == ReservedID.request)
        self.place = place
        self.block = block
        self.isOverriding = isOverriding
    }

    /// The block that it belongs to, if it names one.
    @inline(__always)
    var ownBlock: TypedIndex<Block>? { block < 0 ? nil : TypedIndex(Int(block)) }

    /// The target as a row of its own source says it: coming back by name is the same as ``ReservedID/same``.
    var normalizedTarget: Target { target == .state(source) ? .same : target }
}
