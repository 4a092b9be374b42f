extension Machine {
    /// Sends events one after the other, up to the first whose outcome is an error. Returns that, or `ok`, and how many were
    /// sent; their outcomes are written, if there is a place for them. A machine that is released meanwhile gets no more of
    /// them. O(steps).
    @_optimize(speed)
    public func send(
        _ events: UnsafeBufferPointer<ID>, _ outcomes: UnsafeMutablePointer<Int32>?
    ) -> (outcome: Outcome, count: Int) {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return (.busy, 0) }
        storage.pointee.isRunning = true
        var outcome = Outcome.ok
        var index = 0
        while index < events.count {
            outcome = send(events[index])
            outcomes?[index] = outcome.rawValue
            index &+= 1
            if outcome.rawValue < 0 || storage.pointee.flags.contains(.released) { break }
        }
        storage.pointee.isRunning = false
        endRelease()
        return (outcome.rawValue < 0 ? outcome : .ok, index)
    }
}
