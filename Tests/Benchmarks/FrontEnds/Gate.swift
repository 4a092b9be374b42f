enum GateState { case locked, unlocked }
enum GateEvent { case coin, pass }

/// What a turnstile does at each event.
final class GateCounter {
    private(set) var actions = 0

    @inline(never)
    func act() { actions += 1 }
}

/// What a program would write for itself that checks nothing: a nested switch.
final class SwitchTurnstile {
    private var state = GateState.locked
    let counter = GateCounter()

    @inline(never)
    func handle(_ event: GateEvent) {
        switch state {
        case .locked:
            switch event {
            case .coin:
                state = .unlocked
                counter.act()
            case .pass: counter.act()
            }
        case .unlocked:
            switch event {
            case .coin: counter.act()
            case .pass:
                state = .locked
                counter.act()
            }
        }
    }
}
