// How a step finds the rows of a cell that hold for its cases: see ``Decision``.
extension UnsafePointer<TableStorage> {
    /// The index of the outcome for these cases, where there is one for each combination.
    @inline(__always)
    func combination(_ decision: UnsafePointer<Decision>, _ cases: UnsafePointer<Int32>) -> Int {
        var index = 0
        let digits = pointee.digits + decision.pointee.firstDigit
        for number in 0..<decision.pointee.digitCount { index &+= weight(digits + number, cases) }
        return index
    }

    /// One word of the bit set of rows that hold for these cases, in the order in which they are tried.
    @inline(__always)
    func rows(_ decision: UnsafePointer<Decision>, _ cases: UnsafePointer<Int32>, _ word: Int) -> UInt64 {
        var rows = UInt64.max
        let digits = pointee.digits + decision.pointee.firstDigit
        for number in 0..<decision.pointee.digitCount {
            let digit = digits + number
            rows &= pointee.words[digit.pointee.firstWord &+ weight(digit, cases) &+ word]
        }
        return rows
    }

    @inline(__always)
    private func weight(_ digit: UnsafePointer<Digit>, _ cases: UnsafePointer<Int32>) -> Int {
        let offset = UInt32(bitPattern: cases[digit.pointee.predicate.value] &- digit.pointee.low)
        // Without a branch, which could be foretold of no case.
        let place = min(offset, digit.pointee.count)
        return Int(pointee.weights[digit.pointee.firstWeight &+ Int(place)])
    }

    /// Whether some row of a decision holds for the cases of the step: `ok` with a value above 0, or how a provider
    /// failed.
    @_optimize(speed)
    func holds(_ decision: UnsafePointer<Decision>, _ step: UnsafeMutablePointer<Step>) -> Provision {
        guard let cases = step.pointee.cases else { return .nothing }
        let provision = provide(for: decision, step)
        guard provision.outcome == .ok else { return provision }
        let holds: Bool
        if decision.pointee.wordCount == 0 {
            let outcome = decision.pointee.firstOutcome &+ combination(decision, cases)
            holds = pointee.outcomes[outcome].program != 0
        } else {
            holds = (0..<decision.pointee.wordCount).contains { rows(decision, cases, $0) != 0 }
        }
        return Provision(outcome: .ok, value: holds ? 1 : 0)
    }
}
