import SwiftFSM

// Calls from the wrong isolation domain.

class MyNonIsolatedClass {
    func myMethod() {
        // error: call to main actor-isolated initializer 'init(type:initialState:actionsPolicy:)' in a synchronous
        _ = FSM<Int, Int>.OnMainActor(initialState: 1)
    }
}

actor MyCustomActor {
    func myMethod() {
        // error: call to main actor-isolated initializer 'init(type:initialState:actionsPolicy:)' in a synchronous
        _ = FSM<Int, Int>.OnMainActor(initialState: 1)
    }
}
