import SwiftFSM

/// A gate without rules of its own, which the machines of one table are passed.
final class PlainGate {
    var actions = 0
    var isOpen = true

    @inline(never)
    func act() { actions += 1 }
    nonisolated(nonsending) func actAwaiting() async { actions += 1 }
}

struct PlainRules: ContextSyntaxBuilder {
    typealias State = GateState
    typealias Event = GateEvent
    typealias Context = PlainGate

    var rules: Rules {
        define(.locked) {
            when(.coin) | then(.unlocked) | PlainGate.act
            when(.pass) | then() | PlainGate.act
        }
        define(.unlocked) {
            when(.coin) | then() | PlainGate.act
            when(.pass) | then(.locked) | PlainGate.act
        }
    }
}

struct AwaitingRules: ContextSyntaxBuilder {
    typealias State = GateState
    typealias Event = GateEvent
    typealias Context = PlainGate

    var rules: Rules {
        define(.locked) { when(.coin) | then(.unlocked) | PlainGate.actAwaiting }
        define(.unlocked) { when(.pass) | then(.locked) | PlainGate.actAwaiting }
    }
}

struct GuardedRules: ContextSyntaxBuilder {
    typealias State = GateState
    typealias Event = GateEvent
    typealias Context = PlainGate

    var rules: Rules {
        define(.locked) { condition(\.isOpen) | when(.coin) | then(.unlocked) | PlainGate.act }
        define(.unlocked) { condition(\.isOpen) | when(.pass) | then(.locked) | PlainGate.act }
    }
}

/// A turnstile as a switch over its state, with actions of a context: what each machine would be without a table.
final class SwitchMachine {
    private(set) var state = GateState.locked
    let gate: PlainGate

    init(_ gate: PlainGate) { self.gate = gate }

    @inline(never)
    func handle(_ event: GateEvent) {
        switch (state, event) {
        case (.locked, .coin):
            state = .unlocked
            gate.act()
        case (.unlocked, .pass):
            state = .locked
            gate.act()
        case (.locked, .pass), (.unlocked, .coin): gate.act()
        }
    }
}
