import MSFSM

extension GateState: FSMState {}
extension GateEvent: FSMEvent {}

/// Acts in transitions where the state changes, and without one where it stays.
final class MSFSMTurnstile {
    private let machine = SimplestFSM<GateState, GateEvent>()
    let counter = GateCounter()

    init() {
        let counter = counter
        _ =
            machine
            .initial(.locked)
            .on(.coin) { _, _, _, _ in
                counter.act()
                return .unlocked
            }
            .exec(.pass) { _, _, _, _ in counter.act() }
            .state(.unlocked)
            .on(.pass) { _, _, _, _ in
                counter.act()
                return .locked
            }
            .exec(.coin) { _, _, _, _ in counter.act() }
        machine.activate()
    }

    func handle(_ count: Int, _ event: (Int) -> GateEvent) {
        for number in 0..<count { machine.process(event: event(number)) }
    }
}
