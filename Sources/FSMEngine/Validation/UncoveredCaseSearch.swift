/// One case of some predicate types, ascending.
struct Combination {
    var cases: [(predicate: TypedIndex<Predicate>, value: Int32)]
}

/// Looks for combinations of cases for which none of several rows holds.
///
/// Whether there is one is a hard question in general (each row is a clause that it must not satisfy), though not for
/// tables that people write. So the search has a budget, and gives up when that is spent.
struct UncoveredCaseSearch {
    /// What the combination must have: these cases of these types, ascending; of all other types any.
    typealias Box = [(predicate: TypedIndex<Predicate>, cases: [Int32])]

    enum Result {
        case found(Combination)
        /// Some row holds for each of them.
        case covered
        case gaveUp
    }

    private let matchings: Matchings
    /// How many more times a row's match for a type may be looked at.
    private var budget: Int64
    /// The case of each type, as far as one is chosen.
    private var chosen: IndexedArray<Predicate, Int32>

    private static var none: Int32 { -1 }

    /// A choice of a case for one type.
    private struct Choice {
        var predicate: TypedIndex<Predicate>
        /// The cases that are left to try; of those that the rows do not tell apart, one.
        var values: [Int32]
        /// The rows that the cases chosen before do not exclude.
        var rows: [UInt32]
    }

    init(_ matchings: Matchings, rowCount: Int) {
        self.matchings = matchings
        budget = 200_000_000 + 20_000 * Int64(rowCount)
        chosen = IndexedArray(repeating: Self.none, count: matchings.predicates.indexCount)
    }

    /// The combinations for which both hold, `nil` if there are none.
    func box(_ left: UInt32, _ right: UInt32 = 0) -> Box? {
        var box: Box = []
        var others = matchings.constraints(right)
        for constraint in matchings.constraints(left) {
            while let other = others.first, other.predicate < constraint.predicate {
                box.append((other.predicate, Array(matchings.cases(other))))
                others.removeFirst()
            }
            var cases = Array(matchings.cases(constraint))
            if let other = others.first, other.predicate == constraint.predicate {
                cases.removeAll { !matchings.contains($0, other) }
                others.removeFirst()
            }
            if cases.isEmpty { return nil }
            box.append((constraint.predicate, cases))
        }
        for other in others { box.append((other.predicate, Array(matchings.cases(other)))) }
        return box
    }

    /// A combination in the box for which none of the rows holds. It names the types on which that depends.
    mutating func firstUncovered(by rows: [UInt32], within box: Box) -> Result {
        for (predicate, cases) in box where cases.count == 1 { chosen[predicate] = cases[0] }
        defer {
            for (predicate, cases) in box where cases.count == 1 { chosen[predicate] = Self.none }
        }
        var choices: [Choice] = []
        defer {
            for choice in choices { chosen[choice.predicate] = Self.none }
        }
        for row in rows { budget -= Int64(matchings.rank(row)) }
        var rows = rows.filter { row in
            matchings.constraints(row).allSatisfy {
                let value = chosen[$0.predicate]
                return value == Self.none || matchings.contains(value, $0)
            }
        }
        while !rows.isEmpty {
            if let predicate = nextPredicate(rows) {
                choices.append(Choice(predicate: predicate, values: values(of: predicate, rows, box), rows: rows))
            }
            // The next case to try, after going back over the choices that have none left.
            while let last = choices.last, last.values.isEmpty {
                chosen[last.predicate] = Self.none
                choices.removeLast()
            }
            guard let last = choices.indices.last else { return .covered }
            let (predicate, value) = (choices[last].predicate, choices[last].values.removeLast())
            chosen[predicate] = value
            for row in choices[last].rows { budget -= Int64(16 + matchings.rank(row)) }
            guard budget > 0 else { return .gaveUp }
            rows = choices[last].rows.filter { row in
                guard let constraint = matchings.constraint(row, on: predicate) else { return true }
                return matchings.contains(value, constraint)
            }
        }
        return .found(combination(in: box))
    }

    /// The type to choose a case of next: one of the row that names the fewest for which none is chosen. `nil` if all
    /// that a row names is chosen, so that it holds. To name all cases of a type is to name none.
    private mutating func nextPredicate(_ rows: [UInt32]) -> TypedIndex<Predicate>? {
        var fewest = Int.max
        var next: TypedIndex<Predicate>?
        for row in rows {
            budget -= Int64(matchings.rank(row))
            var open = 0
            var first: TypedIndex<Predicate>?
            for constraint in matchings.constraints(row)
            where chosen[constraint.predicate] == Self.none
                && constraint.count < Int(matchings.caseCounts[constraint.predicate])
            {
                open += 1
                if first == nil { first = constraint.predicate }
            }
            guard open > 0 else { return nil }
            if open < fewest { (fewest, next) = (open, first) }
        }
        return next
    }

    /// The cases to try, the first one last: one that no row names, if there is one, before the others.
    private func values(of predicate: TypedIndex<Predicate>, _ rows: [UInt32], _ box: Box) -> [Int32] {
        var position = IndexMap<ID>()
        var named: [(value: Int32, rows: [UInt32])] = []
        for row in rows {
            guard let constraint = matchings.constraint(row, on: predicate) else { continue }
            for value in matchings.cases(constraint) {
                let index = Int(position.index(of: value, orInsert: UInt32(named.count)))
                if index == named.count { named.append((value, [])) }
                named[index].rows.append(row)
            }
        }
        var order = named.enumerated().map { SortKey(Int($1.value), $0) }
        order.sortKeys()
        let allowed = box.first { $0.predicate == predicate }?.cases
        var groups = EqualityGroups()
        var kept: [Int32] = []
        for key in order where allowed.map({ Self.contains(Int32(key.high), $0) }) ?? true {
            let index = Int(key.low)
            let part = named[index]
            var hash = WordHasher()
            for row in part.rows { hash.add(UInt64(row)) }
            if groups.group(of: index, hash: hash.value, isSame: { named[$0].rows == part.rows }) == kept.count {
                kept.append(part.value)
            }
        }
        kept.reverse()
        if let allowed {
            if let free = allowed.first(where: { position[$0] == nil }) { kept.append(free) }
        } else if named.count < Int(matchings.caseCounts[predicate]) {
            var free: Int32 = 0
            while position[free] != nil { free += 1 }
            kept.append(free)
        }
        return kept
    }

    /// Whether a value is one of these, which are ascending.
    private static func contains(_ value: Int32, _ values: [Int32]) -> Bool {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if values[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < values.count && values[low] == value
    }

    /// Takes from the budget what was spent elsewhere; `false` if there is none left.
    mutating func spend(_ cost: Int) -> Bool {
        budget -= Int64(cost)
        return budget > 0
    }

    private func combination(in box: Box) -> Combination {
        var all = chosen
        for (predicate, allowed) in box where all[predicate] == Self.none { all[predicate] = allowed[0] }
        var cases: [(predicate: TypedIndex<Predicate>, value: Int32)] = []
        for predicate in all.indices where all[predicate] != Self.none { cases.append((predicate, all[predicate])) }
        return Combination(cases: cases)
    }
}
