@testable import FSMEngine

extension Interpreter {
    /// What sending this would come to, with the state after it.
    func probe(_ want: Want, _ cases: [Model.Case]) -> (Outcome, String) {
        let (checked, fault) = checked(want, cases)
        guard let sent = checked else { return (fault, "probe \(fault.name)") }
        let (outcome, target) = judge(sent)
        return (outcome, "probe \(outcome.name) \(target)")
    }

    private func judge(_ sent: Sent) -> (outcome: Outcome, target: ID) {
        let source = state!
        shownCases = sent.cases
        defer { shownCases = [:] }
        var after = source
        let outcome = attempt {
            switch try choose(sent, source) {
            case .unhandled: return isUnknown(sent) ? .unknownEvent : .unhandled
            case .refused: return .refused
            case .row(let row, let known):
                guard let target = try known ?? resolve(row, sent, source) else { return .refused }
                after = target
                return .transitioned
            }
        }
        return (outcome, after)
    }

    func permitted(_ permission: Machine.Permission, _ cases: [Model.Case]) -> (Outcome, String) {
        guard state != nil else { return (.notRunning, "permitted \(Outcome.notRunning.name)") }
        let (taken, fault) = taken(cases)
        guard let taken else { return (fault, "permitted \(fault.name)") }
        let wants: [(ID, Want)] =
            permission.contains(.requests)
            ? model.states.sorted().map { ($0, .request($0)) }
            : model.knownEvents.sorted().map { ($0, .event($0)) }
        var found: [ID] = []
        for (id, want) in wants {
            let sent = Sent(want: want, cases: taken)
            if permission.contains(.withoutGuards) {
                let hasRow = cells.levels(state!, want).contains { !cells.rows($0, taken).isEmpty }
                if hasRow { found.append(id) }
                continue
            }
            let outcome = judge(sent).outcome
            if outcome == .callbackFailed || outcome == .unknownState {
                return (outcome, "permitted \(outcome.name) \(found)")
            }
            if outcome == .transitioned { found.append(id) }
        }
        let named = found.map(permission.contains(.requests) ? words.state : words.event)
        findings.list = ": " + (named.isEmpty ? "none" : named.joined(separator: " "))
        return (.ok, "permitted \(Outcome.ok.name) \(found)")
    }

    /// The verdict on each row that the state has for this, in the order in which they are tried.
    func explain(_ want: Want, _ cases: [Model.Case]) -> (Outcome, String) {
        let (checked, fault) = checked(want, cases)
        guard let sent = checked, let source = state else { return (fault, "explain \(fault.name)") }
        shownCases = sent.cases
        defer { shownCases = [:] }
        var reasons: [String] = []
        var outcome = isUnknown(sent) ? Outcome.unknownEvent : .unhandled
        let failure = attempt {
            var isOver = false
            for row in levelsInOrder(sent, source) {
                if let (predicate, value) = mismatch(row.row, sent.cases) {
                    reasons.append("\(row.number) does not match \(predicate) \(value ?? ReservedID.none)")
                    let told = "\(words.predicate(predicate)) \(value.map { "\($0)" } ?? "none")"
                    findings.reasons.append("r\(row.number + 1): not matched \(told)")
                } else if isOver {
                    reasons.append("\(row.number) is not tried")
                    findings.reasons.append("r\(row.number + 1): not tried")
                } else {
                    let (verdict, isTaken, handsOn) = try verdict(row.row, sent, source)
                    outcome = isTaken ? .transitioned : .refused
                    isOver = isTaken || !handsOn
                    reasons.append("\(row.number) \(verdict)")
                    findings.reasons.append("r\(row.number + 1): \(verdict)")
                }
            }
            return .ok
        }
        if failure != .ok { outcome = failure }
        if outcome.rawValue < 0 { findings.reasons = [] }
        return (outcome, "explain \(outcome.name) \(reasons)")
    }

    private func levelsInOrder(_ sent: Sent, _ source: ID) -> [Model.StateRow] {
        cells.levels(source, sent.want).flatMap { cells.byRank(cells.rows($0)) }
    }

    private func mismatch(_ row: Model.Row, _ cases: Cases) -> (ID, Int32?)? {
        for match in row.matches.sorted(by: { $0.predicate < $1.predicate }) {
            let value = cases[match.predicate]
            if value.map({ match.values.contains($0) }) != true {
                return (match.predicate, value)
            }
        }
        return nil
    }

    private func verdict(_ row: Model.Row, _ sent: Sent, _ source: ID) throws -> (String, isTaken: Bool, handsOn: Bool)
    {
        let isFirstMatch = model.guardPolicy == .firstMatch
        let target = fixedTarget(row, sent, source)
        if let number = try refusal(of: row, sent, source, target) {
            return ("guard refused \(number)", false, isFirstMatch)
        }
        if row.target == ReservedID.dynamic, try resolve(row, sent, source) == nil {
            return ("resolver refused", false, isFirstMatch && model.phases[0] == .resolve)
        }
        return ("taken", true, false)
    }
}
