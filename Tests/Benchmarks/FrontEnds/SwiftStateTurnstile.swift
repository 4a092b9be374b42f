import SwiftState

extension GateState: StateType {}
extension GateEvent: EventType {}

/// Acts in the handlers of events.
final class SwiftStateTurnstile {
    private let machine: Machine<GateState, GateEvent>
    let counter = GateCounter()

    init() {
        let counter = counter
        machine = Machine(state: .locked) { machine in
            machine.addRoutes(event: .coin, transitions: [.locked => .unlocked, .unlocked => .unlocked]) { _ in
                counter.act()
            }
            machine.addRoutes(event: .pass, transitions: [.locked => .locked, .unlocked => .locked]) { _ in
                counter.act()
            }
        }
    }

    func handle(_ count: Int, _ event: (Int) -> GateEvent) {
        for number in 0..<count { machine <-! event(number) }
    }
}
