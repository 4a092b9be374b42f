import FSMInterning

/// Numbers for the states, or the events, that a table names: from 0, in the order in which they were met.
///
/// A value is found by its bits where it is so small that each pattern has a place (enums without payload are), by
/// comparing it with each where there are few or some stand for many (`.coin(.any)`), and by its hash otherwise.
@usableFromInline
struct Numbering<Value: FSMHashable>: Sendable {
    @usableFromInline private(set) var values: [Value] = []
    @usableFromInline private(set) var numbers: [Value: Int32] = [:]
    /// Of values that are small enough.
    @usableFromInline private(set) var bits = BitNumbers<Value>()
    /// The numbers in the order in which values are compared, those that stand for fewer values first; empty if they
    /// are not compared one by one.
    @usableFromInline private(set) var scanOrder: [Int32] = []
    /// For each value the places in it that match anything.
    private var wildcards: [[Int]] = []
    private var hasWildcards = false

    init() {}

    /// The number of a value, -1 if it is none of these. O(1), or O(values) where they are compared one by one.
    @inlinable @inline(__always)
    func number(of value: Value) -> Int32 {
        if BitNumbers<Value>.isPossible {
            let number = bits[value]
            if number >= 0 { return number }
        }
        return search(value)
    }

    @inlinable
    func search(_ value: Value) -> Int32 {
        if scanOrder.isEmpty { return numbers[value] ?? -1 }
        for number in scanOrder where values[Int(number)] == value { return number }
        return -1
    }

    /// Calls `body` with each number whose value equals this one, until it says `true`.
    @inlinable
    func firstNumber(of value: Value, where body: (Int32) -> Bool) -> Int32 {
        for number in scanOrder where values[Int(number)] == value && body(number) { return number }
        return -1
    }

    /// The number of a value, which it is given when it is first met.
    mutating func insert(_ value: Value) -> Int32 {
        if let known = numbers[value], isSurelySame(value, values[Int(known)]) {
            remember(value, known)
            return known
        }
        let places = wildcardPlaces(in: value)
        if !places.isEmpty { hasWildcards = true }
        // Their hash tells nothing of the values in them; and values without wildcards equal those with some.
        let isPattern = Value.self is any EventWithValues.Type || hasWildcards
        if let known = isPattern ? firstPattern(value, places) : numbers[value] {
            remember(value, known)
            return known
        }
        let number = Int32(values.count)
        values.append(value)
        wildcards.append(places)
        if !isPattern || numbers[value] == nil { numbers[value] = number }
        remember(value, number)
        return number
    }

    /// To be called once all values are there.
    mutating func settle() {
        guard Value.self is any EventWithValues.Type && values.count <= 16 || hasOverlaps else { return }
        scanOrder = values.indices.sorted { wildcards[$0].count < wildcards[$1].count }.map { Int32($0) }
    }

    /// Whether some value stands for others that are there too, so that one event may have several numbers.
    var hasOverlaps: Bool {
        guard hasWildcards else { return false }
        return values.indices.contains { !narrower(than: Int32($0)).isEmpty }
    }

    /// The numbers of the values for which this one stands too: what is said of it holds for them.
    func narrower(than number: Int32) -> [Int32] {
        let value = Int(number)
        guard !wildcards[value].isEmpty else { return [] }
        return values.indices.filter {
            $0 != value && values[$0] == values[value] && Set(wildcards[$0]).isStrictSubset(of: wildcards[value])
        }.map { Int32($0) }
    }

    /// The numbers of the values of which neither stands for the other, though some event equals both:
    /// `.pay(.any, 1)` and `.pay(2, .any)`.
    func crossing(_ number: Int32) -> [Int32] {
        let value = Int(number)
        guard !wildcards[value].isEmpty else { return [] }
        let places = Set(wildcards[value])
        return values.indices.filter {
            $0 != value && !wildcards[$0].isEmpty && values[$0] == values[value]
                && !places.isSubset(of: wildcards[$0]) && !places.isSuperset(of: wildcards[$0])
        }.map { Int32($0) }
    }

    /// Whether equal values stand for the same values. Looking into them takes far longer, and is left out where their
    /// bits say so, as they mostly do.
    private func isSurelySame(_ value: Value, _ other: Value) -> Bool {
        if Value.self is String.Type { return true }
        guard _isPOD(Value.self) else { return false }
        return withUnsafeBytes(of: value) { bytes in withUnsafeBytes(of: other) { bytes.elementsEqual($0) } }
    }

    private func firstPattern(_ value: Value, _ places: [Int]) -> Int32? {
        values.indices.first { values[$0] == value && wildcards[$0] == places }.map { Int32($0) }
    }

    private mutating func remember(_ value: Value, _ number: Int32) {
        if BitNumbers<Value>.isPossible { bits.set(value, number) }
    }
}

/// A part of a value that may stand for anything.
protocol Wildcard {
    var isWildcard: Bool { get }
}

/// Where in a value, counted through all that it holds, something stands for anything.
private func wildcardPlaces(in value: Any) -> [Int] {
    var places: [Int] = []
    var count = 0
    func visit(_ part: Any) {
        count += 1
        if let part = part as? any Wildcard {
            if part.isWildcard { places.append(count) }
            return
        }
        for child in Mirror(reflecting: part).children { visit(child.value) }
    }
    visit(value)
    return places
}
