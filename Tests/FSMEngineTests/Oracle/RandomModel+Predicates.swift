@testable import FSMEngine

extension Model {
    /// Up to three types, and rows that name some of them; more such rows in the same cells, so that they meet.
    mutating func addPredicates(_ random: inout Random, _ isFaulty: Bool) {
        let ids = Self.ids(&random, count: 1 + random.below(3))
        // Some share a provider.
        let hasProviders = random.chance(1, in: 2)
        for id in ids {
            let provider = hasProviders && random.chance(2, in: 3) ? random.below(6) : nil
            predicates.append(Predicate(id: id, caseCount: Int32(1 + random.below(3)), provider: provider))
        }
        for row in rows where random.chance(1, in: 2) {
            var other = row
            other.target = rows[random.below(rows.count)].target
            other.actions = Self.callbacks(&random, most: 2)
            if (row.event == ReservedID.request) != ReservedID.contains(other.target) { other.target = row.target }
            other.resolver = other.target == ReservedID.dynamic ? random.below(3) : nil
            rows.append(other)
        }
        for index in rows.indices where random.chance(2, in: 3) {
            for type in predicates where random.chance(1, in: 2) {
                var values = (0..<type.caseCount).filter { _ in random.chance(1, in: 2) }
                if values.isEmpty { values = [Int32(random.below(Int(type.caseCount)))] }
                rows[index].matches.append(Match(predicate: type.id, values: values))
            }
        }
        // In any order, so that not the sorting but the sets are compared.
        for index in rows.indices where random.chance(1, in: 2) { rows[index].matches.reverse() }
        if isFaulty && random.chance(1, in: 2) { addFaultyMatches(&random) }
    }

    private mutating func addFaultyMatches(_ random: inout Random) {
        if random.chance(1, in: 3) {
            predicates.append(Predicate(id: predicates[0].id, caseCount: Int32(1 + random.below(4))))
        }
        guard !rows.isEmpty else { return }
        for _ in 0..<(1 + random.below(2)) {
            let number = random.below(rows.count)
            let id = random.pick(predicates).id
            switch random.below(5) {
            case 0: rows[number].matches.append(Match(predicate: 31_337, values: [0]))
            case 1: rows[number].matches.append(Match(predicate: id, values: []))
            case 2: rows[number].matches.append(Match(predicate: id, values: [Int32(random.below(9)) - 2]))
            case 3: rows[number].matches.append(Match(predicate: id, values: [0, 0]))
            default: rows[number].matches.append(contentsOf: rows[number].matches)
            }
        }
    }
}
