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
            var positions: [Int] = []
            var numbers: [UInt32] = []
            for position in cell.first..<cell.first + cell.count {
                positions.add(position)
                numbers.add(matchings.number(ofRow: cells.rows[position].index))
            }
            var isJudged = CaseBitSets(numbers, matchings) != nil
            // Under first match the order decides.
            if isJudged && definition.guardPolicy == .exclusive {
                let rivals = ClashSearch(numbers, matchings)
                isJudged =
                    rivals?.forEachClash(&search) { combination, tiedNumbers in
                        var isTied = IndexMap<UInt64>()
                        for number in tiedNumbers { _ = isTied.index(of: UInt64(number), orInsert: 0) }
                        var tied: [Int] = []
                        for offset in numbers.indices where isTied[UInt64(numbers[offset])] != nil {
                            tied.add(positions[offset])
                        }
                        if reported.isNew(tied, self) { found.report(implicitClash(tied, combination)) }
                    } ?? false
            }
            if !isJudged && reported.isNew(positions, self) { found.report(tooComplex(cell)) }
        }
    }

    private func implicitClash(_ positions: [Int], _ cases: [PredicateCase]) -> Diagnostic {
        let first = row(cells.rows[positions[0]])
        var cell = first
        cell.matches = Chain()
        var places: [Place] = []
        for position in positions { places.add(row(cells.rows[position]).place) }
        let text = fill(
            """
            % is ambiguous for %: % match equally well: make one of them name more predicate types, or cases that the \
            others do not
            """,
            names.cell(cell), names.cases(cases),
            names.list(positions.count) { names.row(row(cells.rows[positions[$0]])) })
        var diagnostic = Diagnostic(.implicitClash, first, places: places, text: text)
        diagnostic.combination = cases
        return diagnostic
    }

    private func tooComplex(_ cell: RowCells.Cell) -> Diagnostic {
        var first = row(cells.rows[cell.first])
        first.matches = Chain()
        return Diagnostic(
            .tooComplex, first,
            text: fill(
                """
                the % rows for % match too many combinations of cases to check: name fewer predicate types, \
                or use guards
                """,
                Text(cell.count), names.cell(first)))
    }
}
