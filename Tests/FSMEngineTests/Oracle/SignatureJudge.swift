@testable import FSMEngine

/// A callback whose signature does not fit where it stands.
struct UnfitCallback {
    var kind = Diagnostic.Kind.signatureMismatch
    var callback: Model.Callback
    var owner: Owner
    /// State, event and target, as far as its owner names them.
    var ids: [ID]
    var line: Int
    var predicate = ReservedID.none
    /// In a few words of the diagnostic.
    var fault: String
    /// Of arguments: the events that reach the callback and carry the same others, of which one is told; none stands
    /// for those that the table does not know, and for requests.
    var events: [ID] = []

    var finding: Finding {
        var ids = ids
        if case .block = owner, events.count == 1 { ids[1] = events[0] }
        var finding = Finding(kind, ids, at: [line], predicate: predicate)
        finding.isOfSignature = true
        return finding
    }
}

/// The oracle of signatures: every callback that has one, held against each event that reaches it.
extension Judge {
    func findUnfitCallbacks() -> [UnfitCallback] {
        guard !model.callables.isEmpty else { return [] }
        return model.registrations.flatMap { callback, owner in
            model.signature(callback.role, callback.number).map { faults(of: $0, callback, owner) } ?? []
        }
    }

    private func faults(
        of signature: Model.Signature, _ callback: Model.Callback, _ owner: Owner
    ) -> [UnfitCallback] {
        var found: [UnfitCallback] = []
        let fault = self.fault(of: callback, owner)
        if !results(of: callback.role).contains(signature.result) {
            found.append(fault)
            found[0].fault = "returns"
        }
        if callback.role == .provider {
            let isPlain = signature.types.isEmpty && signature.predicates.isEmpty && !signature.has("...")
            if !isPlain { found.append(fault) }
            return found
        }
        for id in Set(signature.predicates) where model.caseCount(id) == nil {
            var undeclared = fault
            undeclared.kind = .undeclaredPredicate
            undeclared.predicate = id
            undeclared.fault = "names"
            found.append(undeclared)
        }
        let carried = Dictionary(grouping: reaching(callback.role, owner)) { model.types(of: $0) }
        for (types, events) in carried where !types.starts(with: signature.types) {
            var other = fault
            other.fault = "arguments \(types)"
            other.events = Set(events.map { $0 < ReservedID.first ? ReservedID.none : $0 }).sorted()
            found.append(other)
        }
        return found
    }

    /// A fault of a callback, with the place that it has from its owner.
    private func fault(of callback: Model.Callback, _ owner: Owner) -> UnfitCallback {
        var (ids, line) = ([ReservedID.none, ReservedID.none, ReservedID.none], 0)
        var predicate = ReservedID.none
        switch owner {
        case .row(let number):
            let row = model.rows[number]
            (ids, line) = ([row.source, row.event, row.target], number + 1)
        case .block(let number): (ids[0], line) = (model.blocks[number].state, number + 101)
        case .provider(let id):
            predicate = id
            line = model.predicates.firstIndex { $0.id == id }! + 301
        }
        return UnfitCallback(
            callback: callback, owner: owner, ids: ids, line: line, predicate: predicate, fault: "is asked")
    }

    private func results(of role: Model.Role) -> [String] {
        switch role {
        case .guard, .provider: return ["bool", "i32"]
        case .action, .entry, .exit, .cycle: return ["void", "i32"]
        case .resolver: return ["state"]
        case .update: return ["event", "void"]
        }
    }

    // MARK: - Reach

    /// A callback of a state that is called in the step of a row.
    struct Visit: Hashable {
        var role: Model.Role
        var state: ID
        /// The row's: an event, any event, or a request.
        var event: ID
    }

    /// The events in whose steps a callback is called. Of rows it is their own.
    func reaching(_ role: Model.Role, _ owner: Owner) -> Set<ID> {
        guard isWhole else { return [] }
        switch owner {
        case .row(let number):
            // Rows that are overridden everywhere are nobody's.
            return triedRows.contains(number) ? [model.rows[number].event] : []
        case .block(let number):
            let states = cells.states.filter { cells.lines(of: $0).contains(number) }
            return Set(visits.filter { $0.role == role && states.contains($0.state) }.map { $0.event })
        case .provider: return []
        }
    }

    func findVisits() -> Set<Visit> {
        var visits: Set<Visit> = []
        for level in levels {
            let sources = level.state == ReservedID.any ? model.states : [level.state]
            for row in cells.rows(level).map({ $0.row }) where row.target != ReservedID.internal {
                for source in sources { visits.formUnion(self.visits(of: row, from: source)) }
            }
        }
        return visits
    }

    private func visits(of row: Model.Row, from source: ID) -> [Visit] {
        var targets = [row.target]
        if row.target == ReservedID.same { targets = [source] }
        if [ReservedID.dynamic, ReservedID.any].contains(row.target) { targets = model.states }
        // What comes before a target is known runs whatever that turns out to be.
        let leavesFirst =
            row.target == ReservedID.dynamic
            && model.phases.firstIndex(of: .exit)! < model.phases.firstIndex(of: .resolve)!
        return targets.flatMap { target in
            let passes = target != source || leavesFirst || model.entryExit == .always
            let exit = Visit(role: .exit, state: source, event: row.event)
            let entry = Visit(role: .entry, state: target, event: row.event)
            let cycle = Visit(role: .cycle, state: target, event: row.event)
            return (passes ? [exit, entry] : []) + (target == source ? [cycle] : [])
        }
    }
}

// MARK: - What the engine tells

extension Judge {
    /// What is wrong with what the engine tells of signatures, or `nil`. Callbacks of one signature, registered several
    /// times at one place, are as many diagnostics.
    func objectionToSignatures(in diagnostics: [Diagnostic]) -> String? {
        let told = diagnostics.filter { $0.isOfSignature }
        let (engine, oracle) = (told.map(described).sorted(), unfitCallbacks.map(described).sorted())
        return engine == oracle ? nil : "signatures: engine \(engine), oracle \(oracle)"
    }

    private func described(_ fault: UnfitCallback) -> String {
        let signature = model.signature(fault.callback.role, fault.callback.number)!
        return "\(fault.line): \(fault.kind) \(fault.callback.role) \(signature.text) \(fault.fault) "
            + "\(fault.ids) \(fault.predicate)"
    }

    private func described(_ diagnostic: Diagnostic) -> String {
        // One of several events may be told; it stands for all that carry the same.
        let fault = unfitCallbacks.first { fault in
            let signature = model.signature(fault.callback.role, fault.callback.number)!
            var ids = fault.ids
            if case .block = fault.owner, !fault.events.isEmpty {
                guard fault.events.contains(diagnostic.event) else { return false }
                ids[1] = diagnostic.event
            }
            return diagnostic.text.hasPrefix("\(fault.callback.role.subject) of ")
                && diagnostic.text.contains(" has the signature \(signature.text), ")
                && diagnostic.text.contains(" \(fault.fault.prefix { $0 != " " }) ")
                && diagnostic.kind == fault.kind && diagnostic.predicate == fault.predicate
                && diagnostic.places.map { Int($0.line) } == [fault.line]
                && [diagnostic.state, diagnostic.event, diagnostic.target] == ids
        }
        return fault.map(described) ?? "\(diagnostic)"
    }
}

extension Diagnostic {
    var isOfSignature: Bool { text.contains(" has the signature ") }
}

extension Model.Role {
    /// How a diagnostic begins.
    fileprivate var subject: String {
        switch self {
        case .entry, .exit, .cycle, .update: return "\(self) callback"
        default: return "\(self)"
        }
    }
}
