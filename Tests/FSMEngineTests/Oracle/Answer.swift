@testable import FSMEngine

/// What a callback does the `call`th time that a run calls any: the same for engine and oracle.
struct Answer {
    private let model: Model
    private let callback: Model.Callback
    private let number: UInt64

    init(_ model: Model, _ role: Model.Role, _ callback: Int, call: Int) {
        self.model = model
        self.callback = Model.Callback(role: role, number: callback)
        var random = Random(seed: model.salt ^ (UInt64(callback) << 32) ^ UInt64(call))
        number = random.next()
    }

    /// Fails once in 64 times, a provider once in 16.
    var fails: Bool {
        let mask: UInt64 = callback.role == .provider ? 15 : 63
        return number & mask == 0 && model.mayFail(callback.role, callback.number)
    }

    /// What it returns then.
    var failure: Int32 { callback.role == .provider ? -2 - Int32((number >> 40) & 3) : -1 }

    /// As a guard: two in three times yes.
    var permits: Bool { number >> 8 % 3 != 0 }

    /// Once in 8 times it calls its own machine.
    var calls: Bool { (number >> 16) & 7 == 0 }

    /// Once in 64 times it stops its own machine.
    var stops: Bool { (number >> 20) & 63 == 0 }

    /// What it asks of its own machine.
    var call: Model.Call { model.calls[Int((number >> 24) % UInt64(model.calls.count))] }

    /// As an update callback: mostly nothing, at times an event, an unknown one among them, or a failure.
    var event: ID {
        if model.signature(.update, callback.number)?.result == "void" { return ReservedID.none }
        switch (number >> 8) & 7 {
        case 0: return ReservedID.failed
        case 1: return 424_242
        case 2, 3, 4: return ReservedID.none
        default:
            let events = model.knownEvents
            return events.isEmpty ? ReservedID.none : events[Int((number >> 24) % UInt64(events.count))]
        }
    }

    /// As a resolver: mostly a state, at times none, an unknown state or a failure.
    var target: ID {
        switch (number >> 8) & 15 {
        case 0: return ReservedID.failed
        case 1: return 987_654
        case 2, 3: return ReservedID.none
        default: return model.states[Int((number >> 24) % UInt64(model.states.count))]
        }
    }

    /// As a provider: a case of one of its types, at times one that none of them has.
    var provided: Int32 {
        if model.signature(.provider, callback.number)?.result == "bool" { return Int32((number >> 24) & 1) }
        if (number >> 8) & 31 == 0 { return 4 + Int32((number >> 24) & 3) }
        let counts = model.predicates.filter { $0.provider == callback.number }.map { $0.caseCount }
        return Int32((number >> 24) % UInt64(counts.max() ?? 1))
    }

    /// What the engine is returned.
    var result: Int32 {
        switch callback.role {
        case .guard: return fails ? failure : permits ? 1 : 0
        case .resolver: return target
        case .update: return event
        case .provider: return fails ? failure : provided
        default: return fails ? failure : 0
        }
    }
}

/// SplitMix64: small, and the same everywhere.
struct Random {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// From 0 up to, but not including, `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func chance(_ part: Int, in whole: Int) -> Bool { below(whole) < part }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
