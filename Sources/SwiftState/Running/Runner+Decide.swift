import FSMEngine

extension Runner {
    /// Selects a route with conditions or mappings, and changes the state unless this is a probe. Returns `nil` if
    /// there is no route.
    ///
    /// A condition can itself send events or change routes. The nested attempt then uses a machine of its own, and the
    /// outer attempt determines the final state.
    @inlinable
    func decide(
        _ attempt: Attempt<S, E>, isProbe: Bool = false,
        _ ask: (FSMEngine.Machine) -> Int32?
    ) -> S? {
        prepare()
        guard let table else { return nil }
        let former = current.attempt
        let isNested = table.isDeciding
        let decisionsBefore = decisions
        let ownMachine = isNested || isProbe && attempt.from != state ? table.machine(at: attempt.from) : nil
        current.attempt = attempt
        if ownMachine == nil { table.isDeciding = true }
        let target = ask(ownMachine ?? table.machine)
        if ownMachine == nil { table.isDeciding = false }
        let answer = current.attempt?.mapped
        current.attempt = former
        ownMachine?.release()
        let next = target.map { attempt.to ?? answer ?? ($0 > 0 ? table.values[Int($0) - 1] : attempt.from) }
        let wasUndisturbed = decisions == decisionsBefore && self.table === table && ownMachine == nil
        if let next, !isProbe {
            state = next
            decisions &+= 1
        }
        if !wasUndisturbed { settle() }
        return next
    }

    /// Sets the engine machine to the current state, unless it is evaluating conditions.
    @usableFromInline
    func settle() {
        guard let table, !table.isDeciding else { return }
        _ = table.machine.setState(table.id(of: state))
    }

    /// Selects a route for an event and changes the state. Returns the new state, or `nil`.
    @inlinable
    func decide(_ event: E, _ userInfo: Any?) -> S? {
        decide(Attempt(event: event, from: state, userInfo: userInfo)) { machine in
            let advance = machine.advance(search(event))
            return advance.outcome == .transitioned ? Int32(advance.target) : nil
        }
    }

    /// Selects a route for a requested state and changes the state. Returns whether there was one.
    @inlinable
    func decide(_ to: S, _ userInfo: Any?) -> Bool {
        let next = decide(Attempt(from: state, to: to, userInfo: userInfo)) { machine in
            machine.send(.request(search(to))) == .transitioned ? 0 : nil
        }
        return next != nil
    }

    /// Returns the state that an event would lead to, without changing anything.
    func probe(_ event: E, _ userInfo: Any?) -> S? {
        decide(Attempt(event: event, from: state, userInfo: userInfo), isProbe: true) { machine in
            let probe = machine.probe(.event(search(event)))
            return probe.outcome == .transitioned ? probe.target : nil
        }
    }

    /// Whether a state can be requested in another state. Changes nothing.
    func probe(from: S, to: S, _ userInfo: Any?) -> Bool {
        let next = decide(Attempt(from: from, to: to, userInfo: userInfo), isProbe: true) { machine in
            machine.probe(.request(search(to))).outcome == .transitioned ? 0 : nil
        }
        return next != nil
    }
}
