/// Looks for combinations of cases for which none of several rows holds.
///
/// Whether there is one is a hard question in general (each row is a clause that it must not satisfy), though not for
/// tables that people write. So the search has a budget, and gives up when that is spent.
struct UncoveredCaseSearch {
    /// What the combination must have: these cases of these types, ascending; of all other types any.
    struct Box {
        fileprivate var constraints: [Matchings.Constraint] = []
        fileprivate var cases: [Int32] = []

        /// The cases that the constraints of one type have in common; `false` if there are none.
        @inline(never)
        fileprivate mutating func add(
            _ constraint: Matchings.Constraint, _ other: Matchings.Constraint?, _ matchings: Matchings
        ) -> Bool {
            let first = cases.count
            for index in constraint.first..<constraint.first + constraint.count {
                let value = matchings.cases[index]
                if let other, !matchings.contains(value, other) { continue }
                cases.add(value)
            }
            let count = cases.count - first
            constraints.append(Matchings.Constraint(predicate: constraint.predicate, first: first, count: count))
            return count > 0
        }

        fileprivate func has(_ value: Int32, in constraint: Matchings.Constraint) -> Bool {
            Matchings.contains(value, constraint, cases)
        }
    }

    enum Result {
        /// One case of some predicate types, ascending.
        case found([PredicateCase])
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

    init(_ matchings: Matchings, rowCount: Int) {
        self.matchings = matchings
        budget = 200_000_000 + 20_000 * Int64(rowCount)
        chosen = IndexedArray(repeating: Self.none, count: matchings.predicates.indexCount)
    }

    /// The combinations for which both hold, `nil` if there are none.
    @inline(never)
    func box(_ left: UInt32, _ right: UInt32 = 0) -> Box? {
        var box = Box()
        let rest = matchings.range(right)
        var next = rest.lowerBound
        for index in matchings.range(left) {
            let constraint = matchings.constraints[index]
            while next < rest.upperBound && matchings.constraints[next].predicate < constraint.predicate {
                _ = box.add(matchings.constraints[next], nil, matchings)
                next += 1
            }
            var other: Matchings.Constraint?
            if next < rest.upperBound && matchings.constraints[next].predicate == constraint.predicate {
                other = matchings.constraints[next]
                next += 1
            }
            if !box.add(constraint, other, matchings) { return nil }
        }
        while next < rest.upperBound {
            _ = box.add(matchings.constraints[next], nil, matchings)
            next += 1
        }
        return box
    }

    /// A combination in the box for which none of the rows holds. It names the types on which that depends.
    @inline(never)
    mutating func firstUncovered(by rows: [UInt32], within box: Box) -> Result {
        choose(in: box) { box.cases[$0.first] }
        var choices = Choices()
        let result = search(rows, box, &choices)
        choose(in: box) { _ in Self.none }
        for predicate in choices.predicates { chosen[predicate] = Self.none }
        return result
    }

    /// For the types of which a box has one case.
    private mutating func choose(in box: Box, _ value: (Matchings.Constraint) -> Int32) {
        for constraint in box.constraints where constraint.count == 1 {
            chosen[constraint.predicate] = value(constraint)
        }
    }

    /// The choices of a case for one type after the other.
    private struct Choices {
        var predicates: [TypedIndex<Predicate>] = []
        /// The cases that are left to try, of those that the rows do not tell apart one; and where each choice's begin.
        var values: [Int32] = []
        var firstValues: [Int] = []
        /// The rows that the cases chosen before each choice do not exclude, and where they begin; last those that no
        /// choice excludes.
        var rows: [UInt32] = []
        var firstRows = [0]
    }

    private mutating func search(_ rows: [UInt32], _ box: Box, _ choices: inout Choices) -> Result {
        for row in rows {
            budget -= Int64(matchings.rank(row))
            var mayHold = true
            for index in matchings.range(row) {
                let constraint = matchings.constraints[index]
                let value = chosen[constraint.predicate]
                if value == Self.none || matchings.contains(value, constraint) { continue }
                mayHold = false
                break
            }
            if mayHold { choices.rows.add(row) }
        }
        while true {
            let first = choices.firstRows[choices.firstRows.count - 1]
            if first == choices.rows.count { return .found(combination(in: box)) }
            if let predicate = nextPredicate(choices.rows, from: first) {
                choices.predicates.append(predicate)
                choices.firstValues.add(choices.values.count)
                addValues(of: predicate, choices.rows, from: first, box, to: &choices.values)
            } else {
                choices.rows.removeLast(choices.rows.count - first)
                choices.firstRows.removeLast()
            }
            // The next case to try, after going back over the choices that have none left.
            while let last = choices.firstValues.last, last == choices.values.count {
                chosen[choices.predicates.removeLast()] = Self.none
                choices.firstValues.removeLast()
                let first = choices.firstRows.removeLast()
                choices.rows.removeLast(choices.rows.count - first)
            }
            guard let predicate = choices.predicates.last else { return .covered }
            guard exclude(with: choices.values.removeLast(), of: predicate, &choices) else { return .gaveUp }
        }
    }

    /// Chooses a case, for which some of the last rows are excluded. `false` if the budget is spent.
    private mutating func exclude(
        with value: Int32, of predicate: TypedIndex<Predicate>, _ choices: inout Choices
    ) -> Bool {
        chosen[predicate] = value
        let last = choices.firstRows[choices.firstRows.count - 1]..<choices.rows.count
        for position in last { budget -= Int64(16 + matchings.rank(choices.rows[position])) }
        guard budget > 0 else { return false }
        choices.firstRows.add(last.upperBound)
        for position in last {
            let row = choices.rows[position]
            let constraint = matchings.constraint(row, on: predicate)
            if constraint.map({ matchings.contains(value, $0) }) ?? true { choices.rows.add(row) }
        }
        return true
    }

    /// The type to choose a case of next: one of the row that names the fewest for which none is chosen. `nil` if all
    /// that a row names is chosen, so that it holds. To name all cases of a type is to name none.
    private mutating func nextPredicate(_ rows: [UInt32], from first: Int) -> TypedIndex<Predicate>? {
        var fewest = Int.max
        var next: TypedIndex<Predicate>?
        for position in first..<rows.count {
            let row = rows[position]
            budget -= Int64(matchings.rank(row))
            var open = 0
            var firstOpen: TypedIndex<Predicate>?
            for index in matchings.range(row) {
                let constraint = matchings.constraints[index]
                if chosen[constraint.predicate] != Self.none
                    || constraint.count >= Int(matchings.caseCounts[constraint.predicate])
                {
                    continue
                }
                open += 1
                if firstOpen == nil { firstOpen = constraint.predicate }
            }
            guard open > 0 else { return nil }
            if open < fewest { (fewest, next) = (open, firstOpen) }
        }
        return next
    }

    /// Adds the cases to try, the first one last: one that no row names, if there is one, before the others.
    private func addValues(
        of predicate: TypedIndex<Predicate>, _ rows: [UInt32], from first: Int, _ box: Box, to values: inout [Int32]
    ) {
        var position = IndexMap<ID>()
        var order: [SortKey] = []
        var rowsOfValue: [[Int]] = []
        for index in first..<rows.count {
            guard let constraint = matchings.constraint(rows[index], on: predicate) else { continue }
            for place in constraint.first..<constraint.first + constraint.count {
                let value = matchings.cases[place]
                let number = Int(position.index(of: value, orInsert: UInt32(order.count)))
                if number == order.count {
                    order.add(SortKey(Int(value), number))
                    rowsOfValue.append([])
                }
                rowsOfValue[number].add(Int(rows[index]))
            }
        }
        order.sortKeys()
        let allowed = allowedCases(of: predicate, box)
        var groups = EqualityGroups()
        let start = values.count
        for key in order where allowed.map({ box.has(Int32(key.high), in: $0) }) ?? true {
            let number = Int(key.low)
            var hash = WordHasher()
            for row in rowsOfValue[number] { hash.add(UInt64(row)) }
            let group = groups.group(of: number, hash: hash.value) { rowsOfValue[$0] == rowsOfValue[number] }
            if group == values.count - start { values.add(Int32(key.high)) }
        }
        var (low, high) = (start, values.count - 1)
        while low < high {
            values.swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
        // The first case that may be chosen and that no row names.
        var next = 0
        for index in 0..<(allowed?.count ?? Int(matchings.caseCounts[predicate])) {
            let value = allowed.map { box.cases[$0.first + index] } ?? Int32(index)
            while next < order.count && order[next].high < UInt64(value) { next += 1 }
            if next == order.count || order[next].high != UInt64(value) { return values.add(value) }
        }
    }

    private func allowedCases(of predicate: TypedIndex<Predicate>, _ box: Box) -> Matchings.Constraint? {
        for constraint in box.constraints where constraint.predicate == predicate { return constraint }
        return nil
    }

    /// Takes from the budget what was spent elsewhere; `false` if there is none left.
    mutating func spend(_ cost: Int) -> Bool {
        budget -= Int64(cost)
        return budget > 0
    }

    private func combination(in box: Box) -> [PredicateCase] {
        var all = chosen
        for constraint in box.constraints where all[constraint.predicate] == Self.none {
            all[constraint.predicate] = box.cases[constraint.first]
        }
        var cases: [PredicateCase] = []
        for predicate in all.indices where all[predicate] != Self.none {
            cases.add(PredicateCase(matchings.predicates.ids[predicate], all[predicate]))
        }
        return cases
    }
}
