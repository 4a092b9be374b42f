import CMemory

/// The row that a trigger takes in a state, or why none is taken. The guards have been asked, and so has the resolver
/// if the phase order resolves first.
///
/// Four words, so that it is returned in registers.
struct Selection {
    enum Kind {
        /// A flat program.
        case flat
        /// A rule whose guards said yes.
        case rule
        /// No row is taken: see `outcome`.
        case nothing
    }

    var program: UnsafePointer<Program>
    /// `nil` for a flat program.
    var rule: UnsafePointer<Rule>?
    var outcome = Outcome.transitioned
    /// The index of the target state. Without meaning while a dynamic target is not resolved.
    var target: CompactIndex<State>
    /// What a callback returned that ended the selection: a negative result, an unknown state or an unknown case.
    var failure: Int32 = 0
    /// The predicate type whose provider returned an unknown case.
    var predicate = ReservedID.none

    @inline(__always)
    var kind: Kind { outcome != .transitioned ? .nothing : rule == nil ? .flat : .rule }
}

/// A row that a selection tried, and the result.
struct TriedRow {
    var row: CompactIndex<Row>
    var kind: Reason.Kind
    /// The guard that refused, from 0; otherwise -1.
    var guardNumber: Int32

    private static var isLevel: Int32 { -2 }

    /// What stands before the rows of a node of a chart.
    static func level(_ node: UInt32) -> TriedRow {
        TriedRow(row: CompactIndex(node), kind: .notTried, guardNumber: isLevel)
    }

    /// The node whose rows follow, if this is no row.
    var level: UInt32? { guardNumber == Self.isLevel ? row.value : nil }
}

/// The rows that a selection tried, in order. The memory is the caller's and has room for all rows of the cell; of a chart
/// for those of all cells that are asked, each cell's behind the node that has them.
struct SelectionTrace {
    var rows: UnsafeMutablePointer<TriedRow>
    var count = 0

    @_optimize(speed)
    mutating func note(_ rule: UnsafePointer<Rule>, _ kind: Reason.Kind, guardNumber: Int32 = -1) {
        (rows + count).initialize(to: TriedRow(row: rule.pointee.row, kind: kind, guardNumber: guardNumber))
        count += 1
    }

    mutating func noteLevel(_ node: UInt32) {
        (rows + count).initialize(to: .level(node))
        count += 1
    }

    /// Rows of a chart that were found, but give way to others, count as not tried.
    mutating func noteOthers(_ isTaken: (_ row: CompactIndex<Row>, _ node: UInt32) -> Bool) {
        var node: UInt32 = 0
        for index in 0..<count {
            if let level = rows[index].level {
                node = level
            } else if rows[index].kind == .taken && !isTaken(rows[index].row, node) {
                rows[index].kind = .notTried
            }
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
    ///
    /// With `climbs` false only the rows of this cell are tried. Long, since a row with a guard passes all of it: what is
    /// called costs more than what it does.
    @inline(never)
    @_optimize(speed)
    func select(
        _ state: CompactIndex<State>, from cell: Cell, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>, climbs: Bool = true,
        trace: UnsafeMutablePointer<SelectionTrace>? = nil
    ) -> Selection {
        let idleTarget = step.pointee.target
        var program = pointee.programs + Int(cell.program)
        // The program of the cell itself, of which what a decision comes to is a part.
        var whole = program
        var target = cell.target
        var hasMatched = false
        while true {
            if program.pointee.kind == .rules {
                hasMatched = true
                var rule = pointee.rules + Int(program.pointee.first)
                var left = program.pointee.count
                repeat {
                    let selection = ask(rule, state, column, step, trace)
                    if selection.outcome != .refused { return selection }
                    rule += 1
                    left &-= 1
                } while left > 0
            } else if program.pointee.kind == .flat {
                return Selection(program: program, rule: nil, target: target)
            } else if program.pointee.kind == .decision, let cases = step.pointee.cases {
                let decision = pointee.decisions + Int(program.pointee.first)
                let provision = pointee.hasProviders ? provide(for: decision, step) : .nothing
                if provision.outcome != .ok { return failed(provision, state) }
                if decision.pointee.wordCount == 0 {
                    let outcome = pointee.outcomes[decision.pointee.firstOutcome &+ combination(decision, cases)]
                    if outcome.program != 0 {
                        hasMatched = true
                        program = pointee.programs + Int(outcome.program)
                        target = outcome.target
                        continue
                    }
                } else {
                    let selection = decide(decision, state, column, step, cases, trace)
                    if selection.outcome == .refused {
                        hasMatched = true
                    } else if selection.outcome != .unhandled {
                        return selection
                    }
                }
            }
            step.pointee.target = idleTarget
            step.pointee.rule = nil
            let isOver = !climbs || (hasMatched && !pointee.isFirstMatch)
            guard !isOver, let next = self.cell(after: whole.pointee.level, state, column) else {
                return nothing(hasMatched ? .refused : .unhandled, state)
            }
            program = pointee.programs + Int(next.program)
            whole = program
            target = next.target
        }
    }

    /// Ask the guards of a rule, and its resolver if the phase order resolves first. `refused` if one says no.
    @inline(__always)
    private func ask(
        _ rule: UnsafePointer<Rule>, _ state: CompactIndex<State>, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>, _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Selection {
        var target = state
        if rule.pointee.target == .state {
            target = rule.pointee.state
        } else if rule.pointee.target == .requested {
            target = requested(by: column)
        }
        let resolves = rule.pointee.target == .dynamic
        step.pointee.target = resolves ? ReservedID.none : pointee.states.ids[target]
        step.pointee.rule = UnsafeRawPointer(rule)
        if target.value == 0 { swiftfsm_hint() }
        var left = rule.pointee.guards.count
        let answer = ask(rule.pointee.guards, &left, step)
        if answer > 0 {
            let isOpen = resolves && pointee.resolvesFirst
            if isOpen { return resolved(rule, step, trace) }
            return Selection(program: pointee.programs, rule: rule, target: target)
        }
        if answer < 0 { return failed(Provision(outcome: .callbackFailed, value: answer), state) }
        if let trace {
            trace.pointee.note(rule, .guardRefused, guardNumber: Int32(rule.pointee.guards.count &- left))
        }
        return nothing(.refused, state)
    }

    @inline(__always)
    private func nothing(_ outcome: Outcome, _ state: CompactIndex<State>) -> Selection {
        Selection(program: pointee.programs, rule: nil, outcome: outcome, target: state)
    }

    /// The end of a selection in which a callback failed.
    @inline(never)
    @_optimize(speed)
    private func failed(_ provision: Provision, _ state: CompactIndex<State>) -> Selection {
        Selection(
            program: pointee.programs, rule: nil, outcome: provision.outcome, target: state, failure: provision.value,
            predicate: provision.predicate)
    }

    /// What the resolver of a rule says whose guards said yes.
    @inline(never)
    @_optimize(speed)
    private func resolved(
        _ rule: UnsafePointer<Rule>, _ step: UnsafeMutablePointer<Step>, _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Selection {
        let resolution = resolve(rule, step)
        if resolution.outcome == .refused { trace?.pointee.note(rule, .resolverRefused) }
        return Selection(
            program: pointee.programs, rule: rule, outcome: resolution.outcome, target: resolution.target,
            failure: resolution.failure)
    }

    /// Try the rows that hold for the cases of the step, which a bit set tells.
    @inline(never)
    @_optimize(speed)
    private func decide(
        _ decision: UnsafePointer<Decision>, _ state: CompactIndex<State>, _ column: CompactIndex<Column>,
        _ step: UnsafeMutablePointer<Step>, _ cases: UnsafePointer<Int32>,
        _ trace: UnsafeMutablePointer<SelectionTrace>?
    ) -> Selection {
        let outcomes = pointee.outcomes + decision.pointee.firstOutcome
        var last = nothing(.unhandled, state)
        for word in 0..<decision.pointee.wordCount {
            var rows = rows(decision, cases, word)
            while rows != 0 {
                let row = word &* 64 &+ rows.trailingZeroBitCount
                last = select(state, from: outcomes[row], column, step, climbs: false, trace: trace)
                if last.outcome != .refused || !pointee.isFirstMatch { return last }
                rows &= rows &- 1
            }
        }
        return last
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
