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

    /// The rows by what they say. `nil` if the sets would be too large. O(rows² / 64) for each type at most.
    init?(_ rows: [UInt32], _ matchings: Matchings) {
        rowCount = rows.count
        wordCount = (rows.count &+ 63) / 64
        /// That a row names a case of a predicate type: type and case, then the row.
        var mentions: [SortKey] = []
        for row in rows.indices {
            for constraint in matchings.constraints(rows[row]) {
                for value in matchings.cases(constraint) {
                    let high = UInt64(constraint.predicate.value) << 32 | UInt64(value)
                    mentions.append(SortKey(high: high, low: UInt64(row)))
                }
            }
        }
        mentions.sortKeys()
        var first = 0
        while first < mentions.count {
            var end = first &+ 1
            while end < mentions.count && mentions[end].high >> 32 == mentions[first].high >> 32 { end &+= 1 }
            guard addDigit(mentions, first, end) else { return nil }
            first = end
        }
    }

    /// Adds the sets of one type, which mentions from `first` up to `end` name; `false` if there are too many.
    private mutating func addDigit(_ mentions: [SortKey], _ first: Int, _ end: Int) -> Bool {
        let silent = words.count
        let low = mentions[first].high
        var digit = Digit(
            predicate: TypedIndex(Int(low >> 32)), low: Int32(truncatingIfNeeded: low),
            setOfCase: [UInt32](repeating: 0, count: Int(mentions[end &- 1].high &- low) &+ 1), setCount: 1,
            firstWord: silent)
        words += fullSet()
        for position in first..<end {
            let row = Int(mentions[position].low)
            words[silent &+ row / 64] &= ~(1 << UInt64(row % 64))
        }
        var groups = EqualityGroups()
        _ = groups.open(with: 0, hash: hash(ofSetAt: silent))
        var next = first
        while next < end {
            let value = mentions[next].high
            let new = words.count
            for word in silent..<silent &+ wordCount { words.append(words[word]) }
            while next < end && mentions[next].high == value {
                let row = Int(mentions[next].low)
                words[new &+ row / 64] |= 1 << UInt64(row % 64)
                next &+= 1
            }
            let group = groups.group(of: digit.setCount, hash: hash(ofSetAt: new)) {
                isSameSet(at: silent &+ $0 &* wordCount, new)
            }
            if group == digit.setCount {
                guard words.count <= Self.maximumWordCount else { return false }
                digit.setCount &+= 1
            } else {
                while words.count > new { words.removeLast() }
            }
            digit.setOfCase[Int(value &- low)] = UInt32(truncatingIfNeeded: group)
        }
        digits.append(digit)
        return true
    }

    private func hash(ofSetAt start: Int) -> UInt64 {
        var hash = WordHasher()
        for word in start..<start &+ wordCount { hash.add(words[word]) }
        return hash.value
    }

    private func isSameSet(at left: Int, _ right: Int) -> Bool {
        for word in 0..<wordCount where words[left &+ word] != words[right &+ word] { return false }
        return true
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
