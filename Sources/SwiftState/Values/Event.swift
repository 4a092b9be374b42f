/// An event, or `.any`, which stands for all of them.
public enum Event<E: EventType>: Hashable, RawRepresentable {
    /// This one.
    case some(E)
    /// Whichever.
    case any

    /// The same as `.any`, as the original's document writes it.
    public static var `Any`: Event<E> { .any }

    /// `.any` for `nil`. O(1).
    public init(rawValue: E?) {
        self = rawValue.map { .some($0) } ?? .any
    }

    /// `nil` for `.any`. O(1).
    public var rawValue: E? {
        switch self {
        case .some(let value): value
        case .any: nil
        }
    }

    /// Whether both are the same, or both `.any`.
    public static func == (left: Event<E>, right: Event<E>) -> Bool { left.rawValue == right.rawValue }

    /// Whether it is this one; `.any` is none.
    public static func == (left: Event<E>, right: E) -> Bool { left.rawValue == right }

    /// Whether it is this one; `.any` is none.
    public static func == (left: E, right: Event<E>) -> Bool { left == right.rawValue }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Whether it stands for this one.
    func covers(_ value: E) -> Bool {
        switch self {
        case .some(let own): own == value
        case .any: true
        }
    }
}
