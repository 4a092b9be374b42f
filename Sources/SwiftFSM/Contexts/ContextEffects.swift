/// What the steps of a table have that only a machine can perform: states with values, and actions that fail, or begin or
/// end what lives as long as a state. Immutable.
///
/// It has no type parameters, and what it consists of neither. Machines are compiled for all types at once, and to look up the
/// type of an array of boxes, say, costs them as much as the rest of an action.
struct ContextEffects {
    /// The action lists, as `ActionNumbers` numbers them.
    let lists: [ContextActionList]
    /// The lists of each step.
    let listsOfSteps: [ContextLists]
    /// What tells the next state of a step, a `ContextTarget`; `nil` where that is known.
    private let targetsOfSteps: [AnyObject?]
    /// Whether a state is a case, whatever its values.
    let cases: [Bool]
    /// Whether something lives as long as some state.
    let haveLifetimes: Bool
    private let numbers: ActionNumbers
    private let policy: StateActionsPolicy

    init<State, Event, Context>(
        _ assembly: Assembly<State, Event>, _ program: ContextProgram<Context, Event>, _ policy: StateActionsPolicy
    ) {
        lists = program.boxes.map { ContextActionList($0) }
        haveLifetimes = lists.contains { $0.begins }
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
        listsOfSteps = zip(program.lists, targetsOfSteps).map { ContextLists($1 == nil ? $0 : Array($0.prefix(1))) }
    }

    /// The `ContextTarget` of a step; `nil` if its next state is known.
    func target(ofStep step: Int) -> AnyObject? { targetsOfSteps[step] }

    /// Adds what a change between two states performs: exit, then entry.
    func add(leaving source: Int32, entering target: Int32, isChange: Bool, to lists: inout ContextLists) {
        guard isChange || policy == .executeAlways else { return }
        lists.exit = numbers.onExit(source)
        lists.entry = numbers.onEntry(target)
    }

    /// What is performed on entry to a state.
    func list(entering state: Int32) -> ContextActionList { lists[numbers.onEntry(state)] }
}

extension Assembly {
    /// The actions with a context of each list.
    func contextActions<Context>(
        _ policy: StateActionsPolicy, of context: Context.Type
    ) -> [[ContextActionBox<Context, Event>]] {
        listedActions(policy).map { actions in
            actions.compactMap { ($0.action as? ErasedContextAction<Context, Event>)?.action.box }
        }
    }
}

/// A list of actions, and what all of them need of their caller.
struct ContextActionList {
    /// Of the type `ContextActionBox`.
    let boxes: [AnyObject]
    private(set) var isSynchronous = true
    /// The actor that isolates some of the actions; `nil` if none is isolated.
    private(set) var isolation: ObjectIdentifier?
    /// Whether the actions belong to several actors.
    private(set) var isMixed = false
    /// Whether something begins that lives as long as a state.
    private(set) var begins = false

    init<Context, Event>(_ boxes: [ContextActionBox<Context, Event>]) {
        self.boxes = boxes
        for box in boxes {
            if box.awaited != nil || box.effect?.isSynchronous == false { isSynchronous = false }
            if case .begin = box.effect { begins = true }
            guard let actor = box.isolation.map({ ObjectIdentifier($0) }) else { continue }
            if let isolation, isolation != actor { isMixed = true }
            isolation = actor
        }
    }

    /// Whether all actions are those of no other actor.
    func isOf(_ caller: ObjectIdentifier?) -> Bool { !isMixed && (isolation == nil || isolation == caller) }
}

/// The action lists of a step, in order: those that are known before, then what is left and what is entered.
struct ContextLists {
    private let known: [Int32]
    /// -1 for none.
    var exit = -1
    var entry = -1

    init(_ known: [Int32] = []) { self.known = known }

    var count: Int { known.count + (exit < 0 ? 0 : 2) }

    /// Whether the state is left and entered. The list of the row is known of each.
    var leave: Bool { count > 1 }

    /// The number of a list.
    subscript(index: Int) -> Int {
        index < known.count ? Int(known[index]) : index == known.count ? exit : entry
    }
}
