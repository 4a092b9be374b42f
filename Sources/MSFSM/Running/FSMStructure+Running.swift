import FSMEngine
import FSMInterning

// Runs a machine. The engine's table selects the reaction to an event; these methods perform it.

extension FSMStructure {
    /// Sets the initial state, or the remembered state if the structure has a memory, and calls `didEnter`. O(1) plus
    /// the callback.
    ///
    /// A structure without an initial state is a programmer error, and so is a binder without a memory if the structure
    /// has one.
    public func enter(time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) {
        guard let initialState else { fail(.noInitialState) }
        if hasMemory { checkMemory(of: binder) }
        let state = hasMemory ? binder.memory ?? initialState : initialState
        let compiled = compiledStructure
        let number = compiled.stateNumbers.number(of: state)
        guard number >= 0 else { fail(.undeclaredMemory("\(state)")) }
        binder.state = state
        compiled.states.with(Int(number)) { $0.didEnter }?(time, binder, info)
    }

    /// Stores the state in the memory if the structure has one, calls `willLeave`, and sets the state to `nil`. O(1)
    /// plus the callback.
    ///
    /// It is a programmer error if the machine is not active.
    public func leave(time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) {
        guard let state = binder.state else { fail(.inactive("deactivate")) }
        let compiled = compiledStructure
        let number = self.number(of: state, in: compiled, call: "deactivate")
        if hasMemory {
            checkMemory(of: binder)
            binder.memory = state
        }
        compiled.states.with(number) { $0.willLeave }?(time, binder, info)
        binder.state = nil
    }

    /// Calls the `update` callback of the current state and returns its event without processing it; `nil` if there is
    /// no callback. O(1) plus the callback.
    ///
    /// It is a programmer error if the machine is not active.
    @discardableResult
    public func update(time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) -> EventType? {
        guard let state = binder.state else { fail(.inactive("update")) }
        let compiled = compiledStructure
        let number = self.number(of: state, in: compiled, call: "update")
        return compiled.states.with(number) { $0.update }?(time, binder, info)
    }

    /// Processes an event in the current state. An event without `on` and `exec` has no effect. O(1) plus the
    /// callbacks; nothing is allocated.
    ///
    /// An `exec` only calls its callback. An `on` calls `willLeave` and the transition while the old state is set, then
    /// sets the returned state and calls its `didEnter`. An event sent from a callback is processed immediately.
    ///
    /// It is a programmer error if the machine is not active, or if the transition returns an undeclared state.
    @inlinable
    public func reactTo(event: EventType, time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) {
        guard let state = binder.state else { failAsInactive(event) }
        let compiled = compiledStructure
        // Retained for the whole step, even if a callback adds declarations.
        defer { withExtendedLifetime(compiled) {} }
        let number = compiled.stateNumbers.number(of: state)
        let found = compiled.table.lookup(compiled.eventNumbers.number(of: event), in: number)
        guard found.outcome == .transitioned else {
            if number < 0 { failAsUndeclared(state, event) }
            return
        }
        compiled.reactions.with(Int(bitPattern: found.action) &- 1) { reaction in
            switch reaction.callback {
            case .execution(let execute):
                execute(event, time, binder, info)
            case .transition(let transition):
                compiled.states.with(Int(number)) { $0.willLeave }?(time, binder, info)
                let next = transition(event, time, binder, info)
                let target = compiled.stateNumbers.number(of: next)
                guard target >= 0 else { failAsUndeclared(next, reaction, compiled) }
                binder.state = next
                compiled.states.with(Int(target)) { $0.didEnter }?(time, binder, info)
            }
        }
    }

    @inlinable @inline(__always)
    var compiledStructure: CompiledStructure<StateType, InfoType, EventType> { compiled ?? compile() }

    private func number(
        of state: StateType, in compiled: CompiledStructure<StateType, InfoType, EventType>, call: String
    ) -> Int {
        let number = compiled.stateNumbers.number(of: state)
        guard number >= 0 else { fail(.undeclaredState(call, "\(state)")) }
        return Int(number)
    }

    private func checkMemory(of binder: AnyStateBinder<StateType>) {
        guard !binder.hasMemory, let initialState else { return }
        fail(.noMemory("\(initialState)"), at: initialPlace)
    }

    @usableFromInline
    func failAsInactive(_ event: EventType) -> Never { fail(.inactive("process(event: \(event))")) }

    @usableFromInline
    func failAsUndeclared(_ state: StateType, _ event: EventType) -> Never {
        fail(.undeclaredState("process(event: \(event))", "\(state)"))
    }

    @usableFromInline
    func failAsUndeclared(
        _ target: StateType, _ reaction: Reaction<StateType, InfoType, EventType>,
        _ compiled: CompiledStructure<StateType, InfoType, EventType>
    ) -> Never {
        let event = compiled.eventNumbers.values[Int(reaction.event)]
        let state = compiled.stateNumbers.values[Int(reaction.state)]
        fail(.undeclaredTarget(event: "\(event)", state: "\(state)", target: "\(target)"), at: reaction.place)
    }
}
