import SwiftFSM

enum GateState { case locked, unlocked }
enum GateEvent { case coin, pass }

/// What a program would write for itself that checks nothing: a nested switch.
@MainActor final class SwitchTurnstile {
    private(set) var state = GateState.locked
    var actions = 0

    @inline(never)
    func handle(_ event: GateEvent) {
        switch state {
        case .locked:
            switch event {
            case .coin:
                state = .unlocked
                act()
            case .pass: act()
            }
        case .unlocked:
            switch event {
            case .coin: act()
            case .pass:
                state = .locked
                act()
            }
        }
    }

    @inline(never)
    func act() { actions += 1 }
}

/// Closures in a dictionary.
@MainActor final class DictionaryTurnstile {
    struct Key: Hashable {
        let state: GateState
        let event: GateEvent
    }

    private var rows: [Key: (state: GateState, action: () -> Void)] = [:]
    private(set) var state = GateState.locked
    var actions = 0

    init() {
        let act: () -> Void = { [unowned self] in actions += 1 }
        rows = [
            Key(state: .locked, event: .coin): (.unlocked, act), Key(state: .locked, event: .pass): (.locked, act),
            Key(state: .unlocked, event: .coin): (.unlocked, act), Key(state: .unlocked, event: .pass): (.locked, act),
        ]
    }

    @inline(never)
    func handle(_ event: GateEvent) {
        guard let row = rows[Key(state: state, event: event)] else { return }
        state = row.state
        row.action()
    }
}

@MainActor final class TableTurnstile: ExpandedSyntaxBuilder {
    typealias State = GateState
    typealias Event = GateEvent

    enum Enforcement: Predicate { case weak, strong }

    let machine = FSM<GateState, GateEvent>(initialState: .locked)
    var actions = 0

    func act() { actions += 1 }
    func actAwaiting() async { actions += 1 }

    @TableBuilder<GateState, GateEvent> var rules: [Syntax.Define<GateState, GateEvent>] {
        define(.locked) {
            when(.coin) | then(.unlocked) | act
            when(.pass) | then() | act
        }
        define(.unlocked) {
            when(.coin) | then() | act
            when(.pass) | then(.locked) | act
        }
    }

    static func plain() throws -> TableTurnstile { try TableTurnstile { $0.rules } }

    static func awaiting() throws -> TableTurnstile {
        try TableTurnstile { gate in
            gate.define(.locked) {
                gate.when(.coin) | gate.then(.unlocked) | gate.actAwaiting
                gate.when(.pass) | gate.then() | gate.actAwaiting
            }
            gate.define(.unlocked) {
                gate.when(.coin) | gate.then() | gate.actAwaiting
                gate.when(.pass) | gate.then(.locked) | gate.actAwaiting
            }
        }
    }

    static func matching() throws -> TableTurnstile {
        try TableTurnstile { gate in
            gate.define(.locked) {
                gate.when(.coin) | gate.then(.unlocked) | gate.act
                gate.matching(Enforcement.weak) | gate.when(.pass) | gate.then() | gate.act
                gate.matching(Enforcement.strong) | gate.when(.pass) | gate.then() | gate.act
            }
            gate.define(.unlocked) {
                gate.when(.coin) | gate.then() | gate.act
                gate.when(.pass) | gate.then(.locked) | gate.act
            }
        }
    }

    private init(
        @TableBuilder<GateState, GateEvent> _ table: (TableTurnstile) -> [Syntax.Define<GateState, GateEvent>]
    ) throws {
        machine.logHandler = nil
        try machine.buildTable { table(self) }
    }
}
