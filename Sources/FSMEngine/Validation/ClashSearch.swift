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
    ///
    /// Example: the rows of a cell say
    ///
    ///     w: A 0, B 0      x: A 0      y: B 0      z: C 1
    ///
    /// In order of rank that is w; x, y, z, and only rows of one rank can clash, so w has no rival.
    /// - x and y overlap for A 0, B 0. Of a higher rank w overlaps both, and holds wherever they do: covered, no clash.
    /// - x and z overlap for A 0, C 1. w overlaps both, but not for B 1: they clash for A 0, B 1, C 1. Nothing else ties
    ///   there, since y asks for B 0. `body` is called with that combination and x, z.
    /// - y and z: z is reported, y is not. They clash for A 1, B 0, C 1.
    ///
    /// Were y reported with x and z already, the last pair would be passed over: each row that clashes is named at least
    /// once, and not once for each of its rivals.
    func forEachClash(_ search: inout UncoveredCaseSearch, _ body: ([PredicateCase], [UInt32]) -> Void) -> Bool {
        var isReported = [Bool](repeating: false, count: numbers.count)
        // Thousands of rows may clash in as many groups of thousands: what is told stays linear in the rows.
        var mentions = 1_000 + 16 * numbers.count
        var start = 0
        while start < numbers.count {
            let group = start..<endOfRank(from: start)
            for left in group {
                let overlapping = sets.overlapping(numbers[left], matchings)
                for right in members(of: overlapping, from: left + 1, to: group.upperBound) {
                    if isReported[left] && isReported[right] { continue }
                    guard search.spend(16 + sets.wordCount * matchings.rank(numbers[right])) else { return false }
                    guard let box = search.box(numbers[left], numbers[right]) else { continue }
                    var both = sets.overlapping(numbers[right], matchings)
                    for word in both.indices { both[word] &= overlapping[word] }
                    switch search.firstUncovered(by: numbers(at: members(of: both, from: 0, to: start)), within: box) {
                    case .covered: break
                    case .gaveUp: return false
                    case .found(var combination):
                        let tied = ties(for: &combination, among: both, group, isReported)
                        for position in tied { isReported[position] = true }
                        body(combination, numbers(at: tied))
                        mentions -= tied.count
                        if mentions < 0 { return true }
                    }
                }
            }
            start = group.upperBound
        }
        return true
    }

    @inline(never)
    private func numbers(at positions: [Int]) -> [UInt32] {
        var some: [UInt32] = []
        for position in positions { some.add(numbers[position]) }
        return some
    }

    /// Where those of another rank than this one's begin.
    private func endOfRank(from start: Int) -> Int {
        let rank = matchings.rank(numbers[start])
        var end = start + 1
        while end < numbers.count && matchings.rank(numbers[end]) == rank { end += 1 }
        return end
    }

    /// Those of a rank that all hold for a combination, which gets the cases that it leaves open and they ask for.
    private func ties(
        for combination: inout [PredicateCase], among rows: [UInt64], _ group: Range<Int>, _ isReported: [Bool]
    ) -> [Int] {
        var tied: [Int] = []
        // Those that have not been reported go first: what the combination leaves open may suit them.
        let candidates = members(of: rows, from: group.lowerBound, to: group.upperBound)
        for round in 0..<2 {
            for position in candidates where isReported[position] == (round == 1) {
                if matchings.extend(&combination, toHoldFor: numbers[position]) { tied.add(position) }
            }
        }
        return tied
    }
}

extension Matchings {
    /// Adds to a combination what it needs for `number` to hold; `false`, and unchanged, if that does not hold for it.
    fileprivate func extend(_ combination: inout [PredicateCase], toHoldFor number: UInt32) -> Bool {
        var extended: [PredicateCase] = []
        var next = 0
        for index in range(number) {
            let constraint = constraints[index]
            let predicate = predicates.ids[constraint.predicate]
            while next < combination.count && combination[next].predicate < predicate {
                extended.add(combination[next])
                next += 1
            }
            var part = PredicateCase(predicate, cases[constraint.first])
            if next < combination.count && combination[next].predicate == predicate {
                part = combination[next]
                guard contains(part.value, constraint) else { return false }
                next += 1
            }
            extended.add(part)
        }
        while next < combination.count {
            extended.add(combination[next])
            next += 1
        }
        combination = extended
        return true
    }
}
