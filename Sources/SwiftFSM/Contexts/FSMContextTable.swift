import FSMEngine
import FSMInterning

/// The rules of machines with a context, validated and compiled once. Any number of machines in any isolation domain share
/// it; a machine is a state and a context. See ``ContextSyntaxBuilder``.
///
/// ```swift
/// let table = try FSMContextTable(Turnstile(), initialState: .locked)
/// let machine = table.machine(gate)
/// await machine.handleEvent(.coin)
/// ```
public final class FSMContextTable<State: FSMHashable, Event: FSMHashable, Context>: @unchecked Sendable {
    // Unchecked: nothing changes after `init`.

    @usableFromInline let states: UnsafeMutableBufferPointer<State>
    /// The numbers of events by their bits; empty if the type is too large.
    @usableFromInline let eventsByBits: UnsafeMutableBufferPointer<Int32>
    @usableFromInline let eventCount: Int
    /// The first step for each state and event, -1 for none; empty if there are too many pairs, see `sparseCells`.
    @usableFromInline let cells: UnsafeMutableBufferPointer<Int32>
    private let sparseCells: [Int: Int32]
    @usableFromInline let steps: UnsafeMutableBufferPointer<ContextStep>
    @usableFromInline let actions: UnsafeMutableBufferPointer<Unmanaged<ContextActionBox<Context, Event>>>
    @usableFromInline let conditions: UnsafeMutableBufferPointer<Unmanaged<ContextCondition<Context, Event>>>
    /// What steps have that only the machine performs.
    let effects: ContextEffects
    /// Whether some states have values, which machines keep.
    @usableFromInline let hasCases: Bool
    /// Whether machines may pass their context to actions of other actors: it is `Sendable`.
    @usableFromInline let sendsContexts: Bool
    let stateIndex: ValueIndex<State>
    let eventIndex: ValueIndex<Event>
    @usableFromInline let initialNumber: Int32
    /// The state in which machines begin, unless they are told another one.
    public let initialState: State
    /// What is probably a mistake.
    public let warnings: [ChartFault]
    /// For lists, pictures and walks.
    let listing: TableListing<State, Event>
    /// The conditions of rows, by their numbers in the table.
    let conditionsOfRows: [[ContextCondition<Context, Event>]]

    /// What a row does whose conditions do not hold.
    public typealias ConditionPolicy = FSMConditionPolicy

    /// Validates and compiles rules. O(statements), and what the rows for one event are compared with each other.
    ///
    /// - Parameters:
    ///   - rules: The rules, which are evaluated once.
    ///   - initialState: The state in which machines begin. Its `onEntry` does not run.
    ///   - actionsPolicy: When `onEntry` and `onExit` run.
    ///   - conditions: What a row does whose conditions do not hold.
    /// - Throws: ``SwiftFSMError`` with all errors.
    public convenience init<Rules: ContextSyntaxBuilder>(
        _ rules: Rules, initialState: State, actionsPolicy: StateActionsPolicy = .executeOnChangeOnly,
        conditions: ConditionPolicy = .exclusive
    ) throws where Rules.State == State, Rules.Event == Event, Rules.Context == Context {
        try self.init(rules, initialState, actionsPolicy, conditions, sendsContexts: false)
    }

    /// Validates and compiles rules whose context may be passed to actions on any actor. For other contexts, an action on an
    /// actor stops the program if another actor sends its event.
    public convenience init<Rules: ContextSyntaxBuilder>(
        _ rules: Rules, initialState: State, actionsPolicy: StateActionsPolicy = .executeOnChangeOnly,
        conditions: ConditionPolicy = .exclusive
    ) throws where Rules.State == State, Rules.Event == Event, Rules.Context == Context, Context: Sendable {
        try self.init(rules, initialState, actionsPolicy, conditions, sendsContexts: true)
    }

    private init<Rules: ContextSyntaxBuilder>(
        _ rules: Rules, _ initialState: State, _ actionsPolicy: StateActionsPolicy, _ conditions: ConditionPolicy,
        sendsContexts: Bool
    ) throws where Rules.State == State, Rules.Event == Event, Rules.Context == Context {
        self.sendsContexts = sendsContexts
        let assembly = Assembly(rules.rules.map(\.define), initialState: initialState, isOfContext: true)
        let program = try Self.program(of: assembly, actionsPolicy, isFirstMatch: conditions == .firstMatch)
        states = Self.copy(assembly.states.values)
        eventsByBits = Self.copy(assembly.events.index.bits.numbers)
        eventCount = assembly.events.numberCount
        let (pairCount, isTooLarge) = states.count.multipliedReportingOverflow(by: eventCount)
        if isTooLarge || pairCount > Self.maximumPairCount {
            cells = Self.copy([])
            let eventCount = eventCount
            sparseCells = Dictionary(
                uniqueKeysWithValues: program.firstSteps.map { (Int($0.state) * eventCount + Int($0.event), $0.step) })
        } else {
            cells = Self.copy(repeatElement(-1, count: pairCount))
            for first in program.firstSteps { cells[Int(first.state) * eventCount + Int(first.event)] = first.step }
            sparseCells = [:]
        }
        steps = Self.copy(program.steps)
        actions = Self.copy(program.actions.map { Unmanaged.passRetained($0) })
        self.conditions = Self.copy(program.conditions.map { Unmanaged.passRetained($0) })
        effects = ContextEffects(assembly, program, actionsPolicy)
        hasCases = effects.cases.contains(true)
        stateIndex = assembly.states.index
        eventIndex = assembly.events.index
        self.initialState = initialState
        initialNumber = assembly.states.index.number(of: initialState)
        warnings = assembly.flatWarnings
        conditionsOfRows = program.conditionsOfRows
        listing = TableListing(
            table: program.table, states: stateIndex, events: eventIndex, predicates: PredicateKinds(),
            sources: assembly.sources(actionsPolicy), initialState: initialState, isLenient: true, isChart: false)
    }

    /// The most pairs of states and events that are an array.
    private static var maximumPairCount: Int { 1 << 22 }

    deinit {
        for action in actions { action.release() }
        actions.deallocate()
        for condition in conditions { condition.release() }
        conditions.deallocate()
        steps.deallocate()
        cells.deallocate()
        eventsByBits.deallocate()
        states.deinitialize()
        states.deallocate()
    }

    private static func copy<Element>(_ elements: some Collection<Element>) -> UnsafeMutableBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = buffer.initialize(from: elements)
        return buffer
    }
}

// MARK: - Compiling

extension FSMContextTable {
    private static func program(
        of assembly: Assembly<State, Event>, _ policy: StateActionsPolicy, isFirstMatch: Bool
    ) throws -> ContextProgram<Context, Event> {
        // All lists have callbacks, which tell their numbers.
        let callbacks = ActionCallbacks(lists: [], isShared: true)
        let engine = assembly.definition(policy, callbacks, isFirstMatch: isFirstMatch)
        var definition = engine.definition
        if isFirstMatch { definition.guardPolicy = .firstMatch }
        for row in assembly.rows.indices where !assembly.rows[row].clause.conditions.isEmpty {
            for engineRow in engine.engineRows[row] { definition.addGuard(GuardProbe.callback(row), toRow: engineRow) }
        }
        let (valid, diagnostics) = definition.validate()
        var errors = diagnostics.filter { $0.kind.severity == .error }
        if isFirstMatch {
            // Of rows with conditions any number can be for one event, but not of those without.
            let unconditional = assembly.definition(
                policy, callbacks, isForClashes: true, isFirstMatch: true
            ).definition
            let clashes = unconditional.validate().diagnostics.filter { [.clash, .duplicate].contains($0.kind) }
            errors = clashes + errors.filter { ![.clash, .duplicate].contains($0.kind) }
        }
        let faults = assembly.faults(errors)
        guard let valid, faults.isEmpty else { throw SwiftFSMError(faults: faults) }
        guard let table = valid.compile() else { throw SwiftFSMError(faults: [.outOfMemory]) }
        let lists = assembly.contextActions(policy, of: Context.self)
        let conditions = assembly.rows.map { row in
            row.clause.conditions.compactMap { $0.ofContext as? ContextCondition<Context, Event> }
        }
        var known: [ID: Set<ID>] = [:]
        let pairs = definition.rows.lazy.map { (state: $0.source, event: $0.event) }.filter { pair in
            known[pair.state, default: []].insert(pair.event).inserted
        }
        return ContextProgram(
            table, Array(pairs), lists: lists, conditions: conditions, isFirstMatch: isFirstMatch,
            isCase: { assembly.states.isCase($0) }, isDynamic: { assembly.isDynamic(assembly.rows[$0]) })
    }
}

// MARK: - Choosing

extension FSMContextTable {
    /// The number of an event; -1 for one that no row names.
    @inlinable @inline(__always)
    func number(of event: Event) -> Int32 {
        let number = BitNumbers<Event>.number(of: event, in: eventsByBits)
        return number >= 0 ? number : search(event)
    }

    @usableFromInline
    func search(_ event: Event) -> Int32 { eventIndex.search(event) }

    /// The first step for a state and an event; -1 for none.
    @inlinable @inline(__always)
    func firstStep(_ state: Int32, _ event: Int32) -> Int32 {
        guard event >= 0 else { return -1 }
        let cell = Int(state) &* eventCount &+ Int(event)
        return cells.count > 0 ? cells[cell] : sparseStep(cell)
    }

    @usableFromInline
    func sparseStep(_ cell: Int) -> Int32 { sparseCells[cell] ?? -1 }

    /// The step of an event in a state, whose conditions are asked; -1 for none, -2 if a condition does not hold.
    @inlinable
    func choose(_ state: Int32, _ event: Event, _ context: Context) -> Int32 {
        let first = firstStep(state, number(of: event))
        return first < 0 ? -1 : decide(first, event, context)
    }

    /// The first step, beginning with this one, whose conditions hold; -2 if there is none.
    @inlinable
    func decide(_ first: Int32, _ event: Event, _ context: Context) -> Int32 {
        var number = first
        while number >= 0 {
            let step = steps[Int(number)]
            if conditionsHold(of: step, event, context) { return number }
            number = step.next
        }
        return -2
    }

    /// Whether all conditions of a step hold.
    @inlinable
    func conditionsHold(of step: ContextStep, _ event: Event, _ context: Context) -> Bool {
        var left = step.conditionCount
        while left > 0 {
            let condition = conditions[Int(step.condition &+ step.conditionCount &- left)]
            guard condition._withUnsafeGuaranteedRef({ $0.holds(context, event) }) else { return false }
            left &-= 1
        }
        return true
    }

    /// Calls the actions of a step, none of which has to be awaited.
    @inlinable @inline(__always)
    func perform(_ step: ContextStep, _ context: Context, _ event: Event) {
        var number = Int(step.action)
        let end = number &+ Int(step.actionCount)
        while number < end {
            actions[number]._withUnsafeGuaranteedRef { $0.direct(context, event) }
            number &+= 1
        }
    }
}
