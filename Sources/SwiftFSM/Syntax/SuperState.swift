/// Rows and actions that several states share.
///
/// ```swift
/// let resettable = SuperState {
///     when(.reset) | then(.locked) | alarmOff & lock
/// }
/// define(.locked, adopts: resettable) { … }
/// ```
///
/// A state that adopts superstates has their rows first, in the order of adoption, then its own. To replace a row of a
/// superstate, put the new row into an `overriding` block.
public struct SuperState {
    let superStates: [SuperState]
    let onEntry: [AnyAction]
    let onExit: [AnyAction]
    let content: Content

    init(superStates: [SuperState], onEntry: [AnyAction], onExit: [AnyAction], content: Content) {
        self.superStates = superStates
        self.onEntry = onEntry
        self.onExit = onExit
        self.content = content
    }

    /// Combines several superstates into one.
    public init(
        adopts superState: SuperState, _ andSuperStates: SuperState..., onEntry: [AnyAction] = [],
        onExit: [AnyAction] = []
    ) {
        superStates = [superState] + andSuperStates
        self.onEntry = onEntry
        self.onExit = onExit
        content = Content()
    }

    /// Creates a superstate with rows of its own and those of the superstates it adopts.
    public init(
        adopts superStates: SuperState..., onEntry: [AnyAction] = [], onExit: [AnyAction] = [],
        file: String = #fileID, line: Int = #line,
        @Syntax.MWTABuilder _ block: () -> [Syntax.MatchingWhenThenActions]
    ) {
        self.superStates = superStates
        self.onEntry = onEntry
        self.onExit = onExit
        content = Content(Clause(), block(), of: .superState, SourcePlace(file: file, line: line))
    }
}
