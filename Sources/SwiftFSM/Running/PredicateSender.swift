import FSMEngine
import FSMInterning

/// Converts the predicates sent with an event to the engine's cases, without hashing, casting or allocation.
@usableFromInline
final class PredicateSender {
    private struct Entry {
        let type: ObjectIdentifier
        let kind: any PredicateKind.Type
        /// The numbers of its cases by their bits, -1 for bits without a case; empty if the type is too large.
        let numbersByBits: [Int32]
    }

    private let entries: [Entry]

    init(_ kinds: PredicateKinds) {
        entries = kinds.kinds.map { Entry(type: $0.id, kind: $0, numbersByBits: $0.numbersByBits) }
    }

    /// Chooses what an event with these predicates does.
    @usableFromInline
    func plan(_ machine: Machine, _ event: Int32, _ predicates: [any Predicate]) -> StepPlan {
        withUnsafeTemporaryAllocation(of: PredicateCase.self, capacity: predicates.count) { cases in
            for (index, predicate) in predicates.enumerated() { cases[index] = sent(predicate) }
            return machine.detachedPlan(event, Cases(cases))
        }
    }

    /// Opens the plan of what an event with these predicates does in a chart.
    func chartPlan(_ machine: Machine, _ event: Int32, _ predicates: [any Predicate]) -> StepPlan {
        if predicates.isEmpty { return machine.plan(.event(event), .none) }
        return withUnsafeTemporaryAllocation(of: PredicateCase.self, capacity: predicates.count) { cases in
            for (index, predicate) in predicates.enumerated() { cases[index] = sent(predicate) }
            return machine.plan(.event(event), Cases(cases))
        }
    }

    /// Converts a predicate to a case. Types that are not in the table get a number that no table has.
    func sent(_ predicate: any Predicate) -> PredicateCase {
        let type = ObjectIdentifier(Swift.type(of: predicate))
        for number in entries.indices where entries[number].type == type {
            return PredicateCase(Int32(truncatingIfNeeded: number), self.number(of: predicate, entries[number]))
        }
        return PredicateCase(.max, 0)
    }

    private func number<P: Predicate>(of predicate: P, _ entry: Entry) -> Int32 {
        if !entry.numbersByBits.isEmpty {
            let pattern = BitNumbers<P>.pattern(of: predicate)
            if pattern < entry.numbersByBits.count, entry.numbersByBits[pattern] >= 0 {
                return entry.numbersByBits[pattern]
            }
        }
        return Int32(truncatingIfNeeded: entry.kind.number(of: predicate))
    }
}
