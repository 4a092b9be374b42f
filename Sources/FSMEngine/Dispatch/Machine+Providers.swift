extension Machine {
    /// Asks for the cases that this decision depends on and nobody has sent: `ok`, or how that failed.
    @inline(__always)
    func provide(for decision: UnsafePointer<Decision>, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let table = storage.pointee.table
        guard table.pointee.hasProviders else { return .ok }
        let digits = table.pointee.digits + decision.pointee.firstDigit
        for number in 0..<decision.pointee.digitCount {
            let outcome = provide((digits + number).pointee.predicate, step)
            guard outcome == .ok else { return outcome }
        }
        return .ok
    }

    /// Asks for the case of a predicate type if it is not known in this step, but has a provider: `ok`, or how that
    /// failed.
    @inline(never)
    func provide(_ predicate: Int, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let table = storage.pointee.table
        let record = table.pointee.predicateRecords + predicate
        guard let cases = step.pointee.cases, cases[predicate] == ReservedID.none, record.pointee.provider != .max
        else { return .ok }
        let value = table.pointee.callbacks[Int(record.pointee.provider)].call(step)
        guard value >= 0 else { return failed(value) }
        guard value < record.pointee.caseCount else {
            return reject(PredicateCase(table.pointee.predicates.ids[predicate], value), .unknownCase)
        }
        UnsafeMutablePointer(mutating: cases)[predicate] = value
        // The fast path would not forget it.
        if step == stepPointer { storage.pointee.flags.insert(.provided) }
        return .ok
    }
}

extension UnsafeMutablePointer<Step> {
    /// For a callback that takes the case of the predicate type with this number: asks its provider if need be. What
    /// the callback returns if that fails; otherwise 0.
    public func provide(_ predicate: Int) -> Int32 {
        let machine = Machine(handle: pointee.machine)
        let outcome = machine.provide(predicate, self)
        if outcome == .ok { return 0 }
        // The callback has failed then, in the same way.
        machine.storage.pointee.flags.insert(.unprovided)
        machine.storage.pointee.provision = outcome
        return ReservedID.failed
    }
}
