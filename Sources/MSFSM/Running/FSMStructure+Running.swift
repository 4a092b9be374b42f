import FSMEngine
import FSMInterning

// Runs a machine: performs the plans that the engine's table makes.

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
        perform(compiled.table.plan(entering: number), of: compiled, time, binder, info, settingState: state)
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
        perform(compiled.table.plan(leaving: number), of: compiled, time, binder, info, settingState: nil)
    }

    /// Performs the plan of entering or leaving a state. The compiled structure is retained meanwhile.
    private func perform(
        _ plan: StepPlan, of compiled: CompiledStructure<StateType, InfoType, EventType>, _ time: TimeInterval,
        _ binder: AnyStateBinder<StateType>, _ info: InfoType, settingState state: StateType?
    ) {
        var arguments = StepArguments<StateType, InfoType, EventType>(
            event: nil, time: time, binder: binder, info: info)
        withUnsafeMutablePointer(to: &arguments) { arguments in
            var step = Step(host: arguments)
            _ = plan.perform(&step) { _ in binder.state = state }
        }
        withExtendedLifetime(compiled) {}
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
        return compiled.declarations.states[Int(number)].update?(time, binder, info)
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
        let (stateNumber, eventNumber) = (
            compiled.stateNumbers.number(of: state), compiled.eventNumbers.number(of: event)
        )
        var arguments = StepArguments(event: event, time: time, binder: binder, info: info)
        withUnsafeMutablePointer(to: &arguments) { arguments in
            var step = Step(host: arguments)
            let plan = compiled.table.plan(.event(eventNumber), in: stateNumber, &step)
            let outcome = plan.perform(&step) { _ in
                if let next = arguments.pointee.next { binder.state = next }
            }
            if outcome == .unknownState {
                failAsUndeclared(state, stateNumber, event, eventNumber, arguments.pointee.next, compiled)
            }
        }
    }

    @inlinable @inline(__always)
    var compiledStructure: CompiledStructure<StateType, InfoType, EventType> { compiled ?? compile() }

    private func number(
        of state: StateType, in compiled: CompiledStructure<StateType, InfoType, EventType>, call: String
    ) -> Int32 {
        let number = compiled.stateNumbers.number(of: state)
        guard number >= 0 else { fail(.undeclaredState(call, "\(state)")) }
        return number
    }

    private func checkMemory(of binder: AnyStateBinder<StateType>) {
        guard !binder.hasMemory, let initialState else { return }
        fail(.noMemory("\(initialState)"), at: initialPlace)
    }

    @usableFromInline
    func failAsInactive(_ event: EventType) -> Never { fail(.inactive("process(event: \(event))")) }

    /// Ends the program: the current state is undeclared, or the one that a transition has returned.
    @usableFromInline
    func failAsUndeclared(
        _ state: StateType, _ stateNumber: Int32, _ event: EventType, _ eventNumber: Int32, _ target: StateType?,
        _ compiled: CompiledStructure<StateType, InfoType, EventType>
    ) -> Never {
        guard let target else { fail(.undeclaredState("process(event: \(event))", "\(state)")) }
        let declarations = compiled.declarations
        let declaredEvent = declarations.eventNumbers.values[Int(eventNumber)]
        let declaredState = declarations.stateNumbers.values[Int(stateNumber)]
        fail(
            .undeclaredTarget(event: "\(declaredEvent)", state: "\(declaredState)", target: "\(target)"),
            at: declarations.reaction(to: eventNumber, in: stateNumber)?.place)
    }
}
