/// What the rows of one cell match, in an order of contents: those of a higher rank first.
struct ClashSearch {
    private let matchings: Matchings
    private let numbers: [UInt32]
    private let sets: CaseBitSets

    /// `nil` if there are too many.
    init?(_ numbers: [UInt32], _ matchings: Matchings) {
        self.matchings = matchings
        var isNew = IndexMap<UInt64>()
        var distinct: [UInt32] = []
        for number in numbers {
            let next = UInt32(distinct.count)
            guard isNew.index(of: UInt64(number), orInsert: next) == next else { continue }
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
        guard let sets = CaseBitSets(distinct, matchings) else { return nil }
        self.sets = sets
    }

    /// Calls `body` with a combination and what clashes there. `false` if it could not be found out.
    func forEachClash(_ search: inout UncoveredCaseSearch, _ body: (Combination, [UInt32]) -> Void) -> Bool {
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
                    switch search.firstUncovered(by: higher, within: box) {
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
