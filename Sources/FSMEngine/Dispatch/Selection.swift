/// What an event or request comes to in a state, with guards asked and, if the order of the step has it first, the
/// target resolved.
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
    /// Chooses what to do in the present state for the event or request of this number, beginning with the rows of
    /// `cell`. Guards and resolvers see `step`, whose target is kept up to date; nothing else changes, except that a
    /// failure is noted. The outcome is `unhandled` if no row matches.
    func select(from cell: Cell, _ column: UInt32, _ step: UnsafeMutablePointer<Step>) -> Selection {
        let table = storage.pointee.table
        let idleTarget = step.pointee.target
        var cell = cell
        var hasMatched = false
        while true {
            let program = storage.pointee.programs + Int(cell.program)
            var selection = Selection(
                kind: .flat, outcome: .transitioned, program: program, rule: table.pointee.rules, target: cell.target)
            switch program.pointee.kind {
            case .flat: return selection
            case .none: break
            case .rules:
                if choose(&selection, column, step) { return selection }
                hasMatched = true
            case .decision:
                let decision = table.pointee.decisions + Int(program.pointee.first)
                if decide(decision, &selection, column, step, &hasMatched) { return selection }
            }
            step.pointee.target = idleTarget
            let isOver = hasMatched && !table.pointee.isFirstMatch
            guard !isOver, let next = table.cell(after: program.pointee.level, storage.pointee.state, column) else {
                selection.kind = .nothing
                selection.outcome = hasMatched ? .refused : .unhandled
                return selection
            }
            cell = next
        }
    }

    /// What a cell comes to without asking anybody: itself, or what its table of combinations has for the cases of the
    /// step, if that is a flat program.
    @inline(__always)
    func flatCell(_ cell: Cell) -> Cell? {
        let table = storage.pointee.table
        let program = storage.pointee.programs + Int(cell.program)
        if program.pointee.kind == .flat { return cell }
        guard program.pointee.kind == .decision, !table.pointee.hasProviders, let cases = storage.pointee.step.cases
        else { return nil }
        let decision = table.pointee.decisions + Int(program.pointee.first)
        guard decision.pointee.wordCount == 0 else { return nil }
        let index = decision.pointee.firstOutcome &+ table.combination(decision, cases)
        let outcome = table.pointee.outcomes[index]
        return storage.pointee.programs[Int(outcome.program)].kind == .flat ? outcome : nil
    }

    /// Tries the rows that hold for the cases of the step; `false` if there are none, or all that may be tried said no.
    private func decide(
        _ decision: UnsafePointer<Decision>, _ selection: inout Selection, _ column: UInt32,
        _ step: UnsafeMutablePointer<Step>, _ hasMatched: inout Bool
    ) -> Bool {
        let table = storage.pointee.table
        guard let cases = step.pointee.cases else { return false }
        let provision = provide(for: decision, step)
        guard provision == .ok else {
            selection.kind = .nothing
            selection.outcome = provision
            return true
        }
        let outcomes = table.pointee.outcomes + decision.pointee.firstOutcome
        if decision.pointee.wordCount == 0 {
            let outcome = outcomes[table.combination(decision, cases)]
            guard outcome.program != 0 else { return false }
            hasMatched = true
            return take(outcome, &selection, column, step)
        }
        for word in 0..<decision.pointee.wordCount {
            var rows = table.rows(decision, cases, word)
            while rows != 0 {
                let row = word &* 64 &+ rows.trailingZeroBitCount
                hasMatched = true
                if take(outcomes[row], &selection, column, step) { return true }
                if !table.pointee.isFirstMatch { return false }
                rows &= rows &- 1
            }
        }
        return false
    }

    /// Whether some row of a decision holds for the cases of the step: `transitioned`, `unhandled`, or how a provider
    /// failed.
    func holds(_ decision: UnsafePointer<Decision>, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let table = storage.pointee.table
        guard let cases = step.pointee.cases else { return .unhandled }
        let provision = provide(for: decision, step)
        guard provision == .ok else { return provision }
        if decision.pointee.wordCount == 0 {
            let outcome = decision.pointee.firstOutcome &+ table.combination(decision, cases)
            return table.pointee.outcomes[outcome].program != 0 ? .transitioned : .unhandled
        }
        let holds = (0..<decision.pointee.wordCount).contains { table.rows(decision, cases, $0) != 0 }
        return holds ? .transitioned : .unhandled
    }

    /// A flat program at once, rules if one of them says yes.
    @inline(__always)
    private func take(
        _ cell: Cell, _ selection: inout Selection, _ column: UInt32, _ step: UnsafeMutablePointer<Step>
    ) -> Bool {
        selection.program = UnsafePointer(storage.pointee.programs + Int(cell.program))
        selection.target = cell.target
        if selection.program.pointee.kind == .flat { return true }
        return choose(&selection, column, step)
    }

    /// Tries the rules of a program in turn; `false` if all of them said no.
    @inline(__always)
    private func choose(
        _ selection: inout Selection, _ column: UInt32, _ step: UnsafeMutablePointer<Step>
    ) -> Bool {
        let table = storage.pointee.table
        var rule = table.pointee.rules + Int(selection.program.pointee.first)
        let end = rule + Int(selection.program.pointee.count)
        while rule < end {
            let resolves = rule.pointee.target == .dynamic
            switch rule.pointee.target {
            case .state: selection.target = rule.pointee.state
            case .requested: selection.target = column &- table.request(for: 0)
            case .same, .internal, .dynamic: selection.target = storage.pointee.state
            }
            step.pointee.target = resolves ? ReservedID.none : storage.pointee.stateIDs[Int(selection.target)]
            var result = ask(rule.pointee.guards, step)
            if result > 0 && resolves && table.pointee.resolvesFirst {
                let resolution = resolve(rule.pointee.resolver, step)
                if resolution.outcome.endsRun {
                    selection.kind = .nothing
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
    func resolve(_ resolver: UInt32, _ step: UnsafeMutablePointer<Step>) -> (outcome: Outcome, state: UInt32) {
        let table = storage.pointee.table
        let id = table.pointee.callbacks[Int(resolver)].call(step)
        switch id {
        case ReservedID.none: return (.refused, 0)
        case ReservedID.failed: return (failed(id), 0)
        default:
            guard let state = table.pointee.states.index(of: id) else {
                storage.pointee.failure = id
                return (.unknownState, 0)
            }
            step.pointee.target = id
            return (.transitioned, state)
        }
    }
}

extension UnsafePointer<TableStorage> {
    /// The index of the outcome for these cases, where there is one for each combination.
    @inline(__always)
    fileprivate func combination(_ decision: UnsafePointer<Decision>, _ cases: UnsafePointer<Int32>) -> Int {
        var index = 0
        let digits = pointee.digits + decision.pointee.firstDigit
        for number in 0..<decision.pointee.digitCount { index &+= weight(digits + number, cases) }
        return index
    }

    /// A word of the set of rows that hold for these cases, in the order in which they are tried.
    @inline(__always)
    fileprivate func rows(_ decision: UnsafePointer<Decision>, _ cases: UnsafePointer<Int32>, _ word: Int) -> UInt64 {
        var rows = UInt64.max
        let digits = pointee.digits + decision.pointee.firstDigit
        for number in 0..<decision.pointee.digitCount {
            let digit = digits + number
            rows &= pointee.words[digit.pointee.firstWord &+ weight(digit, cases) &+ word]
        }
        return rows
    }

    @inline(__always)
    private func weight(_ digit: UnsafePointer<Digit>, _ cases: UnsafePointer<Int32>) -> Int {
        let offset = UInt32(bitPattern: cases[digit.pointee.predicate] &- digit.pointee.low)
        return offset < digit.pointee.count ? Int(pointee.weights[digit.pointee.firstWeight &+ Int(offset)]) : 0
    }
}
