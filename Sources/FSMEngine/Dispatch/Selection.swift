/// What an event comes to in a state, with guards asked and, if the order of the step has it first, the target
/// resolved.
struct Selection {
    enum Kind {
        /// A flat program.
        case flat
        /// A rule whose guards said yes.
        case rule
        /// Nothing to perform: see `outcome`.
        case nothing
    }

    var kind: Kind
    var outcome: Outcome
    var program: UnsafePointer<Program>
    var rule: UnsafePointer<Rule>
    /// The number of the next state, unless the rule is dynamic and not yet resolved.
    var target: UInt32
}

extension Machine {
    /// Chooses what to do for an event in the present state. Guards and resolvers see `step`, whose target is kept up
    /// to date; nothing else changes, except that a failure is noted.
    func select(_ event: ID, _ step: UnsafeMutablePointer<Step>) -> Selection {
        let table = storage.pointee.table
        let state = storage.pointee.state
        let known = table.pointee.events.number(of: event)
        let number = known ?? table.pointee.events.span
        var cell = table.pointee.cell(state, number)
        while true {
            let program = table.pointee.programs + Int(cell.program)
            var selection = Selection(
                kind: .nothing, outcome: .refused, program: program, rule: table.pointee.rules, target: cell.target)
            switch program.pointee.kind {
            case .none:
                selection.outcome = known == nil ? .unknownEvent : .unhandled
                return selection
            case .flat:
                selection.kind = .flat
                selection.outcome = .transitioned
                return selection
            case .rules:
                if choose(&selection, step) { return selection }
            }
            step.pointee.target = ReservedID.none
            guard table.pointee.isFirstMatch,
                let next = table.pointee.cell(after: program.pointee.level, state, number)
            else { return selection }
            cell = next
        }
    }

    /// Tries the rules of a program in turn; `false` if all of them said no.
    private func choose(_ selection: inout Selection, _ step: UnsafeMutablePointer<Step>) -> Bool {
        let table = storage.pointee.table
        let first = table.pointee.rules + Int(selection.program.pointee.first)
        for rule in first..<(first + Int(selection.program.pointee.count)) {
            let resolves = rule.pointee.target == .dynamic
            selection.target = rule.pointee.target == .state ? rule.pointee.state : storage.pointee.state
            step.pointee.target = resolves ? ReservedID.none : storage.pointee.stateIDs[Int(selection.target)]
            var result = ask(rule.pointee.guards, step)
            if result > 0 && resolves && table.pointee.resolvesFirst {
                let resolution = resolve(rule, step)
                if resolution.outcome.endsRun {
                    selection.outcome = resolution.outcome
                    return true
                }
                if resolution.outcome == .refused { result = 0 }
                selection.target = resolution.state
            }
            if result < 0 {
                storage.pointee.failure = result
                selection.outcome = .callbackFailed
                return true
            }
            if result > 0 {
                selection.kind = .rule
                selection.outcome = .transitioned
                selection.rule = UnsafePointer(rule)
                return true
            }
        }
        return false
    }

    /// Whether all guards say yes (> 0), one says no (0), or one failed (< 0).
    private func ask(_ guards: CallbackList, _ step: UnsafePointer<Step>) -> Int32 {
        let callbacks = storage.pointee.table.pointee.callbacks + Int(guards.first)
        for index in 0..<Int(guards.count) {
            let answer = callbacks[index].call(step)
            if answer <= 0 { return answer }
        }
        return 1
    }

    /// Asks for a dynamic target: `transitioned` and the state's number, `refused`, or a failure, which is noted.
    func resolve(
        _ rule: UnsafePointer<Rule>, _ step: UnsafeMutablePointer<Step>
    ) -> (outcome: Outcome, state: UInt32) {
        let table = storage.pointee.table
        let id = table.pointee.callbacks[Int(rule.pointee.resolver)].call(step)
        switch id {
        case ReservedID.none: return (.refused, 0)
        case ReservedID.failed:
            storage.pointee.failure = id
            return (.callbackFailed, 0)
        default:
            guard let state = table.pointee.states.number(of: id) else {
                storage.pointee.failure = id
                return (.unknownState, 0)
            }
            step.pointee.target = id
            return (.transitioned, state)
        }
    }
}
