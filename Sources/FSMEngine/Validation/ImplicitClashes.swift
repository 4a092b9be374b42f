extension ValidationSubject {
    /// Reports rows that are all the best match for one combination of cases, though what they match differs; and cells
    /// that are too complex to be judged.
    ///
    /// Two rows of equal rank clash if some combination is left for which both hold and no row of a higher rank does.
    /// That is asked of each pair that overlaps, in an order of contents, so that what is found does not depend on the
    /// order of rows. Once every row that clashes has been told of, pairs of them are not told of again.
    func checkImplicitClashes(_ found: inout [Diagnostic]) {
        var reported = OncePerRows()
        var search = CombinationSearch(matchings, rowCount: definition.rows.count)
        for cell in cells.cells where cell.hasMatches {
            let rows = Array(cells.rows(of: cell))
            let numbers = rows.map { matchings.number(ofRow: $0.number) }
            var isJudged = RowSets(numbers, matchings) != nil
            // Under first match the order decides.
            if isJudged && definition.guardPolicy == .exclusive {
                let rivals = Rivals(numbers, matchings)
                isJudged =
                    rivals?.forEachClash(&search) { combination, numbers in
                        var isTied = NumberMap<UInt64>()
                        for number in numbers { _ = isTied.number(of: UInt64(number), orInsert: 0) }
                        let tied = rows.filter { isTied[UInt64(matchings.number(ofRow: $0.number))] != nil }
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
        var text = sentence(
            "% is ambiguous for %: ",
            wording.cell(cell), wording.cases(cases))
        for (position, row) in rows.enumerated() {
            if position > 0 { text += position == rows.count - 1 ? " and " : ", " }
            if position == Wording.mostParts {
                text += sentence("% more", "\(rows.count - position)")
                break
            }
            text += wording.row(row)
        }
        text += " match equally well: let one of them name more predicate types, or cases that the others do not"
        var diagnostic = Diagnostic(.implicitClash, rows[0], places: rows.map { $0.place }, text: text)
        diagnostic.combination = cases
        return diagnostic
    }

    private func tooComplex(_ rows: [StateRow]) -> Diagnostic {
        var first = row(rows[0])
        first.matches = Chain()
        return Diagnostic(
            .tooComplex, first,
            text: sentence(
                """
                the % rows for % match too many combinations to be judged: let them name fewer predicate \
                types, or use guards
                """,
                "\(rows.count)", wording.cell(first)))
    }
}

/// What the rows of one cell match, in an order of contents: those of a higher rank first.
private struct Rivals {
    private let matchings: Matchings
    private let numbers: [UInt32]
    private let sets: RowSets

    /// `nil` if there are too many.
    init?(_ numbers: [UInt32], _ matchings: Matchings) {
        self.matchings = matchings
        var isNew = NumberMap<UInt64>()
        var distinct: [UInt32] = []
        for number in numbers {
            let next = UInt32(distinct.count)
            guard isNew.number(of: UInt64(number), orInsert: next) == next else { continue }
            // Mostly they come in order.
            var low = 0
            var high = distinct.count
            while low < high {
                let middle = high == distinct.count ? high - 1 : (low + high) / 2
                if matchings.comes(distinct[middle], before: number) { low = middle + 1 } else { high = middle }
            }
            distinct.insert(number, at: low)
        }
        self.numbers = distinct
        guard let sets = RowSets(distinct, matchings) else { return nil }
        self.sets = sets
    }

    /// Calls `body` with a combination and what clashes there. `false` if it could not be found out.
    func forEachClash(_ search: inout CombinationSearch, _ body: (Combination, [UInt32]) -> Void) -> Bool {
        var isReported = [Bool](repeating: false, count: numbers.count)
        // Thousands of rows may clash in as many groups of thousands: what is told stays linear in the rows.
        var mentions = 1_000 + 16 * numbers.count
        var start = 0
        while start < numbers.count {
            var end = start + 1
            while end < numbers.count && matchings.rank(numbers[end]) == matchings.rank(numbers[start]) { end += 1 }
            for left in start..<end {
                let overlapping = sets.overlapping(numbers[left], matchings)
                var others: [Int] = []
                forEachMember(of: overlapping, from: left + 1, to: end) { others.append($0) }
                for right in others where !(isReported[left] && isReported[right]) {
                    guard search.spend(16 + sets.wordCount * matchings.rank(numbers[right])) else { return false }
                    guard let box = search.box(numbers[left], numbers[right]) else { continue }
                    var higher: [UInt32] = []
                    let both = zip(overlapping, sets.overlapping(numbers[right], matchings)).map { $0 & $1 }
                    forEachMember(of: both, from: 0, to: start) { higher.append(numbers[$0]) }
                    switch search.outside(higher, in: box) {
                    case .covered: break
                    case .gaveUp: return false
                    case .found(var combination):
                        var candidates: [Int] = []
                        forEachMember(of: both, from: start, to: end) { candidates.append($0) }
                        var tied: [Int] = []
                        // Those that have not been told of go first: what the combination leaves open may suit them.
                        for wanted in [false, true] {
                            for position in candidates where isReported[position] == wanted {
                                guard matchings.extend(&combination, toHoldFor: numbers[position]) else { continue }
                                tied.append(position)
                            }
                        }
                        for position in tied { isReported[position] = true }
                        body(combination, tied.map { numbers[$0] })
                        mentions -= tied.count
                        if mentions < 0 { return true }
                    }
                }
            }
            start = end
        }
        return true
    }
}

extension Matchings {
    /// Adds to a combination what it needs for `number` to hold; `false`, and unchanged, if that does not hold for it.
    fileprivate func extend(_ combination: inout Combination, toHoldFor number: UInt32) -> Bool {
        var missing: [(predicate: Int, value: Int32)] = []
        for constraint in constraints(number) {
            if let part = combination.cases.first(where: { $0.predicate == constraint.predicate }) {
                guard contains(part.value, constraint) else { return false }
            } else {
                missing.append((constraint.predicate, cases(constraint)[constraint.first]))
            }
        }
        if missing.isEmpty { return true }
        for part in missing {
            let place = combination.cases.firstIndex { $0.predicate > part.predicate }
            combination.cases.insert(part, at: place ?? combination.cases.count)
        }
        return true
    }
}
