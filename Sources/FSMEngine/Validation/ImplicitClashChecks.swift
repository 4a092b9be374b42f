extension ResolvedDefinition {
    /// Reports rows with different matches that are all the best match for one combination of cases; and cells that are
    /// too complex to check.
    ///
    /// Two rows of equal rank clash if some combination is left for which both hold and no row of a higher rank does.
    /// Pairs that overlap are checked in an order of their contents, so that the result does not depend on the order of
    /// rows. A pair of rows that have both been reported is passed over.
    func checkImplicitClashes(_ found: inout [Diagnostic]) {
        guard traits.contains(.matches) else { return }
        var reported = ReportedRows()
        var search = UncoveredCaseSearch(matchings, rowCount: definition.rows.count)
        // A row that is alone has no rival.
        for cell in cells.cells where cell.hasMatches && cell.count > 1 {
            let rows = Array(cells.rows(of: cell))
            let numbers = rows.map { matchings.number(ofRow: $0.index) }
            var isJudged = CaseBitSets(numbers, matchings) != nil
            // Under first match the order decides.
            if isJudged && definition.guardPolicy == .exclusive {
                let rivals = ClashSearch(numbers, matchings)
                isJudged =
                    rivals?.forEachClash(&search) { combination, numbers in
                        var isTied = IndexMap<UInt64>()
                        for number in numbers { _ = isTied.index(of: UInt64(number), orInsert: 0) }
                        let tied = rows.filter { isTied[UInt64(matchings.number(ofRow: $0.index))] != nil }
                        if reported.isNew(tied) { found.report(implicitClash(tied.map { row($0) }, combination)) }
                    } ?? false
            }
            if !isJudged && reported.isNew(rows) { found.report(tooComplex(rows)) }
        }
    }

    private func implicitClash(_ rows: [Row], _ combination: Combination) -> Diagnostic {
        let cases = combination.cases.map { PredicateCase(matchings.predicates.ids[$0.predicate], $0.value) }
        var cell = rows[0]
        cell.matches = Chain()
        var text = fill(
            "% is ambiguous for %: ",
            names.cell(cell), names.cases(cases))
        for (position, row) in rows.enumerated() {
            if position > 0 { text.append(position == rows.count - 1 ? " and " : ", ") }
            if position == DiagnosticText.maximumListedCount {
                text += fill("% more", Text(rows.count - position))
                break
            }
            text += names.row(row)
        }
        text.append(
            " match equally well: make one of them name more predicate types, or cases that the others do not")
        var diagnostic = Diagnostic(.implicitClash, rows[0], places: rows.map { $0.place }, text: text)
        diagnostic.combination = cases
        return diagnostic
    }

    private func tooComplex(_ rows: [StateRow]) -> Diagnostic {
        var first = row(rows[0])
        first.matches = Chain()
        return Diagnostic(
            .tooComplex, first,
            text: fill(
                """
                the % rows for % match too many combinations of cases to check: name fewer predicate types, \
                or use guards
                """,
                Text(rows.count), names.cell(first)))
    }
}
