import FSMEngine

/// A finite state machine, whose table is written in the words of ``SyntaxBuilder``.
///
/// ```swift
/// let turnstile = FSM<State, Event>(initialState: .locked)
/// try turnstile.buildTable {
///     define(.locked) {
///         when(.coin) | then(.unlocked) | unlock
///         when(.pass) | then(.locked) | alarm
///     }
///     define(.unlocked) {
///         when(.coin) | then(.unlocked) | thankyou
///         when(.pass) | then(.locked) | lock
///     }
/// }
/// await turnstile.handleEvent(.coin)
/// ```
///
/// A step changes the state first, then performs the actions of the row, those for leaving the old state and those for
/// entering the new one. An event that is sent from inside an action is handled then and there, in the new state. The
/// actions of two events never interleave: while actions are awaited, other tasks wait for their turn.
///
/// A machine belongs to the isolation domain in which it was made: its methods run there, and call actions of other
/// actors on those.
public final class FSM<State: FSMHashable, Event: FSMHashable> {
    /// What is expected of the predicates that come with an event. Both are equally fast.
    public enum PredicateHandling: Sendable {
        /// Exactly one of each type that the table names.
        case eager
        /// What there is: a row that names a type is not for events without one, types that the table does not name are
        /// ignored, and of several of one type the first counts.
        case lazy
    }

    let type: PredicateHandling
    let initialState: State
    let actionsPolicy: StateActionsPolicy
    let enforcesConcurrency: Bool
    /// Told of each event that came to nothing, and of each transition. In debug builds it prints to standard error
    /// unless it is replaced; otherwise there is none.
    public var logHandler: FSMLogHandler<State, Event>? = defaultLogHandler() {
        didSet { updateObservation() }
    }

    @usableFromInline let runner = Runner<State, Event>()
    private var expectedIsolation: ExpectedIsolation?

    /// A machine without a table, in which no event is found.
    ///
    /// - Parameters:
    ///   - type: What is expected of the predicates that come with an event.
    ///   - initialState: Where it begins; its `onEntry` is not performed.
    ///   - actionsPolicy: When `onEntry` and `onExit` are performed.
    ///   - enforceConcurrency: Whether methods trap, in debug builds, if they are called from another actor, or
    ///     another kind of actor, than the first one was.
    public init(
        type: PredicateHandling = .eager, initialState: State, actionsPolicy: StateActionsPolicy = .executeOnChangeOnly,
        enforceConcurrency: Bool = false
    ) {
        self.type = type
        self.initialState = initialState
        self.actionsPolicy = actionsPolicy
        enforcesConcurrency = enforceConcurrency
        updateObservation()
    }

    /// The present state.
    public var state: State { runner.state ?? initialState }

    private func updateObservation() { runner.isUnobserved = logHandler == nil && !enforcesConcurrency }

    /// Builds the table, once. O(statements), and what it takes to compare the predicates of rows for one event.
    ///
    /// Throws `SwiftFSMError`, which holds everything that is wrong, with files and lines. The machine is then as
    /// before, and another table may be built.
    public func buildTable(
        file: StaticString = #file, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
        @TableBuilder _ block: () -> [Syntax.Define<State, Event>]
    ) throws {
        check(isolation, #function)
        guard runner.table == nil else {
            throw SwiftFSMError(faults: [.tableAlreadyBuilt(SourcePlace(file: "\(file)", line: line))])
        }
        let assembly = Assembly(block(), initialState: initialState)
        let table = try CompiledTable(assembly, isLenient: type == .lazy)
        try runner.take(table, ActionLists(assembly, actionsPolicy), initialState: initialState)
    }

    func check(_ isolation: (any Actor)?, _ function: String) {
        #if DEBUG
            guard enforcesConcurrency else { return }
            let isolation = ExpectedIsolation(isolation)
            guard let expected = expectedIsolation else {
                expectedIsolation = isolation
                return
            }
            precondition(
                expected == isolation,
                "Concurrency violation: \(function) called by \(isolation) (expected \(expected))")
        #endif
    }
}
