/// The row that a trigger takes in a state, or why none is taken. The guards have been asked, and so has the resolver
/// if the phase order resolves first.
struct Selection {
    enum Kind {
        /// A flat program.
        case flat
        /// A rule whose guards said yes.
        case rule
        /// No row is taken: see `outcome`.
        case nothing
    }

    var kind: Kind
    var outcome: Outcome
    var program: UnsafePointer<Program>
    var rule: UnsafePointer<Rule>
    /// The index of the target state. Without meaning while a dynamic target is not resolved.
    var target: CompactIndex<State>
    /// What a callback returned that ended the selection: a negative result, an unknown state or an unknown case.
    var failure: Int32 = 0
    /// The predicate type whose provider returned an unknown case.
    var predicate = ReservedID.none
}

/// A row that a selection tried, and the result.
struct TriedRow {
    var row: CompactIndex<Row>
    var kind: Reason.Kind
    /// The guard that refused, from 0; otherwise -1.
    var guardNumber: Int32
}

/// The rows that a selection tried, in order. The memory is the caller's and has room for all rows of the cell.
struct SelectionTrace {
    var rows: UnsafeMutablePointer<TriedRow>
    var count = 0

    @_optimize(speed)
    mutating func note(_ rule: UnsafePointer<Rule>, _ kind: Reason.Kind, guardNumber: Int32 = -1) {
        (rows + count).initialize(to: TriedRow(row: rule.pointee.row, kind: kind, guardNumber: guardNumber))
        count += 1
    }

    /// Rows of a chart that were found, but give way to others, count as not tried.
    mutating func noteOthers(_ isTaken: (CompactIndex<Row>) -> Bool) {
        for index in 0..<count where rows[index].kind == .taken && !isTaken(rows[index].row) {
            rows[index].kind = .notTried
        }
    }
}

// Selection is a function of the table, the state and the step. Sending, planning, probing, explaining and listing what
// is permitted all go through it. It lies on the pointer, since the storage would be copied for each call.
extension UnsafePointer<TableStorage> {
    /// Choose the row that the trigger in `column` takes in `state`, beginning with the rows of `cell`.
    ///
    /// Guards, resolvers and providers are called with `step`, whose target and rule are kept up to date. Nothing else
    /// changes. The outcome is `unhandled` if no row matches. Cost: O(rows tried).
    @_optimize(speed)
    func select(
        _ state: CompactIndex<State>, from cell: Cell, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>,
        trace: UnsafeMutablePointer<SelectionTrace>? = nil
    ) -> Selection {
        let idleTarget = step.pointee.target
        var cell = cell
        var hasMatched = false
        while true {
            let program = pointee.programs + Int(cell.program)
            var selection = Selection(
                kind: .flat, outcome: .transitioned, program: program, rule: pointee.rules, target: cell.target)
            switch program.pointee.kind {
            case .flat: return selection
            case .none: break
            case .rules:
                if choose(&selection, state, column, step, trace) { return selection }
                hasMatched = true
            case .decision:
                let decision = pointee.decisions + Int(program.pointee.first)
                if decide(decision, &selection, state, column, step, &hasMatched, trace) { return selection }
            }
            step.pointee.target = idleTarget
            step.pointee.rule = nil
            let isOver = hasMatched && !pointee.isFirstMatch
            guard !isOver, let next = self.cell(after: program.pointee.level, state, column) else {
                selection.kind = .nothing
                selection.outcome = hasMatched ? .refused : .unhandled
                return selection
            }
            cell = next
        }
    }

    /// Choose among the rows of one cell only: see ``select(_:from:_:_:trace:)``. Returns `nil` if none is taken.
    func select(
        in cell: Cell, _ state: CompactIndex<State>, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>, _ hasMatched: inout Bool, _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Selection? {
        let idleTarget = step.pointee.target
        let program = pointee.programs + Int(cell.program)
        var selection = Selection(
            kind: .flat, outcome: .transitioned, program: program, rule: pointee.rules, target: cell.target)
        switch program.pointee.kind {
        case .none, .flat: return nil
        case .rules:
            if choose(&selection, state, column, step, trace) { return selection }
            hasMatched = true
        case .decision:
            let decision = pointee.decisions + Int(program.pointee.first)
            if decide(decision, &selection, state, column, step, &hasMatched, trace) { return selection }
        }
        step.pointee.target = idleTarget
        step.pointee.rule = nil
        return nil
    }

    /// The flat cell that a cell comes to without calling anything: itself, or the outcome that its table of
    /// combinations has for the cases of the step.
    @inline(__always)
    func flatCell(_ cell: Cell, _ cases: UnsafePointer<Int32>?) -> Cell? {
        let program = pointee.programs + Int(cell.program)
        if program.pointee.kind == .flat { return cell }
        guard program.pointee.kind == .decision, !pointee.hasProviders, let cases else { return nil }
        let decision = pointee.decisions + Int(program.pointee.first)
        guard decision.pointee.wordCount == 0 else { return nil }
        let outcome = pointee.outcomes[decision.pointee.firstOutcome &+ combination(decision, cases)]
        return pointee.programs[Int(outcome.program)].kind == .flat ? outcome : nil
    }

    /// Try the rows that hold for the cases of the step. Returns false if there are none, or all that may be tried
    /// refused.
    @_optimize(speed)
    private func decide(
        _ decision: UnsafePointer<Decision>, _ selection: inout Selection, _ state: CompactIndex<State>,
        _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>, _ hasMatched: inout Bool, _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Bool {
        guard let cases = step.pointee.cases else { return false }
        if pointee.hasProviders, fails(provide(for: decision, step), &selection) { return true }
        let outcomes = pointee.outcomes + decision.pointee.firstOutcome
        if decision.pointee.wordCount == 0 {
            let outcome = outcomes[combination(decision, cases)]
            guard outcome.program != 0 else { return false }
            hasMatched = true
            return take(outcome, &selection, state, column, step, trace)
        }
        for word in 0..<decision.pointee.wordCount {
            var rows = rows(decision, cases, word)
            while rows != 0 {
                let row = word &* 64 &+ rows.trailingZeroBitCount
                hasMatched = true
                if take(outcomes[row], &selection, state, column, step, trace) { return true }
                if !pointee.isFirstMatch { return false }
                rows &= rows &- 1
            }
        }
        return false
    }

    /// Whether a provider failed, which ends the selection.
    @_optimize(speed)
    private func fails(_ provision: Provision, _ selection: inout Selection) -> Bool {
        if provision.outcome == .ok { return false }
        selection.kind = .nothing
        selection.outcome = provision.outcome
        selection.failure = provision.value
        selection.predicate = provision.predicate
        return true
    }

    /// Take a flat program at once, rules if one of them says yes.
    @inline(__always)
    private func take(
        _ cell: Cell, _ selection: inout Selection, _ state: CompactIndex<State>, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>, _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Bool {
        selection.program = pointee.programs + Int(cell.program)
        selection.target = cell.target
        if selection.program.pointee.kind == .flat {
            step.pointee.rule = nil
            return true
        }
        return choose(&selection, state, column, step, trace)
    }

    /// Try the rules of a program in turn. Returns false if all of them refused.
    @inline(__always)
    private func choose(
        _ selection: inout Selection, _ state: CompactIndex<State>, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>,
        _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Bool {
        var rule = pointee.rules + Int(selection.program.pointee.first)
        let end = rule + Int(selection.program.pointee.count)
        while rule < end {
            let resolves = rule.pointee.target == .dynamic
            selection.target = target(of: rule, state, column)
            step.pointee.target = resolves ? ReservedID.none : pointee.states.ids[selection.target]
            step.pointee.rule = UnsafeRawPointer(rule)
            selection.rule = rule
            var left = rule.pointee.guards.count
            let result = ask(rule.pointee.guards, &left, step)
            var passes = result > 0
            if result < 0 {
                selection.failure = result
                selection.outcome = .callbackFailed
            } else if passes && resolves && pointee.resolvesFirst {
                let resolution = resolve(rule, step)
                selection.outcome = resolution.outcome
                selection.target = resolution.target
                selection.failure = resolution.failure
                passes = resolution.outcome != .refused
                if !passes { trace?.pointee.note(rule, .resolverRefused) }
            } else if !passes, let trace {
                trace.pointee.note(rule, .guardRefused, guardNumber: Int32(rule.pointee.guards.count &- left))
            }
            if passes || result < 0 {
                selection.kind = selection.outcome == .transitioned ? .rule : .nothing
                return true
            }
            selection.outcome = .transitioned
            rule += 1
        }
        return false
    }

    /// The state to which a rule leads; of a dynamic target the present one.
    @inline(__always)
    private func target(
        of rule: UnsafePointer<Rule>, _ state: CompactIndex<State>, _ column: CompactIndex<Column>
    ) -> CompactIndex<State> {
        switch rule.pointee.target {
        case .state: rule.pointee.state
        case .requested: requested(by: column)
        case .same, .internal, .dynamic, .deferred: state
        }
    }

    /// Ask the guards in order. Returns > 0 if all say yes, 0 if one refuses, < 0 if one fails. `left` is the number of
    /// guards from that one on.
    @inline(__always)
    private func ask(_ guards: CallbackList, _ left: inout UInt32, _ step: UnsafePointer<Step>) -> Int32 {
        var callback = pointee.callbacks + Int(guards.first)
        while left > 0 {
            let answer = callback.pointee.call(step)
            if answer <= 0 { return answer }
            callback += 1
            left &-= 1
        }
        return 1
    }

    /// Ask the resolver of a rule. The step is shown the state.
    @_optimize(speed)
    func resolve(_ rule: UnsafePointer<Rule>, _ step: UnsafeMutablePointer<Step>) -> Resolution {
        let id = pointee.callbacks[Int(rule.pointee.resolver)].call(step)
        let resolution = resolution(of: id)
        if resolution.outcome == .transitioned { step.pointee.target = id }
        return resolution
    }

    /// The result of a resolver that returned `id`.
    @inline(__always)
    func resolution(of id: ID) -> Resolution {
        if id == ReservedID.none { return Resolution(outcome: .refused) }
        guard let state = pointee.states.index(of: id) else {
            return Resolution(outcome: id == ReservedID.failed ? .callbackFailed : .unknownState, failure: id)
        }
        return Resolution(outcome: .transitioned, target: state)
    }
}

/// The result of a resolver, or of performing a rule: `transitioned` and the state's index, `refused`, or a failure.
struct Resolution {
    var outcome: Outcome
    var target = CompactIndex<State>(0)
    /// What the callback returned that failed.
    var failure: Int32 = 0
}
