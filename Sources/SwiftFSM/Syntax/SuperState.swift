/// Rows and actions that several states have in common.
///
/// ```swift
/// let resettable = SuperState {
///     when(.reset) | then(.locked) | alarmOff & lock
/// }
/// define(.locked, adopts: resettable) { … }
/// ```
///
/// A state has the rows of its superstates first, in the order in which it adopts them, then its own. They can be
/// replaced in an `overriding` block only.
public struct SuperState {
    let superStates: [SuperState]
    let onEntry: [AnyAction]
    let onExit: [AnyAction]
    let content: Content

    /// Several superstates as one.
    public init(
        adopts superState: SuperState, _ andSuperStates: SuperState..., onEntry: [AnyAction] = [],
        onExit: [AnyAction] = []
    ) {
        superStates = [superState] + andSuperStates
        self.onEntry = onEntry
        self.onExit = onExit
        content = Content()
    }

    /// A superstate with rows of its own, and those of the superstates that it adopts.
    public init(
        adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: [AnyAction] = [],
        file: String = #file, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) {
        self.superStates = superStates
        self.onEntry = onEntry
        self.onExit = onExit
        content = Content(Clause(), block(), of: .superState, SourcePlace(file: file, line: line))
    }
}
