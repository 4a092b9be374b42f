/// What a picture has boxes for.
struct PictureNode {
    enum Kind: UInt8 {
        /// A state without children.
        case leaf
        /// A state around its children.
        case compound
        case parallel
        case final
        case shallowHistory
        case deepHistory
        /// Around the states that adopt it.
        case superstate
        /// Stands for each state.
        case any
        /// Whatever a resolver names.
        case dynamic
        /// Where a machine begins, or what is entered with the node around it.
        case start
    }

    var kind = Kind.leaf
    var name = Text()
    /// What stands in the box below the name.
    var lines = Text()
    /// The nodes around it, first in it and next to it; -1 for none.
    var container: Int32 = -1
    var first: Int32 = -1
    var last: Int32 = -1
    var next: Int32 = -1
    /// How many nodes are around it.
    var depth: Int32 = 0
    /// The first and last of the arrows whose both ends are in it, and in nothing else that is; -1 for none.
    var firstArrow: Int32 = -1
    var lastArrow: Int32 = -1
    var isMarked = false
    var isShown = true

    /// Something is drawn within it.
    var isCluster: Bool { kind == .compound || kind == .parallel || kind == .superstate }
    var isHistory: Bool { kind == .shallowHistory || kind == .deepHistory }
    /// Its name is shown.
    var isNamed: Bool { kind != .start && !isHistory }
}

/// The rows that lead from one node to another.
struct PictureArrow {
    var from: Int32
    var to: Int32
    /// A line for each row.
    var label = Text()
    /// None of them is of an event.
    var isOfRequests = true
    /// They may be taken now.
    var isMarked = false
    /// How often they were taken.
    var taken: UInt64 = 0
    /// The next arrow of the same container.
    var next: Int32 = -1
}

/// How a part of a text looks: from a byte of this value on, which no name has.
enum PictureStyle: UInt8 {
    case strong = 1
    /// What has to be true.
    case condition
    /// What matters less.
    case quiet
    case plain
}

extension Text {
    @inline(never)
    mutating func begin(_ style: PictureStyle) { append(style.rawValue) }

    /// Begins a line, unless it is the first one.
    @inline(never)
    mutating func beginLine() {
        if !isEmpty { append(0x0a) }
    }
}

/// What of a table is drawn, and how.
public struct PictureOptions {
    /// Superstates are not drawn.
    public var isFlat = false
    /// The present states.
    public var current = UnsafeBufferPointer<ID>(start: nil, count: 0)
    /// States that are left out, with their rows.
    public var hidden = UnsafeBufferPointer<ID>(start: nil, count: 0)
    /// If there are some, only these are drawn, and their neighbours.
    public var focus = UnsafeBufferPointer<ID>(start: nil, count: 0)
    /// How often each row was taken; empty if that is not known.
    public var taken = UnsafeBufferPointer<UInt64>(start: nil, count: 0)

    /// All of the definition, without counts.
    public init() {}
}
