/// What the steps of a table have that only a machine can perform: states with values, and actions that fail, or begin or
/// end what lives as long as a state. Immutable.
struct ContextEffects<State: FSMHashable, Event: FSMHashable, Context> {
    typealias Box = ContextActionBox<Context, Event>

    /// The action lists, as `ActionNumbers` numbers them.
    let lists: [[Box]]
    /// The numbers of the lists of each step.
    let listsOfSteps: [[Int32]]
    /// What tells the next state of a step; `nil` where that is known.
    private let targetsOfSteps: [ContextTarget<State, Event, Context>?]
    /// Whether a state is a case, whatever its values.
    let cases: [Bool]
    private let numbers: ActionNumbers
    private let policy: StateActionsPolicy

    init(_ assembly: Assembly<State, Event>, _ program: ContextProgram<Context, Event>, _ policy: StateActionsPolicy) {
        lists = Self.lists(of: assembly, policy)
        cases = assembly.states.values.indices.map { assembly.states.isCase(Int32($0)) }
        numbers = assembly.actionNumbers
        self.policy = policy
        let targets = assembly.rows.map { row -> ContextTarget<State, Event, Context>? in
            guard assembly.isDynamic(row) else { return nil }
            if let computed = row.clause.target?.computed as? ContextTarget<State, Event, Context> { return computed }
            return (row.clause.target?.state as? State).map { state in ContextTarget { _, _ in state } }
        }
        targetsOfSteps = program.rows.map { targets.indices.contains($0) ? targets[$0] : nil }
        // What is left and entered is known when the target is.
        listsOfSteps = zip(program.lists, targetsOfSteps).map { $1 == nil ? $0 : Array($0.prefix(1)) }
    }

    static func lists(of assembly: Assembly<State, Event>, _ policy: StateActionsPolicy) -> [[Box]] {
        assembly.listedActions(policy).map { actions in
            actions.compactMap { ($0.action as? ErasedContextAction<Context, Event>)?.action.box }
        }
    }

    func target(ofStep step: Int) -> ContextTarget<State, Event, Context>? { targetsOfSteps[step] }

    /// The action lists of a change between two states, without those of a row: exit, then entry.
    func lists(leaving source: Int32, entering target: Int32, isChange: Bool) -> [Int32] {
        guard isChange || policy == .executeAlways else { return [] }
        return [Int32(numbers.onExit(source)), Int32(numbers.onEntry(target))]
    }

    /// What lives as long as a state.
    func lifetimes(of state: Int32) -> [ContextLifetime<State, Event, Context>] {
        lists[numbers.onEntry(state)].compactMap { box in
            guard case .begin(let lifetime) = box.effect else { return nil }
            return lifetime as? ContextLifetime<State, Event, Context>
        }
    }
}

/// A change of the state that the machine performs itself.
struct ContextChange<State> {
    var target: Int32
    /// The state, if it has values.
    var value: State?
    /// The numbers of the action lists, in order.
    var lists: [Int32]
}
