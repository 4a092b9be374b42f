import FSMSwift

/// What ran, in order.
final class Trace {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }
}

enum Gate { case locked, unlocked, broken }
enum Visit { case coin, pass, kick }

extension FSM {
    /// Lets each callback of a state note its name, with the present and the previous state.
    func note(_ state: StateType, in trace: Trace) {
        func told(_ callback: String) -> () -> Void {
            { [unowned self] in
                trace.note("\(state).\(callback): \(self.state) after \(previousState.map { "\($0)" } ?? "nothing")")
            }
        }
        let definition = definedState(state)
        definition?.onEnter = told("onEnter")
        definition?.onLeave = told("onLeave")
        definition?.onCycle = told("onCycle")
    }
}

/// A turnstile that can be broken, all of whose callbacks are noted.
func turnstile(_ trace: Trace) -> FSM<Gate, Visit> {
    let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked, .broken]) {
        $0.transition(on: .coin, from: .locked, to: .unlocked)
        $0.transition(on: .pass, from: .unlocked, to: .locked)
        $0.transition(on: .coin, from: .unlocked, to: .unlocked)
        $0.transition(on: .kick, from: [.locked, .unlocked], to: .broken)
    }
    for state in [Gate.locked, .unlocked, .broken] { machine.note(state, in: trace) }
    return machine
}
