import FSMInterning

/// Numbers the states or events that a table names. Some of them are patterns: `.coin(.any)` matches every coin.
///
/// While a table is built, two patterns are the same only if they have their wildcards in the same places. Afterwards
/// ``index`` alone looks up the values that are sent.
struct PatternIndex<Value: FSMHashable> {
    private(set) var index = ValueIndex<Value>()
    /// The positions of the wildcards in each value.
    private var wildcards: [[Int]] = []
    private var hasWildcards = false
    /// The numbers of the cases that are named whatever their values.
    private var numbersOfCases: [CaseKey: Int32] = [:]
    /// The cases by their numbers.
    private var casesOfNumbers: [Int32: CaseKey] = [:]
    /// What patterns have in common that no value of the index says: `.pay(.any, 1)` and `.pay(2, .any)` both match `.pay(2, 1)`.
    private(set) var overlaps: [Overlap] = []

    /// Patterns of which some value matches all, and no value that is more specific.
    struct Overlap {
        let patterns: Set<Int32>
        /// What stands for it, as a number of the index does for a value.
        let number: Int32
    }

    /// How many numbers there are: those of values, and of what they have in common.
    var numberCount: Int { values.count + overlaps.count }

    var values: [Value] { index.values }

    /// Returns the number of a value and inserts the value if it is new.
    mutating func insert(_ value: Value) -> Int32 {
        let equal = index.numberByHash(of: value)
        if equal >= 0, isSurelySame(value, values[Int(equal)]) {
            index.remember(value, as: equal)
            return equal
        }
        let positions = wildcardPositions(in: value)
        if !positions.isEmpty { hasWildcards = true }
        // The hash of a pattern ignores its associated values, and a value may equal a pattern.
        let isPattern = Value.self is any EventWithValues.Type || hasWildcards
        let known = isPattern ? firstPattern(value, positions) : equal
        if known >= 0 {
            index.remember(value, as: known)
            return known
        }
        wildcards.append(positions)
        return index.append(value)
    }

    /// Returns the number of a value's case, for whatever associated values, and inserts the case if it is new.
    mutating func insertCase(of value: Value) -> Int32 {
        let key = CaseKey(of: value)
        if let known = numbersOfCases[key] { return known }
        wildcards.append([])
        let number = index.appendUnlisted(value)
        numbersOfCases[key] = number
        casesOfNumbers[number] = key
        return number
    }

    /// Returns the number of a value, or else that of its case. Inserts the value if the index has neither.
    mutating func insertWithinCase(_ value: Value) -> Int32 {
        if !numbersOfCases.isEmpty, index.numberByHash(of: value) < 0,
            let number = numbersOfCases[CaseKey(of: value)]
        {
            return number
        }
        return insert(value)
    }

    /// Whether some numbers are those of cases.
    var hasCases: Bool { !casesOfNumbers.isEmpty }

    /// Whether a number is that of a case, whatever its values.
    func isCase(_ number: Int32) -> Bool { casesOfNumbers[number] != nil }

    /// How many wildcards a value has.
    func wildcardCount(of number: Int32) -> Int { wildcards[Int(number)].count }

    /// Completes the index once all values are inserted: patterns and small sets of events with associated values are
    /// compared one by one, the most specific first.
    mutating func finish() {
        finishCases()
        overlaps = overlapsOfPatterns()
        let isSmall = Value.self is any EventWithValues.Type && values.count <= 16
        guard isSmall || !overlaps.isEmpty || hasNarrower else { return }
        let exact = values.indices.filter { !isCase(Int32($0)) }
        index.scan(
            in: exact.sorted { wildcards[$0].count < wildcards[$1].count }.map { Int32($0) },
            overlaps: overlaps.map { ($0.patterns, $0.number) })
    }

    /// Lets the index find the case of a value that has no number of its own.
    mutating func finishCases() {
        if numbersOfCases.isEmpty { return }
        let isFirst = !values.indices.contains {
            !isCase(Int32($0)) && numbersOfCases[CaseKey(of: values[$0])] != nil
        }
        let numbers = numbersOfCases
        guard let byCase = CaseKey.array(of: numbers) else {
            return index.fallBack(to: { numbers[CaseKey(of: $0)] ?? -1 }, isFirst: isFirst)
        }
        index.fallBack(
            to: { value in
                let number = UnsafeEnumHandle<Value>.caseNumber(of: value).map { Int($0) } ?? .max
                return number < byCase.count ? byCase[number] : -1
            }, isFirst: isFirst)
    }

    /// Whether a pattern matches another value of the index.
    private var hasNarrower: Bool {
        guard hasWildcards else { return false }
        return values.indices.contains { !narrower(than: Int32($0)).isEmpty }
    }

    /// What a row for a number is repeated for, besides that number: what is more specific, and what the pattern and others
    /// have in common.
    func within(_ number: Int32) -> [Int32] {
        let key = casesOfNumbers[number]
        let common = overlaps.filter { overlap in
            guard let key else { return overlap.patterns.contains(number) }
            return overlap.patterns.first.map { CaseKey(of: values[Int($0)]) } == key
        }
        return narrower(than: number) + common.map(\.number)
    }

    /// The numbers of the values that match this pattern and are more specific. A row for the pattern applies to them
    /// too.
    func narrower(than number: Int32) -> [Int32] {
        let value = Int(number)
        if let key = casesOfNumbers[number] {
            return values.indices.map { Int32($0) }.filter { !isCase($0) && CaseKey(of: values[Int($0)]) == key }
        }
        guard !wildcards[value].isEmpty else { return [] }
        return values.indices.filter {
            $0 != value && !isCase(Int32($0)) && values[$0] == values[value]
                && Set(wildcards[$0]).isStrictSubset(of: wildcards[value])
        }.map { Int32($0) }
    }

    // MARK: - Overlaps

    /// Finds what patterns have in common, of any number of them: so each event has one number, that of all that it matches.
    ///
    /// - Complexity: O(patterns²), and for each overlap O(values).
    private func overlapsOfPatterns() -> [Overlap] {
        let patterns = values.indices.filter { !wildcards[$0].isEmpty && !isCase(Int32($0)) }
        var found: [Overlap] = []
        var known: Set<Set<Int>> = []
        var next = patterns.map { Set([$0]) }
        while let matched = next.popLast() {
            for other in patterns where !matched.contains(other) && matched.allSatisfy({ values[$0] == values[other] })
            {
                let common = matched.reduce(Set(wildcards[other])) { $0.intersection(wildcards[$1]) }
                let whole = values.indices.filter { value in
                    !isCase(Int32(value)) && common.isSubset(of: wildcards[value]) && values[value] == values[other]
                        && matched.allSatisfy { values[value] == values[$0] }
                }
                guard known.insert(Set(whole)).inserted else { continue }
                next.append(Set(whole))
                if whole.contains(where: { wildcards[$0].count == common.count }) { continue }
                let number = Int32(values.count + found.count)
                found.append(Overlap(patterns: Set(whole.map { Int32($0) }), number: number))
            }
        }
        return found
    }

    /// Whether two equal values have the same wildcards. Checked by their bits, which is much faster than reflection
    /// and nearly always enough.
    private func isSurelySame(_ value: Value, _ other: Value) -> Bool {
        if Value.self is String.Type { return true }
        guard _isPOD(Value.self) else { return false }
        return withUnsafeBytes(of: value) { bytes in withUnsafeBytes(of: other) { bytes.elementsEqual($0) } }
    }

    private func firstPattern(_ value: Value, _ positions: [Int]) -> Int32 {
        values.indices.first {
            values[$0] == value && wildcards[$0] == positions && !isCase(Int32($0))
        }.map { Int32($0) } ?? -1
    }
}

/// A part of a value that may match anything.
protocol Wildcard {
    var isWildcard: Bool { get }
}

/// The positions of the wildcards in a value, counted depth first through all its parts.
func wildcardPositions(in value: Any) -> [Int] {
    var positions: [Int] = []
    var count = 0
    func visit(_ part: Any) {
        count += 1
        if let part = part as? any Wildcard {
            if part.isWildcard { positions.append(count) }
            return
        }
        for child in Mirror(reflecting: part).children { visit(child.value) }
    }
    visit(value)
    return positions
}
