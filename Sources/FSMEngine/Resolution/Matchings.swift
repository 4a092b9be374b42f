/// The matches of all rows, as sets of cases: rows with equal matches have the same number, rows without any have 0.
final class Matchings {
    /// The predicate types that are declared, without gaps.
    let predicates: IDIndex<Predicate>
    /// How many cases each has.
    let caseCounts: IndexedArray<Predicate, Int32>
    /// What is wrong with matches, in the order of their rows.
    private(set) var faults: [MatchFault] = []
    /// For each row; empty if no row has a match.
    private var numberOfRow = IndexedArray<Row, UInt32>()

    /// The match of one predicate type: so many of ``cases``, from here, ascending.
    struct Constraint {
        var predicate: TypedIndex<Predicate>
        var first: Int
        var count: Int
    }
    private var starts = [0, 0]
    private(set) var constraints: [Constraint] = []
    private(set) var cases: [Int32] = []

    /// O(rows and the cases that they name).
    init(_ definition: borrowing Definition, _ traits: RowTraits) {
        var ids: [ID] = []
        for type in definition.predicates { ids.append(type.id) }
        predicates = IDIndex(ids, allowsGaps: false)
        var caseCounts = IndexedArray<Predicate, Int32>(repeating: 0, count: predicates.indexCount)
        for type in definition.predicates {
            if let number = predicates.index(of: type.id) {
                caseCounts[number] = max(caseCounts[number], type.caseCount)
            }
        }
        self.caseCounts = caseCounts
        if traits.contains(.matches) { intern(definition) }
    }

    private func intern(_ definition: borrowing Definition) {
        numberOfRow = IndexedArray(repeating: 0, count: definition.rows.count)
        var groups = EqualityGroups()
        _ = groups.open(with: 0, hash: WordHasher().value)
        for row in definition.rows.typedIndices where !definition.rows[row].matches.isEmpty {
            guard let parts = soundParts(of: row, definition) else { continue }
            var hash = WordHasher()
            for part in parts { hash.add(part.high << 32 | part.low) }
            let next = starts.count &- 1
            let group = groups.group(of: next, hash: hash.value) { isSame(UInt32(truncatingIfNeeded: $0), parts) }
            if group == next { append(parts) }
            numberOfRow[row] = UInt32(truncatingIfNeeded: group)
        }
    }

    /// Whether the matches of this number are these parts.
    private func isSame(_ number: UInt32, _ parts: [SortKey]) -> Bool {
        var position = 0
        for constraint in constraints(number) {
            for value in cases(constraint) {
                guard position < parts.count, parts[position] == SortKey(constraint.predicate.value, Int(value)) else {
                    return false
                }
                position &+= 1
            }
        }
        return position == parts.count
    }

    /// The matches of a row: predicate types with their cases, sorted; `nil` if one is wrong.
    private func soundParts(of row: TypedIndex<Row>, _ definition: Definition) -> [SortKey]? {
        var parts: [SortKey] = []
        var numberOfType = IndexMap<ID>()
        /// How often each type is named.
        var timesNamed: [Int] = []
        var unknownCases = IndexMap<UInt64>()
        var current: TypedIndex<Predicate>?
        let faultCount = faults.count
        definition.matches.forEach(in: definition.rows[row].matches) { part in
            func report(_ kind: MatchFault.Kind, _ value: Int32 = ReservedID.none) {
                faults.append(MatchFault(kind: kind, row: row, predicate: part.predicate, value: value))
            }
            if part.opens {
                current = predicates.index(of: part.predicate)
                let type = Int(numberOfType.index(of: part.predicate, orInsert: UInt32(timesNamed.count)))
                if type == timesNamed.count { timesNamed.append(0) }
                timesNamed[type] += 1
                if current == nil && timesNamed[type] == 1 { report(.undeclared) }
                if current != nil && timesNamed[type] == 2 { report(.repeatedPredicate) }
                if part.value == nil { return report(.noCase) }
            }
            guard let current, let value = part.value else { return }
            guard value < 0 || value >= caseCounts[current] else {
                return parts.append(SortKey(current.value, Int(value)))
            }
            let key = UInt64(current.value) << 32 | UInt64(UInt32(bitPattern: value))
            let next = UInt32(unknownCases.count)
            if unknownCases.index(of: key, orInsert: next) == next { report(.unknownCase, value) }
        }
        parts.sortKeys()
        for position in parts.indices where position > 0 && parts[position] == parts[position &- 1] {
            let part = parts[position]
            // Told of once, however often it is named; and not if the type itself is named twice.
            if position > 1 && part == parts[position &- 2] { continue }
            let predicate = predicates.ids[TypedIndex(Int(part.high))]
            if let type = numberOfType[predicate], timesNamed[Int(type)] > 1 { continue }
            faults.append(
                MatchFault(kind: .repeatedCase, row: row, predicate: predicate, value: Int32(part.low)))
        }
        return faults.count == faultCount ? parts : nil
    }

    private func append(_ parts: [SortKey]) {
        for part in parts {
            let predicate = TypedIndex<Predicate>(Int(part.high))
            let last = constraints.count &- 1
            if last >= starts[starts.count &- 1] && constraints[last].predicate == predicate {
                constraints[last].count &+= 1
            } else {
                constraints.append(Constraint(predicate: predicate, first: cases.count, count: 1))
            }
            cases.append(Int32(part.low))
        }
        starts.append(constraints.count)
    }

    // MARK: - Matches by number

    /// The number of a row's matches: 0 for none.
    func number(ofRow row: TypedIndex<Row>) -> UInt32 { numberOfRow.isEmpty ? 0 : numberOfRow[row] }

    /// How many predicate types it names.
    func rank(_ number: UInt32) -> Int { starts[Int(number) + 1] - starts[Int(number)] }

    /// Where its constraints are among ``constraints``.
    @inline(never)
    func range(_ number: UInt32) -> Range<Int> { starts[Int(number)]..<starts[Int(number) + 1] }

    /// The constraints, by predicate type, ascending.
    func constraints(_ number: UInt32) -> ArraySlice<Constraint> {
        constraints[starts[Int(number)]..<starts[Int(number) + 1]]
    }

    func cases(_ constraint: Constraint) -> ArraySlice<Int32> {
        cases[constraint.first..<constraint.first + constraint.count]
    }

    func contains(_ value: Int32, _ constraint: Constraint) -> Bool { Self.contains(value, constraint, cases) }

    /// Whether a value is one of a constraint's among these cases.
    @inline(never)
    static func contains(_ value: Int32, _ constraint: Constraint, _ cases: [Int32]) -> Bool {
        var low = constraint.first
        var high = constraint.first + constraint.count
        while low < high {
            let middle = (low + high) / 2
            if cases[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < constraint.first + constraint.count && cases[low] == value
    }

    /// The constraint on one type, if there is one.
    @inline(never)
    func constraint(_ number: UInt32, on predicate: TypedIndex<Predicate>) -> Constraint? {
        for index in range(number) where constraints[index].predicate == predicate { return constraints[index] }
        return nil
    }

    /// Whether `left` comes before `right`: the higher rank first, then in an order of contents.
    func comes(_ left: UInt32, before right: UInt32) -> Bool {
        if rank(left) != rank(right) { return rank(left) > rank(right) }
        var other = range(right).lowerBound
        for index in range(left) {
            let (a, b) = (constraints[index], constraints[other])
            if a.predicate != b.predicate { return a.predicate < b.predicate }
            for offset in 0..<min(a.count, b.count) {
                let (c, d) = (cases[a.first + offset], cases[b.first + offset])
                if c != d { return c < d }
            }
            if a.count != b.count { return a.count < b.count }
            other += 1
        }
        return false
    }
}

/// A match of a row that is wrong by itself.
struct MatchFault {
    enum Kind {
        case undeclared
        case repeatedPredicate
        case noCase
        case unknownCase
        case repeatedCase
    }

    var kind: Kind
    var row: TypedIndex<Row>
    var predicate: ID
    var value: Int32
}
