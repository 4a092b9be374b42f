/// A state, or `.any` for all states.
public enum State<S: StateType>: Hashable, RawRepresentable {
    /// A particular state.
    case some(S)
    /// Any state.
    case any

    /// `.any`, as the original's documentation spells it.
    public static var `Any`: State<S> { .any }

    /// Creates `.any` for `nil`. O(1).
    public init(rawValue: S?) {
        self = rawValue.map { .some($0) } ?? .any
    }

    /// The state; `nil` for `.any`. O(1).
    public var rawValue: S? {
        switch self {
        case .some(let value): value
        case .any: nil
        }
    }

    /// Whether both are equal, or both are `.any`.
    public static func == (left: State<S>, right: State<S>) -> Bool { left.rawValue == right.rawValue }

    /// Whether it is this state; `.any` is not.
    public static func == (left: State<S>, right: S) -> Bool { left.rawValue == right }

    /// Whether it is this state; `.any` is not.
    public static func == (left: S, right: State<S>) -> Bool { left == right.rawValue }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Whether it matches a state.
    func covers(_ value: S) -> Bool {
        switch self {
        case .some(let own): own == value
        case .any: true
        }
    }
}
