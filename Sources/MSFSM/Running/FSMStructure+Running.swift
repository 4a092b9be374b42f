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
        guard let initialState else { fail(.noInitialState) }
        if hasMemory { checkMemory(of: binder) }
        let state = hasMemory ? binder.memory ?? initialState : initialState
        let compiled = compiledStructure
        let number = compiled.stateNumbers.number(of: state)
        guard number >= 0 else { fail(.undeclaredMemory("\(state)")) }
        binder.state = state
        compiled.states.with(Int(number)) { $0.didEnter }?(time, binder, info)
    }

    /// Takes a machine out of its state: the binder remembers that if the structure has a memory, then `willLeave` is
    /// called, then the state becomes `nil`. O(1), beside the callback.
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

    /// Calls the `update` callback of the present state, and returns the event that this has returned, without
    /// processing it; `nil` if there is no callback. O(1), beside the callback.
    ///
    /// It is a programmer error if the machine is not active.
    @discardableResult
    public func update(time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) -> EventType? {
        guard let state = binder.state else { fail(.inactive("update")) }
        let compiled = compiledStructure
        let number = self.number(of: state, in: compiled, call: "update")
        return compiled.states.with(number) { $0.update }?(time, binder, info)
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
        guard let state = binder.state else { failAsInactive(event) }
        let compiled = compiledStructure
        // They are kept for the whole step, even if a callback adds to the structure.
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
