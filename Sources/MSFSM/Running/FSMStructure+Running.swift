import FSMEngine
import FSMInterning

// What the machines do with a structure. The engine's table says what is meant; here it is performed.

extension FSMStructure {
    /// Puts a machine that is not active into the initial state, or into the one that its binder remembers if the
    /// structure has a memory, then calls `didEnter`. O(1), beside the callback.
    ///
    /// A structure without an initial state is a programmer error, and so is a binder without memory if the structure
    /// has one.
    public func enter(time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) {
        guard let initialState else { stop(.noInitialState) }
        if hasMemory { checkMemory(of: binder) }
        let state = hasMemory ? binder.memory ?? initialState : initialState
        let rules = currentRules
        let number = rules.stateNumbers.number(of: state)
        guard number >= 0 else { stop(.undeclaredMemory("\(state)")) }
        binder.state = state
        rules.states.with(Int(number)) { $0.didEnter }?(time, binder, info)
    }

    /// Takes a machine out of its state: the binder remembers that if the structure has a memory, then `willLeave` is
    /// called, then the state becomes `nil`. O(1), beside the callback.
    ///
    /// It is a programmer error if the machine is not active.
    public func leave(time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) {
        guard let state = binder.state else { stop(.inactive("deactivate")) }
        let rules = currentRules
        let number = self.number(of: state, in: rules, call: "deactivate")
        if hasMemory {
            checkMemory(of: binder)
            binder.memory = state
        }
        rules.states.with(number) { $0.willLeave }?(time, binder, info)
        binder.state = nil
    }

    /// Calls the `update` callback of the present state, and returns the event that this has returned, without
    /// processing it; `nil` if there is no callback. O(1), beside the callback.
    ///
    /// It is a programmer error if the machine is not active.
    @discardableResult
    public func update(time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) -> EventType? {
        guard let state = binder.state else { stop(.inactive("update")) }
        let rules = currentRules
        let number = self.number(of: state, in: rules, call: "update")
        return rules.states.with(number) { $0.update }?(time, binder, info)
    }

    /// Does what the event does in the present state: nothing if that has no `on` and no `exec` for it. O(1), beside
    /// the callbacks; nothing is allocated.
    ///
    /// For an `exec` its callback is called and that is all. For an `on`, `willLeave` is called and then the
    /// transition, both while the state is the old one, then the state that was returned is set, and its `didEnter`
    /// called. An event that a callback sends is processed then and there.
    ///
    /// It is a programmer error if the machine is not active, or if the transition returns a state that was not
    /// declared when the event came.
    @inlinable
    public func reactTo(event: EventType, time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) {
        guard let state = binder.state else { stopAsInactive(event) }
        let rules = currentRules
        // They are kept for the whole step, even if a callback adds to the structure.
        defer { withExtendedLifetime(rules) {} }
        let number = rules.stateNumbers.number(of: state)
        let found = rules.table.lookup(rules.eventNumbers.number(of: event), in: number)
        guard found.outcome == .transitioned else {
            if number < 0 { stopAsUndeclared(state, event) }
            return
        }
        rules.reactions.with(Int(bitPattern: found.action) &- 1) { reaction in
            switch reaction.callback {
            case .execution(let execute):
                execute(event, time, binder, info)
            case .transition(let transition):
                rules.states.with(Int(number)) { $0.willLeave }?(time, binder, info)
                let next = transition(event, time, binder, info)
                let target = rules.stateNumbers.number(of: next)
                guard target >= 0 else { stopAsUndeclared(next, reaction, rules) }
                binder.state = next
                rules.states.with(Int(target)) { $0.didEnter }?(time, binder, info)
            }
        }
    }

    @inlinable @inline(__always)
    var currentRules: Rules<StateType, InfoType, EventType> { rules ?? compile() }

    private func number(
        of state: StateType, in rules: Rules<StateType, InfoType, EventType>, call: String
    ) -> Int {
        let number = rules.stateNumbers.number(of: state)
        guard number >= 0 else { stop(.undeclaredState(call, "\(state)")) }
        return Int(number)
    }

    private func checkMemory(of binder: AnyStateBinder<StateType>) {
        guard !binder.hasMemory, let initialState else { return }
        stop(.noMemory("\(initialState)"), at: initialPlace)
    }

    @usableFromInline
    func stopAsInactive(_ event: EventType) -> Never { stop(.inactive("process(event: \(event))")) }

    @usableFromInline
    func stopAsUndeclared(_ state: StateType, _ event: EventType) -> Never {
        stop(.undeclaredState("process(event: \(event))", "\(state)"))
    }

    @usableFromInline
    func stopAsUndeclared(
        _ target: StateType, _ reaction: Reaction<StateType, InfoType, EventType>,
        _ rules: Rules<StateType, InfoType, EventType>
    ) -> Never {
        let event = rules.eventNumbers.values[Int(reaction.event)]
        let state = rules.stateNumbers.values[Int(reaction.state)]
        stop(.undeclaredTarget(event: "\(event)", state: "\(state)", target: "\(target)"), at: reaction.place)
    }
}
