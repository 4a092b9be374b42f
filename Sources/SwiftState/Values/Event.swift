/// An event, or `.any` for all events.
public enum Event<E: EventType>: Hashable, RawRepresentable {
    /// A particular event.
    case some(E)
    /// Any event.
    case any

    /// `.any`, as the original's documentation spells it.
    public static var `Any`: Event<E> { .any }

    /// Creates `.any` for `nil`. O(1).
    public init(rawValue: E?) {
        self = rawValue.map { .some($0) } ?? .any
    }

    /// The event; `nil` for `.any`. O(1).
    public var rawValue: E? {
        switch self {
        case .some(let value): value
        case .any: nil
        }
    }

    /// Whether both are equal, or both are `.any`.
    public static func == (left: Event<E>, right: Event<E>) -> Bool { left.rawValue == right.rawValue }

    /// Whether it is this event; `.any` is not.
    public static func == (left: Event<E>, right: E) -> Bool { left.rawValue == right }

    /// Whether it is this event; `.any` is not.
    public static func == (left: E, right: Event<E>) -> Bool { left == right.rawValue }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Whether it matches an event.
    func covers(_ value: E) -> Bool {
        switch self {
        case .some(let own): own == value
        case .any: true
        }
    }
}
