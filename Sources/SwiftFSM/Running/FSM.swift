import FSMEngine

/// A finite state machine. Write its table with the statements of ``SyntaxBuilder``.
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
/// A step changes the state, then runs the actions of the row, the exit actions of the old state, and the entry actions
/// of the new state. An event sent from an action is handled immediately, in the new state. The actions of two events
/// never interleave: while actions are awaited, events of other tasks wait.
///
/// If states are nested, the table is a chart: see ``ChartSyntaxBuilder``.
///
/// A machine retains its actions. An object that owns a machine with methods of itself as actions is never released: for
/// many machines use an ``FSMContextTable``, or `{ [weak self] in self?.lock() }`.
///
/// A machine belongs to the isolation domain that created it: its methods run there, and actions of other actors run on
/// those actors.
public final class FSM<State: FSMHashable, Event: FSMHashable> {
    /// The predicates that are expected with an event. Both options are equally fast.
    public enum PredicateHandling: Sendable {
        /// Exactly one predicate of each type in the table.
        case eager
        /// Any predicates. A row that names a type does not match events without a predicate of that type. Types that
        /// the table does not name are ignored. Of several predicates of one type the first counts.
        case lazy
    }

    let type: PredicateHandling
    let initialState: State
    let actionsPolicy: StateActionsPolicy
    let enforcesConcurrency: Bool
    /// Called for each event with its result. The default prints to standard error in debug builds, and is `nil`
    /// otherwise.
    public var logHandler: FSMLogHandler<State, Event>? = defaultLogHandler() {
        didSet { updateObservation() }
    }

    /// Called for each step of a chart, and of a machine whose table was read from a document, for an audit trail say: after
    /// the actions of the step, and before the steps that follow from it. It is also called for events that came to nothing, and
    /// for those that wait since their row is deferred. Inside it ``now`` is the time of the step; events that it sends wait.
    ///
    /// Other tables never call it: there, each event is one step, of which ``logHandler`` is told.
    public var stepHandler: FSMStepHandler<State, Event>? {
        get { runner.stepHandler }
        set { runner.stepHandler = newValue }
    }

    @usableFromInline let runner = Runner<State, Event>()
    private var expectedIsolation: ExpectedIsolation?

    /// Creates a machine without a table. Until it has one, no event is found.
    ///
    /// - Parameters:
    ///   - type: The predicates that are expected with an event.
    ///   - initialState: The initial state. Its `onEntry` does not run.
    ///   - actionsPolicy: When `onEntry` and `onExit` run.
    ///   - enforceConcurrency: Whether, in debug builds, a method traps if it is called from another type of actor than
    ///     the first call.
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

    /// The current state. Of a chart it is the active state without children, or the outermost active parallel state;
    /// after the chart is done, the last one.
    public var state: State { runner.state ?? initialState }

    private func updateObservation() { runner.isUnobserved = logHandler == nil && !enforcesConcurrency }

    /// Builds the table. Call it once. O(statements), plus the comparison of predicates between rows for one event.
    ///
    /// - Parameters:
    ///   - conditions: What a row does whose conditions do not hold. In a chart the next row is always tried.
    ///   - file: The file of the call.
    ///   - line: The line of the call.
    ///   - isolation: The isolation of the caller.
    ///   - block: The table.
    /// - Throws: ``SwiftFSMError`` with all errors of the table. The machine is then unchanged, and you can build
    ///   another table.
    public func buildTable(
        conditions: FSMConditionPolicy = .exclusive, file: StaticString = #fileID, line: Int = #line,
        isolation: isolated (any Actor)? = #isolation,
        @TableBuilder _ block: () -> [Syntax.Define<State, Event>]
    ) throws {
        check(isolation, #function)
        guard runner.table == nil else {
            throw SwiftFSMError(faults: [.tableAlreadyBuilt(SourcePlace(file: "\(file)", line: line))])
        }
        let assembly = Assembly(block(), initialState: initialState)
        let actionLists = assembly.actionLists(actionsPolicy)
        let callbacks = ActionCallbacks(lists: actionLists.lists, isShared: assembly.hasEffects)
        let table = try CompiledTable(
            assembly, actionsPolicy, callbacks, isLenient: type == .lazy, isFirstMatch: conditions == .firstMatch)
        try runner.take(table, actionLists, initialState: initialState)
        runner.note(isolation)
        connectActivities()
        logWarnings()
    }

    /// Lets the tasks of states send events.
    func connectActivities() {
        let reference = MachineReference(self)
        runner.connectActivities { event, actor in await reference.handle(event, on: actor) }
    }

    /// Begins the tasks of the states in which the machine is, which begin by themselves when states are entered: see
    /// ``SyntaxBuilder/activity(_:thenSend:orElse:file:line:)``. `onEntry` does not run, and tasks that are running go on.
    public func start(isolation: isolated (any Actor)? = #isolation) {
        check(isolation, #function)
        runner.beginActivities()
    }

    func check(_ isolation: (any Actor)?, _ function: String) {
        runner.note(isolation)
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

/// A machine for a task that does not retain it, and that runs on the machine's actor.
private final class MachineReference<State: FSMHashable, Event: FSMHashable>: @unchecked Sendable {
    private weak var machine: FSM<State, Event>?

    init(_ machine: FSM<State, Event>) { self.machine = machine }

    func handle(_ event: Event, on actor: isolated any Actor) async {
        _ = await machine?.handleInTurn(event, [], isolation: actor)
    }
}
