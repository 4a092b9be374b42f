extension Table {
    /// Choose what a trigger does in a state, for a host that keeps states itself and has no ``Machine``: whose events
    /// nest, or whose state is a value. Guards, and resolvers that come first, are called with `step`.
    ///
    /// `transitioned`: perform the plan with ``StepPlan/perform(_:commit:)``, or call by call with ``StepPlan/next()``;
    /// then ``StepPlan/resolve(_:)`` takes a resolver's result, and at ``PlannedCall/commit`` the host sets its state to
    /// ``StepPlan/targetID``. Otherwise nothing is to be done: `unhandled`, `refused`, `callbackFailed`, `unknownState`
    /// or `unknownEvent`. O(1). Any thread.
    ///
    /// The plan is valid as long as the table: keep it while you perform the plan.
    ///
    /// For tables without predicate types and event arguments.
    @inline(__always)
    public func plan(_ trigger: Trigger, in state: ID, _ step: UnsafeMutablePointer<Step>) -> StepPlan {
        guard let source = storage.pointee.states.index(of: state) else {
            return StepPlan(.unknownState, storage, CompactIndex(0))
        }
        let column: CompactIndex<Column>
        if trigger.isRequest {
            guard let target = storage.pointee.states.index(of: trigger.requested) else {
                return StepPlan(.unknownState, storage, source)
            }
            column = storage.request(for: target)
        } else if let known = storage.column(ofEvent: trigger.event) {
            column = known
        } else {
            guard storage.pointee.takesUnknownEvents else { return StepPlan(.unknownEvent, storage, source) }
            column = storage.anyEvent
        }
        step.pointee.event = trigger.event
        step.pointee.source = state
        step.pointee.target = trigger.requested
        step.pointee.rule = nil
        let cell = storage.cell(source, column)
        let program = storage.pointee.programs + Int(cell.program)
        let isFlat = program.pointee.kind == .flat
        // Nothing to ask: the call is saved.
        let selection =
            isFlat
            ? Selection(program: program, rule: nil, target: cell.target)
            : storage.select(source, from: cell, column, step)
        let plan = StepPlan(selection, storage, from: source)
        if plan.outcome == .transitioned { step.pointee.target = plan.targetID }
        return plan
    }

    /// The entry callbacks of a state as a plan, for a host that begins there, or its exit callbacks. `unknownState` if
    /// the table has no such state.
    public func plan(entering state: ID) -> StepPlan { lifecyclePlan(.start, state) }
    /// The plan of a stop in this state.
    public func plan(leaving state: ID) -> StepPlan { lifecyclePlan(.stop, state) }

    private func lifecyclePlan(_ kind: StepPlan.Kind, _ id: ID) -> StepPlan {
        guard let state = storage.pointee.states.index(of: id) else {
            return StepPlan(.unknownState, storage, CompactIndex(0))
        }
        return StepPlan(kind, storage, in: state)
    }
}

extension StepPlan {
    /// Perform a plan from its beginning, for a host that has no machine: call its callbacks in order, and `commit` where
    /// the state changes. Returns `transitioned`; `refused` or `unknownState` if a resolver ended the step; or
    /// `callbackFailed`, and then nothing more is called.
    public func perform(_ step: UnsafeMutablePointer<Step>, commit: (ID) -> Void) -> Outcome {
        guard outcome == .transitioned else { return outcome }
        if let rule {
            let (result, _) = table.perform(rule, from: sourceState, to: targetState, step) {
                commit(table.pointee.states.ids[$0])
            }
            return result.outcome
        }
        guard table.call(before, step) >= 0 else { return .callbackFailed }
        commit(targetID)
        return table.call(after, step) >= 0 ? .transitioned : .callbackFailed
    }

    /// Take a resolver's result: `transitioned` if the plan goes on; `refused`, `callbackFailed` or `unknownState` if it
    /// is over. For plans without a machine.
    public mutating func resolve(_ id: ID) -> Outcome {
        guard isUnresolved else { return .badValue }
        let resolution = table.resolution(of: id)
        outcome = resolution.outcome
        if outcome == .transitioned { resolve(to: resolution.target) }
        return outcome
    }
}

extension Step {
    /// The step of a host that has no machine: callbacks are passed `host` as the context.
    public init(host: UnsafeMutableRawPointer) {
        self.init(
            machine: host, context: host, event: ReservedID.none, source: ReservedID.none, target: ReservedID.none,
            outcome: .ok)
    }
}

extension Callback {
    /// Call the function with its own context, or else the step's. Returns its result.
    @inline(__always)
    public func call(with step: UnsafePointer<Step>) -> Int32 { call(step) }
}
