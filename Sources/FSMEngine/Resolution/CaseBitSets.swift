/// For each case of each predicate type, which of a list of rows are meant for it: bit sets in the order of the list. A
/// row that does not name a type is in all sets of it.
struct CaseBitSets {
    /// A predicate type that some of the rows name.
    struct Digit {
        var predicate: TypedIndex<Predicate>
        /// The lowest case that is named, and for each from there up to the highest the number of its set.
        var low: Int32
        var setOfCase: [UInt32]
        /// How many different sets there are. Set 0 is that of the rows that say nothing of the type: it stands for the
        /// cases that no row names, and for none at all.
        var setCount: Int
        /// Where its sets are among ``words``.
        var firstWord: Int

        func set(of value: Int32) -> Int {
            let offset = Int(value) - Int(low)
            return offset >= 0 && offset < setOfCase.count ? Int(setOfCase[offset]) : 0
        }
    }

    let rowCount: Int
    /// How many words make a set.
    let wordCount: Int
    /// By predicate type, ascending.
    private(set) var digits: [Digit] = []
    private(set) var words: [UInt64] = []

    /// So many words at most: more come only of many thousand rows in one cell that name as many cases.
    private static var maximumWordCount: Int { 5_000_000 }

    /// That a row names a case: sorted by predicate type, then by case, then by row.
    private struct Mention {
        var predicate: TypedIndex<Predicate>
        var value: Int32
        var row: Int

        init(_ key: SortKey) {
            predicate = TypedIndex(Int(key.high >> 32))
            value = Int32(key.high & 0xffff_ffff)
            row = Int(key.low)
        }
    }

    /// The rows by what they say. `nil` if the sets would be too large. O(rows² / 64) for each type at most.
    init?(_ rows: [UInt32], _ matchings: Matchings) {
        rowCount = rows.count
        wordCount = (rows.count + 63) / 64
        var keys: [SortKey] = []
        for (row, number) in rows.enumerated() {
            for constraint in matchings.constraints(number) {
                for value in matchings.cases(constraint) {
                    let high = UInt64(constraint.predicate.value) << 32 | UInt64(value)
                    keys.append(SortKey(high: high, low: UInt64(row)))
                }
            }
        }
        keys.sortKeys()
        let mentions = keys.map { Mention($0) }
        var first = 0
        while first < mentions.count {
            var end = first
            while end < mentions.count && mentions[end].predicate == mentions[first].predicate { end += 1 }
            guard addDigit(mentions[first..<end]) else { return nil }
            first = end
        }
    }

    /// Adds the sets of one type; `false` if there are too many.
    private mutating func addDigit(_ mentions: ArraySlice<Mention>) -> Bool {
        guard let lowest = mentions.first, let highest = mentions.last else { return true }
        var silent = fullSet()
        for mention in mentions { silent[mention.row / 64] &= ~(1 << UInt64(mention.row % 64)) }
        var digit = Digit(
            predicate: lowest.predicate, low: lowest.value,
            setOfCase: [UInt32](repeating: 0, count: Int(highest.value - lowest.value) + 1), setCount: 1,
            firstWord: words.count)
        words.append(contentsOf: silent)
        var groups = EqualityGroups()
        _ = groups.group(of: 0, hash: Self.hash(silent[...])) { _ in true }
        var first = mentions.startIndex
        while first < mentions.endIndex {
            let value = mentions[first].value
            var set = silent
            while first < mentions.endIndex && mentions[first].value == value {
                set[mentions[first].row / 64] |= 1 << UInt64(mentions[first].row % 64)
                first += 1
            }
            let group = groups.group(of: digit.setCount, hash: Self.hash(set[...])) { other in
                let start = digit.firstWord + other * wordCount
                return words[start..<start + wordCount].elementsEqual(set)
            }
            if group == digit.setCount {
                guard words.count + wordCount <= Self.maximumWordCount else { return false }
                words.append(contentsOf: set)
                digit.setCount += 1
            }
            digit.setOfCase[Int(value - digit.low)] = UInt32(group)
        }
        digits.append(digit)
        return true
    }

    private static func hash(_ set: ArraySlice<UInt64>) -> UInt64 {
        var hash = WordHasher()
        for word in set { hash.add(word) }
        return hash.value
    }

    /// All rows.
    func fullSet() -> [UInt64] {
        var set = [UInt64](repeating: .max, count: wordCount)
        if rowCount % 64 > 0 { set[wordCount - 1] = (1 << UInt64(rowCount % 64)) - 1 }
        return set
    }

    /// The rows that hold for some combination for which `number` holds.
    func overlapping(_ number: UInt32, _ matchings: Matchings) -> [UInt64] {
        var result = fullSet()
        var digit = 0
        for constraint in matchings.constraints(number) {
            while digit < digits.count && digits[digit].predicate < constraint.predicate { digit += 1 }
            guard digit < digits.count, digits[digit].predicate == constraint.predicate else { continue }
            var holding = [UInt64](repeating: 0, count: wordCount)
            for value in matchings.cases(constraint) {
                let start = digits[digit].firstWord + digits[digit].set(of: value) * wordCount
                for word in 0..<wordCount { holding[word] |= words[start + word] }
            }
            for word in 0..<wordCount { result[word] &= holding[word] }
        }
        return result
    }
}

/// The members of a bit set from `low` up to `high`, ascending.
@inline(never)
func members(of set: [UInt64], from low: Int, to high: Int) -> [Int] {
    var members: [Int] = []
    guard low < high else { return members }
    for index in (low / 64)...((high - 1) / 64) {
        var word = set[index]
        while word != 0 {
            let member = index * 64 + word.trailingZeroBitCount
            word &= word - 1
            if member >= low && member < high { members.add(member) }
        }
    }
    return members
}
