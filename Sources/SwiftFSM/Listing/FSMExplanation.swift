import FSMEngine

/// Why a row is taken for an event, or not: see ``FSM/explain(_:predicates:)``.
public struct FSMExplanation<State: FSMHashable, Event: FSMHashable>: Sendable {
    /// What became of a row.
    public enum Verdict: Sendable {
        /// It is taken.
        case taken
        /// It is for other predicates: of this type it does not name the one that holds, or none was sent (`nil`).
        case otherPredicate(any Predicate.Type, sent: (any Predicate)?)
        /// A condition does not hold.
        case conditionFailed
        /// A row before it is taken, or ended the search.
        case notTried
    }

    /// The row.
    public let rule: FSMRule<State, Event>
    /// What became of it.
    public let verdict: Verdict

    /// Whether the row is taken.
    public var isTaken: Bool { if case .taken = verdict { true } else { false } }
}

extension FSMExplanation: CustomStringConvertible {
    /// The row and the verdict: "coin: locked -> unlocked (taken)".
    public var description: String { "\(rule) (\(verdict))" }
}

extension FSMExplanation.Verdict: CustomStringConvertible {
    /// The verdict in words.
    public var description: String {
        switch self {
        case .taken: "taken"
        case .otherPredicate(let type, let sent?): "not for \(type).\(sent)"
        case .otherPredicate(let type, nil): "needs a predicate of \(type)"
        case .conditionFailed: "a condition does not hold"
        case .notTried: "not tried"
        }
    }
}

extension FSM {
    /// Explains what an event would come to now, with these predicates: a verdict on each row that the active states have
    /// for it, in the order in which they are tried. Empty if there is none; with `.eager` also if predicates are missing.
    /// Conditions are evaluated; nothing changes. O(rows for the event).
    public func explain(_ event: Event, predicates: any Predicate...) -> [FSMExplanation<State, Event>] {
        explain(event, predicates)
    }

    func explain(_ event: Event, _ predicates: [any Predicate]) -> [FSMExplanation<State, Event>] {
        guard let table = runner.table, let machine = runner.machine, let sender = runner.sender else { return [] }
        let listing = table.listing(initialState)
        let cases = predicates.map { sender.sent($0) }
        return runner.withGuarded(event) {
            listing.explain(table.events.number(of: event), cases, machine)
        }
    }
}

extension FSMTable {
    /// Explains what an event would come to in a state: see ``FSM/explain(_:predicates:)``.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The active state.
    ///   - predicates: The predicates that are sent with the event.
    /// - Returns: A verdict on each row that the state has for the event.
    /// - Throws: ``SwiftFSMError`` if the table has no such state; or if it was read from a document without callbacks, whose
    ///   guards would have to be called.
    public func explain(
        _ event: Event, in state: State, predicates: any Predicate...
    ) throws -> [FSMExplanation<State, Event>] {
        let machine =
            document == nil ? try machine(in: state, ActionLists(), nil) : try machine(initialState: state)
        return machine.explain(event, predicates)
    }
}

extension Runner {
    /// Calls `body` while guards of a document that ask for the event are given this one.
    fileprivate func withGuarded<Result>(_ event: Event, _ body: () -> Result) -> Result {
        guard let store else { return body() }
        return withUnsafePointer(to: event) { event in
            let outerEvent = store.pointee.guardedEvent
            store.pointee.guardedEvent = UnsafeRawPointer(event)
            defer { store.pointee.guardedEvent = outerEvent }
            return body()
        }
    }
}

extension TableListing {
    /// The verdicts on the rows for an event's number.
    func explain(
        _ event: Int32, _ cases: [PredicateCase], _ machine: Machine
    ) -> [FSMExplanation<State, Event>] {
        var found: [FSMExplanation<State, Event>] = []
        cases.withUnsafeBufferPointer { cases in
            _ = machine.explain(.event(event, cases: cases)) { reason in
                guard let rule = rule(reason.transition) else { return }
                found.append(FSMExplanation(rule: rule, verdict: verdict(reason)))
            }
        }
        return found
    }

    private func verdict(_ reason: Reason) -> FSMExplanation<State, Event>.Verdict {
        switch reason.kind {
        case .taken: return .taken
        case .guardRefused, .resolverRefused: return .conditionFailed
        case .notTried: return .notTried
        case .notMatched:
            let number = Int(reason.mismatch.predicate)
            guard predicates.kinds.indices.contains(number) else { return .conditionFailed }
            let kind = predicates.kinds[number]
            let value = Int(reason.mismatch.value)
            let sent = (0..<kind.caseCount).contains(value) ? kind.predicate(value) : nil
            return .otherPredicate(kind.predicateType, sent: sent)
        }
    }
}
