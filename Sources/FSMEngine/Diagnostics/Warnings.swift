/// The warnings that building reports. Errors are always reported.
public struct Warnings: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The warnings of one kind; empty for a kind of error.
    public init(_ kind: Diagnostic.Kind) {
        let bit = kind.rawValue - Diagnostic.Kind.unreachableState.rawValue
        self.init(rawValue: kind.severity == .warning ? 1 << UInt32(bit) : 0)
    }

    /// See ``Diagnostic/Kind/unreachableState``.
    public static var unreachableState: Warnings { Warnings(.unreachableState) }
    /// See ``Diagnostic/Kind/deadEndState``.
    public static var deadEndState: Warnings { Warnings(.deadEndState) }
    /// See ``Diagnostic/Kind/unusedEvent``.
    public static var unusedEvent: Warnings { Warnings(.unusedEvent) }
    /// See ``Diagnostic/Kind/neverTaken``.
    public static var neverTaken: Warnings { Warnings(.neverTaken) }
    /// See ``Diagnostic/Kind/unusedPredicate``.
    public static var unusedPredicate: Warnings { Warnings(.unusedPredicate) }
    /// See ``Diagnostic/Kind/unusedSuperstate``.
    public static var unusedSuperstate: Warnings { Warnings(.unusedSuperstate) }
    /// See ``Diagnostic/Kind/exitFromFinalState``.
    public static var exitFromFinalState: Warnings { Warnings(.exitFromFinalState) }
    /// See ``Diagnostic/Kind/siblingRegionTarget``.
    public static var siblingRegionTarget: Warnings { Warnings(.siblingRegionTarget) }
    /// See ``Diagnostic/Kind/conflictingRegions``.
    public static var conflictingRegions: Warnings { Warnings(.conflictingRegions) }
    /// See ``Diagnostic/Kind/singleRegion``.
    public static var singleRegion: Warnings { Warnings(.singleRegion) }
    /// See ``Diagnostic/Kind/neverDone``.
    public static var neverDone: Warnings { Warnings(.neverDone) }
    /// See ``Diagnostic/Kind/uselessDeferral``.
    public static var uselessDeferral: Warnings { Warnings(.uselessDeferral) }
    /// See ``Diagnostic/Kind/possibleEventlessCircle``.
    public static var possibleEventlessCircle: Warnings { Warnings(.possibleEventlessCircle) }
    /// See ``Diagnostic/Kind/unusedHistory``.
    public static var unusedHistory: Warnings { Warnings(.unusedHistory) }
    /// Every warning.
    public static var all: Warnings { Warnings(rawValue: .max) }
}
