/// What a step will do: the callbacks in order, the point at which the state changes, and the target.
///
/// Selection makes a plan. The engine performs it itself (`Machine.send`), or hands it to a host that performs it,
/// because its callbacks have to be awaited, say (``Machine/plan(_:_:_:)``).
///
/// The plan of a rule goes through the five phases in the table's order. A dynamic target that is not resolved first is
/// unknown until the plan comes to the resolve phase; what follows is decided then. Any other plan, of a flat program, a
/// start or a stop, is a list of callbacks, the commit, and a list of callbacks.
public struct StepPlan {
    /// `transitioned` if there is something to perform. Otherwise the result of sending, which has happened.
    public internal(set) var outcome: Outcome
    /// What the commit does.
    let kind: Kind
    /// The target is dynamic and has not been resolved.
    private(set) var isUnresolved = false
    /// Exit ran before the target was known. Then entry runs too, whatever the target is.
    private var hasLeft = false
    let table: UnsafePointer<TableStorage>
    /// The rule; `nil` for a flat program, a start and a stop.
    private(set) var rule: UnsafePointer<Rule>?
    /// The index of the present state: indices follow the ascending ids of states.
    public let source: UInt32
    /// The index of the next state. Without meaning until the target is resolved.
    public private(set) var target: UInt32
    /// The callbacks before and after the commit, without a rule.
    private(set) var before = CallbackList.empty
    private(set) var after = CallbackList.empty

    /// Which of a machine's plans it is, once that has opened it.
    var number: UInt32 = 0

    // Where a host is in performing it.
    private var phaseNumber: UInt8 = 0
    private var isCommitted = false
    private var callbackNumber: UInt32 = 0
    private var callNumber: UInt32 = 0
    /// The plan of a chart, whose callbacks those are; the machine's.
    let chart: UnsafeMutablePointer<ChartPlan>?

    enum Kind: UInt8 {
        case transition, start, stop
    }

    @inline(__always)
    var sourceState: CompactIndex<State> { CompactIndex(source) }
    @inline(__always)
    var targetState: CompactIndex<State> { CompactIndex(target) }

    /// A plan with nothing to perform.
    @inline(__always)
    init(
        _ outcome: Outcome, _ table: UnsafePointer<TableStorage>, _ source: CompactIndex<State>,
        _ kind: Kind = .transition, chart: UnsafeMutablePointer<ChartPlan>? = nil
    ) {
        self.outcome = outcome
        self.chart = chart
        self.table = table
        self.source = source.value
        self.kind = kind
        target = source.value
    }

    /// The plan for a row that was selected in a state.
    @inline(__always)
    init(_ selection: Selection, _ table: UnsafePointer<TableStorage>, from source: CompactIndex<State>) {
        self.init(selection.outcome, table, source)
        guard selection.outcome == .transitioned else { return }
        target = selection.target.value
        if let rule = selection.rule, rule.pointee.program == 0 {
            self.rule = rule
            isUnresolved = table.isUnresolved(rule)
        } else {
            take(selection.rule.map { table.pointee.programs + Int($0.pointee.program) } ?? selection.program)
        }
    }

    /// The plan of a chart.
    init(
        _ chart: UnsafeMutablePointer<ChartPlan>, _ table: UnsafePointer<TableStorage>, _ kind: Kind
    ) {
        self.init(.transitioned, table, chart.pointee.source, kind, chart: chart)
        target = chart.pointee.target.value
    }

    /// The plan for a flat program that leads to a state.
    @inline(__always)
    init(
        _ program: UnsafePointer<Program>, to target: CompactIndex<State>, _ table: UnsafePointer<TableStorage>,
        from source: CompactIndex<State>
    ) {
        self.init(.transitioned, table, source)
        self.target = target.value
        take(program)
    }

    /// Take the callbacks of a flat program.
    @inline(__always)
    private mutating func take(_ program: UnsafePointer<Program>) {
        let commit = program.pointee.commit
        before = CallbackList(first: program.pointee.first, count: commit)
        after = CallbackList(first: program.pointee.first &+ commit, count: program.pointee.count &- commit)
    }

    /// A plan to start a machine in `state`, or to stop it there.
    init(_ kind: Kind, _ table: UnsafePointer<TableStorage>, in state: CompactIndex<State>) {
        self.init(.transitioned, table, state, kind)
        let callbacks = table.pointee.stateCallbacks + state
        if kind == .stop { before = callbacks.pointee.exit } else { after = callbacks.pointee.entry }
    }

    /// Set the target, which the resolve phase found.
    @inline(__always)
    mutating func resolve(to state: CompactIndex<State>) {
        target = state.value
        isUnresolved = false
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
    public var sourceID: ID { kind == .start ? ReservedID.none : id(of: sourceState) }
    /// The id of the state after the step; ``ReservedID/none`` until the target is resolved, and for a stop.
    public var targetID: ID {
        isUnresolved || kind == .stop ? ReservedID.none : id(of: targetState)
    }

    /// Of a machine that was never started the state is none.
    private func id(of state: CompactIndex<State>) -> ID {
        state == .never ? ReservedID.none : table.pointee.states.ids[state]
    }

    /// How many callbacks are left to call, without those that follow a resolver; and how many of them run before the
    /// state changes, `nil` until the target is resolved. O(1).
    public var callbackCounts: (all: Int, beforeCommit: Int?) {
        if outcome == .transitioned, let chart { return chart.pointee.callbackCounts }
        var rest = self
        var count = 0
        var beforeCommit: Int?
        while let call = rest.next() {
            switch call {
            case .callback: count += 1
            case .commit: beforeCommit = count
            case .resolver: return (count, beforeCommit)
            }
        }
        return (count, beforeCommit)
    }

    /// Whether the machine stops.
    public var isStop: Bool { kind == .stop }

    /// Whether all that it needs is the table's, and valid as long as that.
    public var isWithoutMemory: Bool { chart == nil }

    /// Take the next call out of the plan. Returns `nil` at its end, or while a resolver's result is missing. O(1).
    public mutating func next() -> PlannedCall? {
        guard outcome == .transitioned else { return nil }
        if let rule { return next(of: rule) }
        if let chart { return next(of: chart) }
        if callbackNumber < (isCommitted ? after.count : before.count) {
            let first = isCommitted ? after.first : before.first
            callbackNumber += 1
            return .callback(table.pointee.callbacks[Int(first + callbackNumber - 1)])
        }
        if isCommitted { return nil }
        isCommitted = true
        callbackNumber = 0
        return .commit
    }

    /// Shows the step the row to which the callback belongs.
    private mutating func next(of chart: UnsafeMutablePointer<ChartPlan>) -> PlannedCall? {
        while true {
            if !isCommitted && callNumber == chart.pointee.commit {
                isCommitted = true
                return .commit
            }
            guard callNumber < chart.pointee.count else { return nil }
            let call = chart.pointee.calls[Int(callNumber)]
            if callbackNumber < call.callbacks.count {
                if callbackNumber == 0 { chart.pointee.show(call) }
                callbackNumber += 1
                return .callback(table.pointee.callbacks[Int(call.callbacks.first + callbackNumber - 1)])
            }
            Machine(handle: chart.pointee.step.pointee.machine).raise(call.raising, chart.pointee.chartStep)
            callNumber += 1
            callbackNumber = 0
        }
    }

    private mutating func next(of rule: UnsafePointer<Rule>) -> PlannedCall? {
        while let phase = table.pointee.phases[phaseNumber] {
            switch phase {
            case .resolve:
                // Handed out once; ``Machine/resolve(_:to:)`` goes on.
                guard isUnresolved else { break }
                if callbackNumber > 0 { return nil }
                callbackNumber = 1
                return .resolver(table.pointee.callbacks[Int(rule.pointee.resolver)])
            case .commit:
                isCommitted = true
                phaseNumber += 1
                return .commit
            case .exit, .actions, .entry:
                if phase == .exit { hasLeft = isUnresolved }
                let (first, then) = table.callbacks(of: phase, rule, sourceState, targetState, hasLeft: hasLeft)
                guard callbackNumber < first.count + then.count else { break }
                defer { callbackNumber += 1 }
                let index =
                    callbackNumber < first.count
                    ? first.first + callbackNumber : then.first + callbackNumber - first.count
                return .callback(table.pointee.callbacks[Int(index)])
            }
            phaseNumber += 1
            callbackNumber = 0
        }
        return nil
    }
}
