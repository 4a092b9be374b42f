import FSMEngine

extension Runner {
    /// Lets the engine decide where conditions or mappings have to be asked, and changes the state, unless it is only
    /// probed. `nil`: nothing leads on.
    ///
    /// A condition may itself try something, or change the routes. Then it has a machine of its own, and what was asked
    /// first has the last word.
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

    /// Puts the engine's machine into the present state, unless it is being asked.
    @usableFromInline
    func settle() {
        guard let table, !table.isDeciding else { return }
        _ = table.machine.setState(table.id(of: state))
    }

    /// The next state, if there is one; the state has changed.
    @inlinable
    func decide(_ event: E, _ userInfo: Any?) -> S? {
        decide(Attempt(event: event, from: state, userInfo: userInfo)) { machine in
            let advance = machine.advance(search(event))
            return advance.outcome == .transitioned ? Int32(advance.target) : nil
        }
    }

    /// Whether the state that was asked for is the present one now.
    @inlinable
    func decide(_ to: S, _ userInfo: Any?) -> Bool {
        let next = decide(Attempt(from: state, to: to, userInfo: userInfo)) { machine in
            machine.send(.request(search(to)), .none) == .transitioned ? 0 : nil
        }
        return next != nil
    }

    /// Where an event would lead; nothing changes.
    func probe(_ event: E, _ userInfo: Any?) -> S? {
        decide(Attempt(event: event, from: state, userInfo: userInfo), isProbe: true) { machine in
            let probe = machine.probe(.event(search(event)), .none)
            return probe.outcome == .transitioned ? probe.target : nil
        }
    }

    /// Whether a state may be asked for in another one; nothing changes.
    func probe(from: S, to: S, _ userInfo: Any?) -> Bool {
        let next = decide(Attempt(from: from, to: to, userInfo: userInfo), isProbe: true) { machine in
            machine.probe(.request(search(to)), .none).outcome == .transitioned ? 0 : nil
        }
        return next != nil
    }
}
