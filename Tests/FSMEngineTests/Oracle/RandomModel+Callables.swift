@testable import FSMEngine

extension Model {
    /// Declares some of the events with what they carry, at times again, or one that stands in no row.
    mutating func addEvents(_ random: inout Random, _ ids: [ID], _ isFaulty: Bool) {
        for id in ids where random.chance(2, in: 3) { events.append(Event(id: id, types: Self.types(&random))) }
        if random.chance(1, in: 6) { events.append(Event(id: 4343, types: Self.types(&random))) }
        for event in events where random.chance(1, in: 6) {
            let isOther = isFaulty && random.chance(1, in: 2)
            events.append(isOther ? Event(id: event.id, types: Self.types(&random)) : event)
        }
    }

    /// Few lists, so that events have some in common.
    private static func types(_ random: inout Random) -> [Int32] {
        if random.chance(1, in: 2) { return random.pick([[], [4], [4, 12], [4, 12, 11], [1]]) }
        return (0..<random.below(5)).map { _ in random.pick(Datum.types) }
    }

    // MARK: - Signatures

    /// Gives some callbacks a signature, mostly one that fits.
    mutating func addCallables(_ random: inout Random, _ isFaulty: Bool) {
        let judge = Judge(model: self)
        var seen: Set<Callback> = []
        for (callback, owner) in registrations where !seen.contains(callback) && random.chance(1, in: 4) {
            seen.insert(callback)
            // In an order of its own, since that of sets differs from run to run.
            let events = judge.reaching(callback.role, owner).sorted()
            let types = events.isEmpty ? Self.types(&random) : types(of: random.pick(events))
            let signature = signature(of: callback.role, types, isFaulty, &random)
            callables.append(Callable(callback: callback, signature: signature))
        }
        if isFaulty { return }
        let unfit = Judge(model: self).unfitCallbacks.map { $0.callback }
        callables.removeAll { unfit.contains($0.callback) }
    }

    private func signature(
        of role: Role, _ carried: [Int32], _ isFaulty: Bool, _ random: inout Random
    ) -> Signature {
        func isAtFault() -> Bool { isFaulty && random.chance(1, in: 12) }
        var results: [String]
        switch role {
        case .guard, .provider: results = ["bool", "i32"]
        case .action, .entry, .exit, .cycle: results = ["void", "i32"]
        case .resolver: results = ["state"]
        case .update: results = ["event", "void"]
        }
        if isAtFault() { results = ["void", "bool", "i32", "state", "event"] }
        var signature = Signature(result: random.pick(results))
        let isPlain = role == .provider && !isAtFault()
        var types = isPlain ? [] : Array(carried.prefix(random.below(carried.count + 1)))
        if isAtFault() { types.insert(random.pick(Datum.types), at: random.below(types.count + 1)) }
        if random.chance(1, in: 6) {
            addTail(to: &signature, types, isPlain, &random)
        } else {
            signature.parameters = types.map { .argument($0) }
            for _ in 0..<random.below(4) {
                let place = random.below(signature.parameters.count + 1)
                signature.parameters.insert(parameter(isPlain, isAtFault(), &random), at: place)
            }
        }
        return signature
    }

    private func parameter(_ isPlain: Bool, _ isAtFault: Bool, _ random: inout Random) -> Signature.Parameter {
        if isAtFault { return .predicate(random.pick([31_337, 31_338])) }
        if !predicates.isEmpty && !isPlain && random.chance(1, in: 2) { return .predicate(random.pick(predicateIDs)) }
        return .word(random.pick(["context", "event", "source", "target", "step", "time"]))
    }

    /// Variadic functions are few in the runner of conformance cases: with nothing, or with the context and up to two
    /// numbers, in front.
    private func addTail(
        to signature: inout Signature, _ types: [Int32], _ isPlain: Bool, _ random: inout Random
    ) {
        let tail = isPlain || random.chance(1, in: 2) ? "args..." : "..."
        var front: [Signature.Parameter] = [.word("context")]
        if types.first == 4 { front.append(.argument(4)) }
        if random.chance(1, in: 2) { front.append(.word(random.pick(["event", "source", "target"]))) }
        let isAlone = callables.contains { callable in
            ["...", "args..."].contains { callable.signature.has($0) } && callable.signature.parameters.count == 1
        }
        signature.parameters = (isAlone || random.chance(1, in: 2) ? front : []) + [.word(tail)]
    }
}
