/// One row: source × event, guards → target × actions.
public struct Row {
    /// A state, or ``ReservedID/any``.
    public var source: ID
    /// An event, ``ReservedID/any`` or ``ReservedID/request``.
    public var event: ID
    /// A state, or one of ``ReservedID/same``, ``ReservedID/internal``, ``ReservedID/dynamic``. Of a request a state,
    /// or ``ReservedID/any``.
    public var target: ID
    public var place: Place
    /// The number of the block that it belongs to, or -1: that of its source.
    public var block: Int32
    /// Replaces the rows for the same state, event and matches that other blocks have before it.
    public var isOverriding: Bool

    var guards = Chain()
    var actions = Chain()
    var resolver = Chain()
    /// What it says of predicate types.
    var matches = Chain()

    public init(
        source: ID, event: ID, target: ID, place: Place = .unknown, block: Int32 = -1, isOverriding: Bool = false
    ) {
        self.source = source
        self.event = event
        self.target = target
        self.place = place
        self.block = block
        self.isOverriding = isOverriding
    }

    /// The target as a row of its own source says it: coming back by name is the same as ``ReservedID/same``.
    var normalizedTarget: ID { target == source ? ReservedID.same : target }
}
