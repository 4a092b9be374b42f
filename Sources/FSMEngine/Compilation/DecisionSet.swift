/// The decisions of a table in the making.
struct DecisionSet {
    private(set) var decisions: [Decision] = []
    private(set) var digits: [Digit] = []
    private(set) var weights: [UInt32] = []
    private(set) var outcomes: [Cell] = []
    private(set) var words: [UInt64] = []
    /// One of them would be too large: a single row that names millions of predicate types, which no check compares.
    private(set) var isIncomplete = false

    /// Adds a decision among rows, of which each comes to an entry and says what this number says, in the order in
    /// which they are tried; returns its number.
    ///
    /// There is an outcome for each combination if these are not many more than the rows. Otherwise, and where a row
    /// may hand on to the next one, bit sets tell which rows hold.
    mutating func add(_ entries: [Cell], _ numbers: [UInt32], _ matchings: Matchings, isExclusive: Bool) -> Int {
        guard let sets = CaseBitSets(numbers, matchings) else {
            isIncomplete = true
            return 0
        }
        let most = 64 + 8 * Int64(entries.count)
        var combinations: Int64 = 1
        for digit in sets.digits where combinations <= most { combinations *= Int64(digit.setCount) }
        let isTable = isExclusive && combinations <= most
        decisions.append(
            Decision(
                firstDigit: digits.count, digitCount: sets.digits.count, firstOutcome: outcomes.count,
                wordCount: isTable ? 0 : sets.wordCount))
        var weight = 1
        for digit in sets.digits {
            let unit = UInt32(isTable ? weight : sets.wordCount)
            digits.append(
                Digit(
                    predicate: digit.predicate, low: digit.low,
                    count: UInt32(truncatingIfNeeded: digit.setOfCase.count), firstWeight: weights.count,
                    firstWord: words.count &+ digit.firstWord))
            for set in digit.setOfCase { weights.append(set * unit) }
            weights.append(0)
            if isTable { weight *= digit.setCount }
        }
        if isTable {
            for combination in 0..<Int(combinations) {
                let row = sets.firstRow(ofCombination: combination)
                outcomes.append(row < 0 ? .unhandled : entries[row])
            }
        } else {
            for entry in entries { outcomes.append(entry) }
            for word in sets.words { words.append(word) }
        }
        return decisions.count &- 1
    }
}

extension CaseBitSets {
    /// The first row that holds for a combination of sets, of which the first digit's counts least; -1 if there is none.
    fileprivate func firstRow(ofCombination combination: Int) -> Int {
        for word in 0..<wordCount {
            var holding = UInt64.max
            var rest = combination
            for digit in digits {
                holding &= words[digit.firstWord &+ rest % digit.setCount &* wordCount &+ word]
                rest /= digit.setCount
            }
            if holding != 0 { return word &* 64 &+ holding.trailingZeroBitCount }
        }
        return -1
    }
}
