@testable import FSMEngine

extension Model {
    /// Mostly a send; mostly with what it needs.
    func call(_ random: inout Random, _ states: [ID], _ events: [ID]) -> Call {
        let cases = self.cases(&random)
        let event = random.chance(1, in: 12) ? 13 : random.pick(events + self.events.map { $0.id })
        let state = random.chance(1, in: 12) ? 14 : random.pick(states)
        let isRequest = random.chance(1, in: 3)
        let with = With(cases: cases, arguments: arguments(of: event, &random))
        switch random.below(12) {
        case 0: return .update(sends: random.chance(1, in: 2))
        case 1: return .probe(event, with)
        case 2:
            return isRequest
                ? .explain(ReservedID.request, requested: state, With(cases: cases))
                : .explain(event, requested: ReservedID.none, with)
        case 3: return .permitted(Machine.Permission(rawValue: UInt32(random.below(4))), With(cases: cases))
        default:
            return isRequest && rows.contains { $0.event == ReservedID.request }
                ? .request(state, With(cases: cases)) : .send(event, with)
        }
    }

    /// Mostly a case of each type that has no provider, at times of others.
    private func cases(_ random: inout Random) -> [Case] {
        var cases = predicateIDs.map { Case(predicate: $0, value: Int32(random.below(Int(caseCount($0)!)))) }
        for other in cases.indices.dropFirst() { cases.swapAt(other, random.below(other + 1)) }
        cases.removeAll { provider(of: $0.predicate) != nil && random.chance(3, in: 4) }
        guard random.chance(1, in: 8) else { return cases }
        switch random.below(4) {
        case 0: if !cases.isEmpty { cases.remove(at: random.below(cases.count)) }
        case 1: cases.append(Case(predicate: 31_337, value: 0))
        case 2: if !cases.isEmpty { cases.append(Case(predicate: cases[0].predicate, value: 0)) }
        default: if !cases.isEmpty { cases[random.below(cases.count)].value = Int32(random.below(9)) - 3 }
        }
        return cases
    }

    /// Mostly what the event declares.
    private func arguments(of event: ID, _ random: inout Random) -> [Datum] {
        let types = types(of: event)
        var arguments = types.map { Datum.fit(for: $0, &random) }
        guard random.chance(1, in: types.isEmpty ? 24 : 6) else { return arguments }
        // One of them, or one more, of any type: integers of no type yet, and numbers that stand for none, included.
        let stranger = Datum.any(of: Int32(random.below(18)) - 1, &random)
        switch random.below(4) {
        case 0: arguments.append(stranger)
        case 1: if !types.isEmpty { arguments.removeLast() }
        case 2: if !types.isEmpty { arguments[random.below(types.count)] = Datum.any(of: Datum.integer, &random) }
        default: if !types.isEmpty { arguments[random.below(types.count)] = stranger }
        }
        return arguments
    }
}
