extension ResolvedDefinition {
    /// Reports predicate types that are declared with different numbers of cases. O(n log n) in the declarations.
    func checkPredicates(_ found: inout [Diagnostic]) {
        // Declarations of one type side by side, in their order.
        var keys: [SortKey] = []
        for position in definition.predicates.indices {
            let id = definition.predicates[position].id
            if let number = matchings.predicates.index(of: id) { keys.add(SortKey(number.value, position)) }
        }
        keys.forEachGroup { positions in
            let type = definition.predicates[positions[0]]
            var other = type
            var places: [Place] = []
            for position in positions {
                if other.caseCount == type.caseCount { other = definition.predicates[position] }
                places.add(definition.predicates[position].place)
            }
            if other.caseCount == type.caseCount { return }
            var diagnostic = Diagnostic(
                .predicateConflict, places: places,
                text: fill(
                    "predicate type % is declared with % cases and with %: keep one of these declarations",
                    names.predicate(type.id), Text(type.caseCount), Text(other.caseCount)))
            diagnostic.predicate = type.id
            found.report(diagnostic)
        }
    }

    /// Reports rows whose matches are wrong by themselves.
    func checkMatches(_ found: inout [Diagnostic]) {
        for fault in matchings.faults {
            let kind: Diagnostic.Kind = fault.kind == .undeclared ? .undeclaredPredicate : .invalidMatch
            var diagnostic = Diagnostic(kind, definition.rows[fault.row], text: text(of: fault))
            diagnostic.predicate = fault.predicate
            if fault.kind == .unknownCase || fault.kind == .repeatedCase { diagnostic.value = fault.value }
            found.report(diagnostic)
        }
    }

    @inline(never)
    private func text(of fault: MatchFault) -> Text {
        let subject = names.row(definition.rows[fault.row])
        let type = names.predicate(fault.predicate)
        switch fault.kind {
        case .undeclared:
            return fill(
                "% names predicate type %, which is not declared: declare it, or correct the type", subject, type)
        case .repeatedPredicate:
            return fill(
                """
                % names predicate type % twice, and both matches would have to hold: name all of the cases in one \
                match
                """,
                subject, type)
        case .noCase:
            return fill("% names no case of predicate type %: name one, or leave out the type", subject, type)
        case .unknownCase:
            let count = definition.caseCount(ofPredicate: fault.predicate) ?? 0
            return fill(
                "% names case % of predicate type %, which has the cases 0 to %: correct the case", subject,
                Text(fault.value), type, Text(count - 1))
        case .repeatedCase:
            let value = names.value(fault.value, of: fault.predicate)
            return fill("% names case % of predicate type % twice: name it once", subject, value, type)
        }
    }

    /// Warns of predicate types that no row names, and no signature. O(rows + types).
    func checkPredicateUse(_ found: inout [Diagnostic], _ signatureOf: ((Callback) -> Signature?)?) {
        if definition.predicates.isEmpty { return }
        var isUsed = IndexedArray<Predicate, Bool>(repeating: false, count: matchings.predicates.indexCount)
        for row in definition.rows.typedIndices {
            definition.matches.forEach(in: definition.rows[row].matches) { markUsed($0.predicate, &isUsed) }
        }
        if let signatureOf {
            for callback in signedCallbacks(signatureOf) {
                let namesAll = callback.signature.tail == .cases
                for id in namesAll ? matchings.predicates.ids.elements : callback.signature.predicates {
                    markUsed(id, &isUsed)
                }
            }
        }
        for type in definition.predicates {
            guard let number = matchings.predicates.index(of: type.id), !isUsed[number] else { continue }
            isUsed.mark(number)
            var diagnostic = Diagnostic(
                .unusedPredicate, places: [type.place],
                text: fill(
                    "predicate type % is declared, but no row uses it: add a row, or remove the declaration",
                    names.predicate(type.id)))
            diagnostic.predicate = type.id
            found.report(diagnostic)
        }
    }
    @inline(never)
    private func markUsed(_ predicate: ID, _ isUsed: inout IndexedArray<Predicate, Bool>) {
        if let number = matchings.predicates.index(of: predicate) { isUsed.mark(number) }
    }
}
