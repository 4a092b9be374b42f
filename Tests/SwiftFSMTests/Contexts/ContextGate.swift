import SwiftFSM

/// A turnstile whose rules capture nothing.
struct GateRules: ContextSyntaxBuilder {
    enum State { case locked, unlocked, alarming }
    enum Event { case coin, pass, reset, never }

    final class Gate {
        var isOpen = true
        var trace: [String] = []
        let onRelease: () -> Void

        init(onRelease: @escaping () -> Void = {}) { self.onRelease = onRelease }

        deinit { onRelease() }

        func lock() { trace.append("lock") }
        func unlock() { trace.append("unlock") }
        func note(_ event: Event) { trace.append("note \(event)") }
        func mayPass() -> Bool { trace.count < 10_000 }
    }

    typealias Context = Gate

    var rules: Rules {
        let resettable = superState {
            onEntry | { gate in gate.trace.append("enter") }
            when(.reset) | then(.locked) | Gate.lock
        }
        define(.locked, adopts: resettable) {
            condition(\.isOpen) | when(.coin) | then(.unlocked) | Gate.unlock | Gate.note
            when(.pass) | then(.alarming) | { gate, event in gate.note(event) }
            overriding { when(.reset) | then() | { $0.trace.append("nothing to reset") } }
        }
        define(.unlocked, adopts: resettable) {
            onExit | { $0.trace.append("leave") } | Gate.lock
            condition(Gate.mayPass) | condition { gate, event in event == .pass && gate.isOpen } | when(.pass)
                | then(.locked)
        }
        define(.alarming, adopts: resettable)
    }

    static func table() throws -> FSMContextTable<State, Event, Gate> {
        try FSMContextTable(GateRules(), initialState: .locked)
    }
}
