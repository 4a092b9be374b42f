// A library of somebody else's in Embedded Swift: classes, closures and arrays, for which the compiler puts the functions of its
// small runtime into the machine code.

final class Counter {
    var counts: [Int32] = []
    var told: (Int32) -> Void = { _ in }

    func count(_ value: Int32) {
        counts.append(value)
        told(counts.reduce(0, +))
    }
}

nonisolated(unsafe) private var counter: Counter?
nonisolated(unsafe) private var total: Int32 = 0

/// Adds to the total, and returns it.
@c(other_count)
public func otherCount(_ value: Int32) -> Int32 {
    let own = counter ?? Counter()
    counter = own
    own.told = { total = $0 }
    own.count(value)
    return total
}
