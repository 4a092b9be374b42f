/// What a step will do: the callbacks in order, the point at which the state changes, and the target.
///
/// Selection makes a plan. The engine performs it itself (``Machine/send(_:)``), or hands it to a host that performs it,
/// because its callbacks have to be awaited, say (``Machine/plan(_:_:_:)``).
///
/// A flat program is two lists, before and after the commit. A rule adds a list for each phase:
/// `resolve, exit, actions, commit, entry` with the target not known yet gives no list and stops at `resolve`; once the
/// target is set, the lists `exit`, `actions`, then the commit, then `entry` follow.
public struct StepPlan {
    /// `transitioned` if there is something to perform. Otherwise the result of sending, which has happened.
    public internal(set) var outcome: Outcome
    let table: UnsafePointer<TableStorage>
    /// The index of the present state.
    let source: UInt32
    /// The index of the next state. Without meaning until the target is resolved.
    var target: UInt32
    /// The rule, unless the program is flat.
    var rule: UnsafePointer<Rule>?
    /// What the commit does.
    let kind: Kind

    enum Kind: UInt8 {
        case transition, start, stop
    }

    private var lists: (CallbackList, CallbackList, CallbackList, CallbackList) = (.empty, .empty, .empty, .empty)
    private(set) var listCount = 0
    /// How many lists run before the state changes.
    private(set) var commitList = Int.max
    /// How many lists run before the target is resolved.
    private(set) var resolveList = Int.max
    /// The phase with which the plan goes on after its target is resolved.
    private var resumedPhase = 0
    /// Exit runs before the target is known. Then entry runs too, whatever the target is.
    private var hasLeft = false

    // Where a host is in performing it.
    private var nextList = 0
    private var nextCallback: UInt32 = 0
    private(set) var isCommitted = false

    /// A plan with nothing to perform.
    init(
        _ outcome: Outcome, _ table: UnsafePointer<TableStorage>, _ source: UInt32, _ kind: Kind = .transition
    ) {
        self.outcome = outcome
        self.table = table
        self.source = source
        self.kind = kind
        target = source
    }

    /// The plan for a row that was selected in a state.
    init(_ selection: Selection, _ table: UnsafePointer<TableStorage>, from source: UInt32) {
        self.init(selection.outcome, table, source)
        guard selection.kind != .nothing else { return }
        target = selection.target
        var program = selection.program
        if selection.kind == .rule {
            rule = selection.rule
            guard selection.rule.pointee.program != 0 else {
                let isUnresolved = selection.rule.pointee.target == .dynamic && !table.pointee.resolvesFirst
                addPhases(from: 0, isUnresolved: isUnresolved)
                return
            }
            program = table.pointee.programs + Int(selection.rule.pointee.program)
        }
        let commit = program.pointee.commit
        append(CallbackList(first: program.pointee.first, count: commit))
        commitList = 1
        append(CallbackList(first: program.pointee.first &+ commit, count: program.pointee.count &- commit))
    }

    /// Append the lists of the phases from number `first` on, up to one that needs a target that is not known.
    private mutating func addPhases(from first: Int, isUnresolved: Bool) {
        guard let rule else { return }
        let isInternal = rule.pointee.target == .internal
        let always = table.pointee.entryExit == .always
        for number in first..<5 {
            let passes = !isInternal && (isUnresolved || hasLeft || target != source || always)
            switch table.phase(number) {
            case .resolve:
                guard isUnresolved else { continue }
                resolveList = listCount
                resumedPhase = number + 1
                return
            case .exit:
                hasLeft = isUnresolved
                if passes { append(table.pointee.stateCallbacks[Int(source)].exit) }
            case .actions: append(rule.pointee.actions)
            case .commit: commitList = listCount
            case .entry:
                let callbacks = table.pointee.stateCallbacks + Int(target)
                if passes { append(callbacks.pointee.entry) }
                if target == source && !isInternal { append(callbacks.pointee.cycle) }
            }
        }
    }

    private mutating func append(_ list: CallbackList) {
        switch listCount {
        case 0: lists.0 = list
        case 1: lists.1 = list
        case 2: lists.2 = list
        default: lists.3 = list
        }
        listCount += 1
    }

    func list(_ number: Int) -> CallbackList {
        switch number {
        case 0: lists.0
        case 1: lists.1
        case 2: lists.2
        default: lists.3
        }
    }

    /// Whether the target has to be resolved after the lists that the plan has so far.
    var isUnresolved: Bool { resolveList != .max }

    /// Set the target and append the phases that follow.
    mutating func resolve(to state: UInt32) {
        target = state
        resolveList = .max
        addPhases(from: resumedPhase, isUnresolved: false)
    }

    /// A plan to start a machine in `state`, or to stop it there.
    init(_ kind: Kind, _ table: UnsafePointer<TableStorage>, in state: UInt32) {
        self.init(.transitioned, table, state, kind)
        let callbacks = table.pointee.stateCallbacks + Int(state)
        append(kind == .stop ? callbacks.pointee.exit : callbacks.pointee.entry)
        commitList = kind == .stop ? 1 : 0
    }
}

extension UnsafePointer<TableStorage> {
    fileprivate func phase(_ number: Int) -> Phase {
        switch number {
        case 0: pointee.phases.0
        case 1: pointee.phases.1
        case 2: pointee.phases.2
        case 3: pointee.phases.3
        default: pointee.phases.4
        }
    }
}

// MARK: - For a host

/// The next thing that a host has to do to perform a plan.
public enum PlannedCall {
    /// Call this callback. It fails with a negative result.
    case callback(Callback)
    /// Call this resolver and hand its result to ``Machine/resolve(_:to:)``.
    case resolver(Callback)
    /// Call ``Machine/commit(_:)``: the state changes here.
    case commit
}

extension StepPlan {
    /// The id of the state before the step; ``ReservedID/none`` for a start.
    public var sourceID: ID { kind == .start ? ReservedID.none : table.pointee.states.ids[Int(source)] }
    /// The id of the state after the step; ``ReservedID/none`` until the target is resolved, and for a stop.
    public var targetID: ID {
        isUnresolved || kind == .stop ? ReservedID.none : table.pointee.states.ids[Int(target)]
    }

    /// How many callbacks the plan has so far: without those that follow a resolver.
    public var callbackCount: Int { (0..<listCount).reduce(0) { $0 + Int(list($1).count) } }
    /// How many of them run before the state changes; `nil` until the target is resolved.
    public var commitIndex: Int? {
        commitList == .max ? nil : (0..<commitList).reduce(0) { $0 + Int(list($1).count) }
    }

    /// Take the next call out of the plan. Returns `nil` at its end, or while a resolver's result is missing. O(1).
    public mutating func next() -> PlannedCall? {
        while outcome == .transitioned {
            if nextList == commitList && !isCommitted && nextCallback == 0 {
                isCommitted = true
                return .commit
            }
            guard nextList < listCount else { break }
            let list = list(nextList)
            if nextCallback < list.count {
                defer { nextCallback += 1 }
                return .callback(table.pointee.callbacks[Int(list.first + nextCallback)])
            }
            nextList += 1
            nextCallback = 0
        }
        guard outcome == .transitioned, nextList == resolveList, nextCallback == 0, let rule else { return nil }
        // So that the resolver is handed out once.
        nextCallback = 1
        return .resolver(table.pointee.callbacks[Int(rule.pointee.resolver)])
    }

    /// Go on after a resolver: the lists that follow begin at the next one.
    mutating func resume() { nextCallback = 0 }
}
