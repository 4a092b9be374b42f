import FSMEngine

extension Runner {
    /// Sends an event.
    @inlinable @inline(__always)
    func tryEvent(_ event: E, _ userInfo: Any?) -> Bool {
        if let machine = machineForEvents {
            let advance = machine.advance(number(of: event))
            if advance.outcome == .transitioned {
                // States that no route names share one id and are never a target: keep the value.
                if advance.target != advance.source { state = values[Int(advance.target) &- 1] }
                return true
            }
            if !hasErrorHandlers { return false }
            return fail(event, userInfo)
        }
        return tryEventWithHandlers(event, userInfo)
    }

    @inlinable
    func tryEventWithHandlers(_ event: E, _ userInfo: Any?) -> Bool {
        if isStale { prepare() }
        let number = number(of: event)
        let list = hasEventHandlers ? handlers(forEvent: number) : nil
        let from = state
        if let machine = plainMachine {
            let advance = machine.advance(number)
            guard advance.outcome == .transitioned else { return fail(event, userInfo) }
            if advance.target != advance.source { state = values[Int(advance.target) &- 1] }
            list?.run(Machine.Context(event: event, fromState: from, toState: state, userInfo: userInfo))
            return true
        }
        guard let to = decide(event, userInfo) else { return fail(event, userInfo) }
        list?.run(Machine.Context(event: event, fromState: from, toState: to, userInfo: userInfo))
        return true
    }

    @inlinable @inline(never)
    func fail(_ event: E, _ userInfo: Any?) -> Bool {
        if hasErrorHandlers {
            fail(Machine.Context(event: event, fromState: state, toState: state, userInfo: userInfo))
        }
        return false
    }

    /// Requests a state.
    @inlinable @inline(__always)
    func tryState(_ to: S, _ userInfo: Any?) -> Bool {
        if let machine = machineForStates {
            if machine.send(.request(number(of: to))) == .transitioned {
                state = to
                return true
            }
            if !hasErrorHandlers { return false }
            return fail(to, userInfo)
        }
        return tryStateWithHandlers(to, userInfo)
    }

    @inlinable
    func tryStateWithHandlers(_ to: S, _ userInfo: Any?) -> Bool {
        if isStale { prepare() }
        let number = number(of: to)
        let from = state
        let list = hasStateHandlers ? handlers(from: self.number(of: from), to: number) : nil
        if let machine = plainMachine {
            guard machine.send(.request(number)) == .transitioned else { return fail(to, userInfo) }
            state = to
        } else {
            guard decide(to, userInfo) else { return fail(to, userInfo) }
        }
        list?.run(Machine.Context(event: nil, fromState: from, toState: to, userInfo: userInfo))
        return true
    }

    @inlinable @inline(never)
    func fail(_ to: S, _ userInfo: Any?) -> Bool {
        if hasErrorHandlers {
            fail(Machine.Context(event: nil, fromState: state, toState: to, userInfo: userInfo))
        }
        return false
    }
}
