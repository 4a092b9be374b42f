import FSMEngine

/// The predicate types of a table, with their numbers.
@usableFromInline
struct PredicateKinds: Sendable {
    @usableFromInline private(set) var kinds: [any PredicateKind.Type] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    /// Returns the number of a type; `nil` if the table does not name it.
    func number(of type: ObjectIdentifier) -> Int? {
        // For a few types comparing is faster than hashing.
        kinds.count <= 8 ? kinds.firstIndex { $0.id == type } : numbers[type]
    }

    /// Adds the types of these statements. Returns `false` and adds faults if the statements contradict each other.
    mutating func add(_ statements: [MatchingStatement], _ faults: inout [TableFault]) -> Bool {
        let before = faults.count
        for statement in statements {
            for predicate in statement.any + statement.all { add(predicate, statement.place, &faults) }
        }
        check(statements, &faults)
        return faults.count == before
    }

    /// The types that the statements name, each with its matching cases.
    func cases(of statements: [MatchingStatement]) -> [(predicate: Int, cases: [Int32])] {
        statements.flatMap { statement in
            [statement.any].filter { !$0.isEmpty }.map { cases(of: $0) } + statement.all.map { cases(of: [$0]) }
        }
    }

    private func cases(of predicates: [AnyPredicate]) -> (predicate: Int, cases: [Int32]) {
        let number = number(of: predicates[0].typeID) ?? 0
        return (number, predicates.map { Int32(kinds[number].number(of: $0.predicate)) })
    }

    /// Adds a type under the next number.
    mutating func append<P: Predicate>(_ type: P.Type) {
        numbers[ObjectIdentifier(type)] = kinds.count
        kinds.append(AnyPredicate.kind(of: type))
    }

    private mutating func add(_ predicate: AnyPredicate, _ place: SourcePlace, _ faults: inout [TableFault]) {
        if numbers[predicate.typeID] == nil {
            numbers[predicate.typeID] = kinds.count
            kinds.append(predicate.kind)
            let count = predicate.kind.caseCount
            if count > PredicateType.maximumCaseCount {
                let reason = "has \(count) cases, and can have \(PredicateType.maximumCaseCount)"
                faults.append(.unsuitablePredicate(type: predicate.kind.name, reason: reason, place: place))
            }
        }
        if predicate.kind.number(of: predicate.predicate) < 0 {
            let reason = "does not list \(predicate.text) in allCases"
            faults.append(.unsuitablePredicate(type: predicate.kind.name, reason: reason, place: place))
        }
    }

    /// Statements are AND-ed, and exactly one case of each type holds: a type must occur only once, or in one `or`.
    private func check(_ statements: [MatchingStatement], _ faults: inout [TableFault]) {
        var groups: [[AnyPredicate]] = []
        for statement in statements {
            groups += [statement.any].filter { !$0.isEmpty } + statement.all.map { [$0] }
        }
        var seen: [AnyPredicate] = []
        var repeated: [AnyPredicate] = []
        for predicate in groups.joined() {
            if seen.contains(where: { $0 == predicate }) { repeated.append(predicate) }
            seen.append(predicate)
        }
        var types: [ObjectIdentifier] = []
        var clashing: [AnyPredicate] = []
        for group in groups {
            if types.contains(group[0].typeID) { clashing.append(group[0]) }
            types.append(group[0].typeID)
        }
        let matching = text(groups)
        let places = statements.map { $0.place }
        if !repeated.isEmpty {
            let names = unique(repeated.map { $0.text })
            faults.append(.repeatedPredicate(names, matching: matching, places: places))
        }
        // A repeated predicate is already reported. Report only different cases of one type.
        clashing.removeAll { predicate in
            let rivals = groups.filter { $0[0].typeID == predicate.typeID }
            return rivals.allSatisfy { rival in rival.contains { member in repeated.contains { $0 == member } } }
        }
        if !clashing.isEmpty {
            let names = unique(clashing.map { $0.kind.name })
            faults.append(.contradiction(types: names, matching: matching, places: places))
        }
    }

    private func text(_ groups: [[AnyPredicate]]) -> String {
        groups.map { group in
            let text = group.map(\.text).joined(separator: " OR ")
            return group.count > 1 && groups.count > 1 ? "(\(text))" : text
        }.joined(separator: " AND ")
    }

    private func unique(_ texts: [String]) -> [String] {
        texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }
    }
}
