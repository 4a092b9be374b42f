/// Why a row is taken or not. The numbers are those of the C header.
public struct Reason {
    public enum Kind: Int32 {
        case taken = 1
        case notMatched = 2
        case guardRefused = 3
        case resolverRefused = 4
        case notTried = 5
    }

    /// The number of the transition: see ``Table/transition(at:)``.
    public var transition: Int
    public var kind: Kind
    /// The first predicate type that does not match, with the case that was sent; ``ReservedID/none`` where there is
    /// none.
    public var mismatch = PredicateCase(ReservedID.none, ReservedID.none)
    /// The number of the guard that said no, from 0; otherwise -1.
    public var guardNumber: Int32 = -1

    init(_ transition: Int, _ kind: Kind) {
        self.transition = transition
        self.kind = kind
    }
}

extension Machine {
    /// See ``explain(_:_:)``.
    func explain(
        _ trigger: Trigger, _ cases: Cases, _ arguments: Arguments, _ body: (Reason) -> Void
    ) -> Outcome {
        let column = column(of: trigger)
        let fault = fault(of: trigger, column, arguments)
        guard fault == .ok else { return fault }
        return withProbe(cases, arguments, column) { step in
            step.pointee.event = trigger.event
            let number = column ?? storage.pointee.table.pointee.events.indexCount
            var outcome = column == nil ? Outcome.unknownEvent : .unhandled
            var isDecided = false
            forEachTransition(number) { index, level in
                step.pointee.target = trigger.requested
                if index == level.first {
                    let provision = provide(forTransitions: level, step)
                    guard provision == .ok else {
                        outcome = provision
                        return false
                    }
                }
                var reason = Reason(index, .notTried)
                if let mismatch = mismatch(index, step) {
                    reason.kind = .notMatched
                    reason.mismatch = mismatch
                } else if !isDecided {
                    outcome = tryRow(&reason, trigger, step)
                    if outcome.endsRun { return false }
                    isDecided = outcome == .transitioned || !storage.pointee.table.pointee.isFirstMatch
                    // A resolver that is asked late may refuse, but hands on to nobody.
                    if reason.kind == .resolverRefused && !storage.pointee.table.pointee.resolvesFirst {
                        isDecided = true
                    }
                }
                body(reason)
                return true
            }
            return outcome
        }
    }

    /// Calls `body` with the transitions that the present state has for an event or request, level by level, until it
    /// says no; and with those of the same level.
    private func forEachTransition(_ column: UInt32, _ body: (Int, Range<Int>) -> Bool) {
        let table = storage.pointee.table
        let catalog = self.table.catalog
        let (state, anyState) = (storage.pointee.state, table.pointee.states.indexCount)
        let anyColumn = table.isRequest(column) ? table.request(for: anyState) : table.pointee.events.indexCount
        func visit(_ state: UInt32, _ column: UInt32) -> Bool {
            let level = catalog.indices(state, column)
            for index in level where !body(index, level) { return false }
            return true
        }
        guard visit(state, column) else { return }
        if column != anyColumn {
            guard visit(state, anyColumn), visit(anyState, column) else { return }
        }
        _ = visit(anyState, anyColumn)
    }

    /// Asks for the cases that these transitions depend on and nobody has sent: `ok`, or how that failed.
    private func provide(forTransitions level: Range<Int>, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let table = storage.pointee.table
        guard table.pointee.hasProviders else { return .ok }
        let (catalog, matchings) = (self.table.catalog, self.table.catalog.matchings)
        for predicate in 0..<Int(table.pointee.predicates.indexCount) where table.hasProvider(predicate) {
            let isNamed = level.contains {
                matchings.constraint(matchings.number(ofRow: catalog.row(at: $0)), on: predicate) != nil
            }
            let outcome = isNamed ? provide(predicate, step) : .ok
            guard outcome == .ok else { return outcome }
        }
        return .ok
    }

    /// The first predicate type whose case in this step is not one that a transition is meant for.
    private func mismatch(_ index: Int, _ step: UnsafePointer<Step>) -> PredicateCase? {
        let catalog = table.catalog
        let matchings = catalog.matchings
        for constraint in matchings.constraints(matchings.number(ofRow: catalog.row(at: index))) {
            let value = step.pointee.cases?[constraint.predicate] ?? ReservedID.none
            if !matchings.contains(value, constraint) {
                return PredicateCase(matchings.predicates.ids[constraint.predicate], value)
            }
        }
        return nil
    }

    /// Asks the guards and the resolver of a transition, and fills in what came of it.
    private func tryRow(_ reason: inout Reason, _ trigger: Trigger, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let record = table.catalog[reason.transition]
        let callbacks = storage.pointee.table.pointee.callbacks
        switch record.target {
        case ReservedID.same, ReservedID.internal: step.pointee.target = state
        case ReservedID.dynamic: step.pointee.target = ReservedID.none
        case ReservedID.any: step.pointee.target = trigger.requested
        default: step.pointee.target = record.target
        }
        for number in 0..<record.guards.count {
            let answer = callbacks[Int(record.guards.first + number)].call(step)
            if answer < 0 { return failed(answer) }
            guard answer > 0 else {
                reason.kind = .guardRefused
                reason.guardNumber = Int32(number)
                return .refused
            }
        }
        if record.target == ReservedID.dynamic {
            let resolution = resolve(record.resolver, step)
            if resolution.outcome.endsRun { return resolution.outcome }
            if resolution.outcome == .refused {
                reason.kind = .resolverRefused
                return .refused
            }
        }
        reason.kind = .taken
        return .transitioned
    }
}
