/// The warnings that building reports. Errors are always reported.
public struct Warnings: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The warnings of one kind; empty for a kind of error.
    public init(_ kind: Diagnostic.Kind) {
        let bit = kind.rawValue - Diagnostic.Kind.unreachableState.rawValue
        self.init(rawValue: kind.severity == .warning ? 1 << UInt32(bit) : 0)
    }

    public static var unreachableState: Warnings { Warnings(.unreachableState) }
    public static var deadEndState: Warnings { Warnings(.deadEndState) }
    public static var unusedEvent: Warnings { Warnings(.unusedEvent) }
    public static var neverTaken: Warnings { Warnings(.neverTaken) }
    public static var unusedPredicate: Warnings { Warnings(.unusedPredicate) }
    public static var unusedSuperstate: Warnings { Warnings(.unusedSuperstate) }
    public static var exitFromFinalState: Warnings { Warnings(.exitFromFinalState) }
    public static var siblingRegionTarget: Warnings { Warnings(.siblingRegionTarget) }
    public static var conflictingRegions: Warnings { Warnings(.conflictingRegions) }
    public static var singleRegion: Warnings { Warnings(.singleRegion) }
    public static var neverDone: Warnings { Warnings(.neverDone) }
    public static var uselessDeferral: Warnings { Warnings(.uselessDeferral) }
    public static var possibleEventlessCircle: Warnings { Warnings(.possibleEventlessCircle) }
    public static var unusedHistory: Warnings { Warnings(.unusedHistory) }
    public static var all: Warnings { Warnings(rawValue: .max) }
}
