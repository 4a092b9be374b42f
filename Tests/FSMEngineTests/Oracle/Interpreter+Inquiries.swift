@testable import FSMEngine

extension Interpreter {
    /// Nothing changes meanwhile, and the step under way, if there is one, goes on as before.
    private func inquire(_ body: () -> Told) -> Told {
        let (wasInquiring, step) = (isInquiring, shown)
        isInquiring = true
        shown = Shown()
        defer { (isInquiring, shown) = (wasInquiring, step) }
        return body()
    }

    /// What sending this would come to, with the state after it.
    func probe(_ want: Want, _ with: Model.With) -> Told {
        inquire {
            let (checked, fault) = checked(want, with)
            let (outcome, target) = checked.map { judge($0) } ?? (fault, state ?? ReservedID.none)
            var told = Told(outcome)
            told.result = " to \(target)"
            if outcome.rawValue > 0, let words = script?.words { told.detail = ", target \(words.state(target))" }
            return told
        }
    }

    private func judge(_ sent: Sent) -> (outcome: Outcome, target: ID) {
        let source = state!
        show(sent, source)
        var after = source
        let outcome = attempt {
            switch try choose(sent, source) {
            case .unhandled: return isUnknown(sent) ? .unknownEvent : .unhandled
            case .refused: return .refused
            case .row(let row, let known):
                guard let target = try known ?? resolve(row) else { return .refused }
                after = target
                return .transitioned
            }
        }
        return (outcome, after)
    }

    /// What is known of the cases after one event or state holds for the next too.
    func permitted(_ permission: Machine.Permission, _ cases: [Model.Case]) -> Told {
        inquire {
            guard let source = state else { return Told(.notRunning, " []") }
            let (taken, fault) = taken(cases)
            guard let taken else { return Told(fault, " []") }
            shown.cases = taken
            let isOfStates = permission.contains(.requests)
            var found: [ID] = []
            let outcome = attempt {
                for id in (isOfStates ? model.states : model.knownEvents).sorted() {
                    let sent = Sent(want: isOfStates ? .request(id) : .event(id), cases: shown.cases)
                    // What a guard would be asked of is not there.
                    let isAskable = isOfStates || model.types(of: id).isEmpty
                    if permission.contains(.withoutGuards) || !isAskable {
                        show(sent, source)
                        if try hasRow(sent, source) { found.append(id) }
                        continue
                    }
                    let outcome = judge(sent).outcome
                    if ![.transitioned, .refused, .unhandled].contains(outcome) { return outcome }
                    if outcome == .transitioned { found.append(id) }
                }
                return .ok
            }
            var told = Told(outcome)
            told.result = " \(found)"
            if outcome == .ok, let words = script?.words {
                let named = found.map(isOfStates ? words.state : words.event)
                told.list = ": " + (named.isEmpty ? "none" : named.joined(separator: " "))
            }
            return told
        }
    }

    private func hasRow(_ sent: Sent, _ source: ID) throws -> Bool {
        for level in cells.levels(source, sent.want) where try !holding(level, sent).isEmpty { return true }
        return false
    }

    // MARK: - Explanations

    /// The verdict on each row that the state has for this, in the order in which they are tried.
    func explain(_ want: Want, _ with: Model.With) -> Told {
        inquire {
            let (checked, fault) = checked(want, with)
            guard let sent = checked, let source = state else { return Told(fault, " []") }
            show(sent, source)
            var told = Told(isUnknown(sent) ? Outcome.unknownEvent : .unhandled)
            var reasons: [String] = []
            let failure = attempt {
                var isOver = false
                for level in cells.levels(source, want) {
                    if !isOver { try provide(for: level, sent) }
                    for row in cells.byRank(cells.rows(level)) {
                        var verdict = "not tried"
                        if let mismatch = mismatch(row.row) {
                            verdict = "not matched \(mismatch.predicate) \(mismatch.value)"
                            if let words = script?.words { told.reasons.append(words.mismatch(row.number, mismatch)) }
                        } else {
                            if !isOver { (verdict, told.outcome, isOver) = try self.verdict(row.row, sent, source) }
                            told.reasons.append("r\(row.number + 1): \(verdict)")
                        }
                        reasons.append("\(row.number) \(verdict)")
                    }
                }
                return .ok
            }
            if failure != .ok { told.outcome = failure }
            // Behind a failure, and of an event that nobody knows, there are no reasons.
            if told.outcome.rawValue < 0 { (told.reasons, reasons) = ([], []) }
            told.result = " \(reasons)"
            return told
        }
    }

    /// The first type whose case is not among those that the row names.
    private func mismatch(_ row: Model.Row) -> Model.Case? {
        for match in row.matches.sorted(by: { $0.predicate < $1.predicate }) {
            let value = shown.cases[match.predicate]
            // Nobody was asked.
            if value == nil && model.provider(of: match.predicate) != nil { continue }
            if value.map({ match.values.contains($0) }) != true {
                return Model.Case(predicate: match.predicate, value: value ?? ReservedID.none)
            }
        }
        return nil
    }

    /// What is said of a row that is tried, what comes of it, and whether no other is tried.
    private func verdict(
        _ row: Model.Row, _ sent: Sent, _ source: ID
    ) throws -> (text: String, outcome: Outcome, isOver: Bool) {
        let isFirstMatch = model.guardPolicy == .firstMatch
        if let number = try refusal(of: row, fixedTarget(row, sent, source)) {
            return ("guard refused \(number)", .refused, !isFirstMatch)
        }
        if row.target == ReservedID.dynamic, try resolve(row) == nil {
            return ("resolver refused", .refused, !isFirstMatch || model.phases[0] != .resolve)
        }
        return ("taken", .transitioned, true)
    }
}
