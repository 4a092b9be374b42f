import SwiftFSM

// What the mistakes of this folder have in common: nothing is wrong here.

enum A: Predicate { case x, y, z }
enum B: Predicate { case x, y }

struct Gate: ExpandedSyntaxBuilder {
    enum State { case locked, unlocked }
    enum Event { case coin, pass }

    let machine = FSM<State, Event>(initialState: .locked)

    func action() {}
    func otherAction(_ event: Event) async {}
    func condition() -> Bool { true }
    func takesNumber(_ number: Int) {}
    func takesTwo(_ event: Event, _ number: Int) {}
    func returnsNumber() -> Int { 1 }
    func throwsErrors() throws {}
}
