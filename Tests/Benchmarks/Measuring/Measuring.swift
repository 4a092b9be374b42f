#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The processor's time of this thread, in nanoseconds.
private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// One of those that are compared.
public struct Subject {
    let name: String
    let limit: Double?
    let work: @MainActor (Int) async throws -> Void

    /// - Parameters:
    ///   - name: For the table that is printed.
    ///   - limit: What the library is to reach, in nanoseconds.
    ///   - work: Does something so many times.
    public init(name: String, limit: Double? = nil, work: @escaping @MainActor (Int) async throws -> Void) {
        self.name = name
        self.limit = limit
        self.work = work
    }
}

/// Measures in turns, so that the machine's moods fall on all subjects alike, and prints medians, with the medians of
/// each turn's ratio to the first subject.
@MainActor public func compare(_ title: String, _ subjects: [Subject], count: Int, turns: Int) async throws {
    var times = [[Double]](repeating: [], count: subjects.count)
    for turn in 0...turns {
        for (number, subject) in subjects.enumerated() {
            let start = now()
            try await subject.work(count)
            let taken = (now() - start) / Double(count)
            if turn > 0 { times[number].append(taken) }
        }
    }
    print(title)
    print("  " + column("", 44) + column("ns", -10) + column("ratio", -10) + column("limit", -10))
    for (number, subject) in subjects.enumerated() {
        let value = median(times[number])
        let ratio = median(zip(times[number], times[0]).map { $0 / $1 })
        var line = "  " + column(subject.name, 44) + column(text(value, 1), -10) + column(text(ratio, 2), -10)
        if let limit = subject.limit { line += column(text(limit, 0), -10) + (value <= limit ? "" : "  not reached") }
        print(line)
    }
    print()
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

private func column(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(abs(width) - text.count, 0))
    return width < 0 ? padding + text : text + padding
}

private func text(_ value: Double, _ digits: Int) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = Int((value * factor).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % Int(factor))"
    return "\(scaled / Int(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
