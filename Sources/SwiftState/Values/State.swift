/// A state, or `.any`, which stands for all of them.
public enum State<S: StateType>: Hashable, RawRepresentable {
    /// This one.
    case some(S)
    /// Whichever.
    case any

    /// The same as `.any`, as the original's document writes it.
    public static var `Any`: State<S> { .any }

    /// `.any` for `nil`. O(1).
    public init(rawValue: S?) {
        self = rawValue.map { .some($0) } ?? .any
    }

    /// `nil` for `.any`. O(1).
    public var rawValue: S? {
        switch self {
        case .some(let value): value
        case .any: nil
        }
    }

    /// Whether both are the same, or both `.any`.
    public static func == (left: State<S>, right: State<S>) -> Bool { left.rawValue == right.rawValue }

    /// Whether it is this one; `.any` is none.
    public static func == (left: State<S>, right: S) -> Bool { left.rawValue == right }

    /// Whether it is this one; `.any` is none.
    public static func == (left: S, right: State<S>) -> Bool { left == right.rawValue }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Whether it stands for this one.
    func covers(_ value: S) -> Bool {
        switch self {
        case .some(let own): own == value
        case .any: true
        }
    }
}
