/// The result of asking a provider: `ok`, or how it failed.
struct Provision {
    var outcome: Outcome
    /// The negative number, or the unknown case, that the provider returned.
    var value: Int32 = 0
    /// The predicate type, if the case is unknown.
    var predicate = ReservedID.none

    static var nothing: Provision { Provision(outcome: .ok) }
}

extension UnsafePointer<TableStorage> {
    /// Ask for the cases that a decision depends on and that were not sent.
    @inline(__always)
    func provide(for decision: UnsafePointer<Decision>, _ step: UnsafeMutablePointer<Step>) -> Provision {
        guard pointee.hasProviders else { return .nothing }
        let digits = pointee.digits + decision.pointee.firstDigit
        for number in 0..<decision.pointee.digitCount {
            let provision = provide((digits + number).pointee.predicate, step)
            guard provision.outcome == .ok else { return provision }
        }
        return .nothing
    }

    /// Ask the provider of a predicate type, if it has one and the step has no case of the type yet. The case is kept
    /// in the step, so that all see the same one.
    @inline(never)
    @_optimize(speed)
    func provide(_ predicate: TypedIndex<Predicate>, _ step: UnsafeMutablePointer<Step>) -> Provision {
        let record = pointee.predicateRecords + predicate
        guard let cases = step.pointee.cases, cases[predicate.value] == ReservedID.none, record.pointee.provider != .max
        else { return .nothing }
        let value = pointee.callbacks[Int(record.pointee.provider)].call(step)
        guard value >= 0 else { return Provision(outcome: .callbackFailed, value: value) }
        guard value < record.pointee.caseCount else {
            return Provision(outcome: .unknownCase, value: value, predicate: pointee.predicates.ids[predicate])
        }
        UnsafeMutablePointer(mutating: cases)[predicate.value] = value
        return .nothing
    }
}

extension UnsafeMutablePointer<Step> {
    /// Ask the provider of the predicate type with this index, for a callback that takes its case. Returns 0, or what
    /// the callback returns if the provider fails: then the callback has failed in the same way.
    @_optimize(speed)
    public func provide(_ predicate: Int) -> Int32 {
        let machine = Machine(handle: pointee.machine)
        let provision = machine.storage.pointee.table.provide(TypedIndex(predicate), self)
        guard provision.outcome != .ok else {
            // The fast path would leave the case behind.
            if self == machine.stepPointer { machine.storage.pointee.flags.insert(.provided) }
            return 0
        }
        machine.storage.pointee.provision = provision
        machine.storage.pointee.flags.insert(.unprovided)
        return ReservedID.failed
    }
}
