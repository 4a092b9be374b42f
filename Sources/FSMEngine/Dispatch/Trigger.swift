/// What is sent to a machine: an event, or a request that it go to a state.
public struct Trigger {
    /// An event, or ``ReservedID/request``; in a queue also ``ReservedID/none``, which stops the machine.
    var event: ID
    /// The state that is requested, otherwise ``ReservedID/none``.
    var requested: ID

    @_optimize(speed)
    init(event: ID, requested: ID) {
        self.event = event
        self.requested = requested
    }

    /// An event.
    @_optimize(speed)
    public static func event(_ id: ID) -> Trigger { Trigger(event: id, requested: ReservedID.none) }
    /// A request for a state.
    @_optimize(speed)
    public static func request(_ state: ID) -> Trigger { Trigger(event: ReservedID.request, requested: state) }

    /// Runs the exit callbacks and ends.
    static var stop: Trigger { .event(ReservedID.none) }

    var isRequest: Bool { requested != ReservedID.none || event == ReservedID.request }
    /// A reserved id stands where only one of the definition may.
    var isReserved: Bool { ReservedID.contains(event == ReservedID.request ? requested : event) }
}

/// The cases that are sent with a trigger, as the caller has them.
public typealias Cases = UnsafeBufferPointer<PredicateCase>

extension Cases {
    /// No cases.
    public static var none: Cases { Cases(start: nil, count: 0) }
}

extension Machine {
    /// The number of what is sent: see ``TriggerColumns``. `nil` if the table does not know it.
    @inline(never)
    @_optimize(speed)
    func column(of trigger: Trigger) -> CompactIndex<Column>? {
        let table = storage.pointee.table
        guard trigger.isRequest else { return table.column(ofEvent: trigger.event) }
        return table.pointee.states.index(of: trigger.requested).map { table.request(for: $0) }
    }

    /// What is wrong with sending this now, whatever the cases, or `ok`.
    @inline(__always)
    func fault(of trigger: Trigger, _ column: CompactIndex<Column>?) -> Outcome {
        if trigger.isReserved { return .reservedID }
        if storage.pointee.flags.contains(.stopped) { return .notRunning }
        if column != nil { return .ok }
        if trigger.isRequest { return .unknownState }
        return storage.pointee.table.pointee.takesUnknownEvents ? .ok : .unknownEvent
    }

    /// The same, the arguments included.
    @_optimize(speed)
    func fault(of trigger: Trigger, _ column: CompactIndex<Column>?, _ arguments: Arguments) -> Outcome {
        let fault = fault(of: trigger, column)
        return fault == .ok ? take(arguments, column, into: nil) : fault
    }

    // MARK: - Cases

    /// Writes the cases that are sent to where a step sees them, one place for each predicate type, or notes what is
    /// wrong with them. The places hold no case so far.
    /// Where none is sent, a predicate type without a provider takes its case from `step`, if that is given.
    @inline(never)
    @_optimize(speed)
    func take(
        _ cases: Cases, into places: UnsafeMutablePointer<Int32>?,
        inheriting step: UnsafeMutablePointer<Int32>? = nil
    ) -> Outcome {
        let table = storage.pointee.table
        let isStrict = !storage.pointee.isLenient
        let predicates = table.pointee.predicates.indices
        var taken = 0
        for sent in cases {
            guard let places, let predicate = table.pointee.predicates.index(of: sent.predicate) else {
                if isStrict { return reject(sent, .unknownPredicate) }
                continue
            }
            let place = places + TypedIndex(predicate).value
            guard sent.value >= 0 && sent.value < table.pointee.predicateRecords[predicate].caseCount else {
                return reject(sent, .unknownCase)
            }
            guard place.pointee == ReservedID.none else {
                if isStrict { return reject(sent, .repeatedPredicate) }
                continue
            }
            place.pointee = sent.value
            taken += 1
        }
        if let step, let places, taken < predicates.count {
            for missing in predicates where places[missing.value] == ReservedID.none && !table.hasProvider(missing) {
                places[missing.value] = step[missing.value]
            }
        }
        guard isStrict, taken < predicates.count, table.pointee.needsCases, let places else { return .ok }
        for missing in predicates where places[missing.value] == ReservedID.none && !table.hasProvider(missing) {
            let predicate = table.pointee.predicates.ids[missing]
            return reject(PredicateCase(predicate, ReservedID.none), .missingPredicate)
        }
        return .ok
    }

    @_optimize(speed)
    func reject(_ sent: PredicateCase, _ outcome: Outcome) -> Outcome {
        storage.pointee.rejected = sent
        return outcome
    }

    /// Where the machine keeps the cases of the step under way; `nil` if the table has no predicate types.
    var stepCases: UnsafeMutablePointer<Int32>? {
        storage.pointee.step.cases.map { UnsafeMutablePointer(mutating: $0) }
    }

    /// Makes these places hold no case.
    @inline(__always)
    func forget(_ places: UnsafeMutablePointer<Int32>?) {
        guard let places else { return }
        places.update(repeating: ReservedID.none, count: Int(storage.pointee.table.pointee.predicates.indexCount))
    }

    /// What was wrong with the cases that were last rejected: the predicate type, and the case, or ``ReservedID/none``.
    public var rejected: PredicateCase { storage.pointee.rejected }
}

extension Step {
    /// The case of a predicate type that was sent; ``ReservedID/none`` if none was, or the table does not have the
    /// type. O(1).
    @inline(never)
    @_optimize(speed)
    public func value(of predicate: ID) -> Int32 {
        guard let cases else { return ReservedID.none }
        let table = Machine(handle: machine).storage.pointee.table
        return table.pointee.predicates.index(of: predicate).map { cases[TypedIndex($0).value] } ?? ReservedID.none
    }
}
