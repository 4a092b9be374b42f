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
    /// Chooses what to do in the present state for the event of this number, beginning with the rows of `cell`. Guards and
    /// resolvers see `step`, whose target is kept up to date; nothing else changes, except that a failure is noted.
    func select(from cell: Cell, _ number: UInt32, _ step: UnsafeMutablePointer<Step>) -> Selection {
        let table = storage.pointee.table
        var cell = cell
        while true {
            let program = storage.pointee.programs + Int(cell.program)
            var selection = Selection(
                kind: .flat, outcome: .transitioned, program: program, rule: table.pointee.rules, target: cell.target)
            // Under first match a row without guards may come after rules.
            if program.pointee.kind == .flat || choose(&selection, step) { return selection }
            step.pointee.target = ReservedID.none
            guard table.pointee.isFirstMatch,
                let next = table.cell(after: program.pointee.level, storage.pointee.state, number)
            else { return selection }
            cell = next
        }
    }

    /// Tries the rules of a program in turn; `false`, with the outcome "refused", if all of them said no.
    @inline(__always)
    private func choose(_ selection: inout Selection, _ step: UnsafeMutablePointer<Step>) -> Bool {
        let table = storage.pointee.table
        selection.kind = .nothing
        selection.outcome = .refused
        var rule = table.pointee.rules + Int(selection.program.pointee.first)
        let end = rule + Int(selection.program.pointee.count)
        while rule < end {
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
            if result != 0 {
                selection.kind = result > 0 ? .rule : .nothing
                selection.outcome = result > 0 ? .transitioned : failed(result)
                selection.rule = rule
                return true
            }
            rule += 1
        }
        return false
    }

    /// Whether all guards say yes (> 0), one says no (0), or one failed (< 0).
    @inline(__always)
    private func ask(_ guards: CallbackList, _ step: UnsafePointer<Step>) -> Int32 {
        var callback = storage.pointee.table.pointee.callbacks + Int(guards.first)
        var left = guards.count
        while left > 0 {
            let answer = callback.pointee.call(step)
            if answer <= 0 { return answer }
            callback += 1
            left &-= 1
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
        case ReservedID.failed: return (failed(id), 0)
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
