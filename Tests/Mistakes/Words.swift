import SwiftFSM

// Words with the wrong thing in them.

extension Gate {
    func twoEventsInWhen() {
        _ = define(.locked) {
            // error: 'when' is unavailable: for several events write 'when(event, or: event)'
            when(.coin, .pass) | then(.unlocked)
        }
    }

    func twoEventsBeforeABlock() {
        _ = define(.locked) {
            // error: 'when' is unavailable: for several events write 'when(event, or: event)'
            when(.coin, .pass) { then(.unlocked) | action }
        }
    }

    func aStateInWhen() {
        _ = define(.locked) {
            // error: 'when' is unavailable: 'when' takes an event, and this is a state
            when(.unlocked) | then(.locked)
        }
    }

    func aStateBeforeABlock() {
        _ = define(.locked) {
            // error: 'when' is unavailable: 'when' takes an event, and this is a state
            when(.unlocked) { then(.locked) | action }
        }
    }

    func anEventInThen() {
        _ = define(.locked) {
            // error: 'then' is unavailable: 'then' takes a state, and this is an event
            when(.coin) | then(.coin) | action
        }
    }

    func bothExchanged() {
        _ = define(.locked) {
            // error: 'when' is unavailable: 'when' takes an event, and this is a state
            // error: 'then' is unavailable: 'then' takes a state, and this is an event
            when(.unlocked) | then(.coin)
        }
    }

    func noArrayOnExit() {
        // error: is unavailable: 'onExit' takes an array of actions: write 'onExit: action*'
        _ = define(.locked, onExit: action) {
            when(.coin) | then(.locked)
        }
    }

    func noArraysAtAll() {
        // error: is unavailable: 'onEntry' and 'onExit' take arrays of actions: write 'action*'
        _ = define(.locked, onEntry: action, onExit: otherAction) {
            when(.coin) | then(.locked)
        }
    }

    func attemptInAnArray() {
        // error: 'onEntry' takes an array of actions: write 'onEntry: action*', 'action & action', or 'attempt(…)'
        _ = define(.locked, onEntry: [attempt(throwsErrors, orElse: .send(.coin))]) {
            when(.coin) | then(.locked)
        }
    }

    func anArrayOfFunctions() {
        _ = define(.locked) {
            // error: '|' is unavailable: join actions with '&': 'action & action', or 'action*' for an array of one
            when(.coin) | then(.unlocked) | [action]
        }
    }

    func aCallInABlock() {
        _ = define(.locked) {
            // error: 'buildExpression' is unavailable: a block holds statements, not code
            then(.unlocked) { action() }
        }
    }

    func aCallInABlockBehindAPipe() {
        _ = define(.locked) {
            // error: '|' is unavailable: a block cannot follow a pipe
            // error: 'buildExpression' is unavailable: a block holds statements, not code
            when(.coin) | then(.unlocked) { action() }
        }
    }

    func printInADefine() {
        _ = define(.locked) {
            // error: 'buildExpression' is unavailable: a block holds statements, not code
            print("locked")
            when(.coin) | then(.unlocked)
        }
    }

    func printInATable() throws {
        try machine.buildTable {
            // error: 'buildExpression' is unavailable: a block holds statements, not code
            print("a table")
            define(.locked) { when(.coin) | then(.unlocked) }
        }
    }

    func aValueAsCondition() {
        _ = define(.locked) {
            // error: 'condition' is unavailable: a condition is asked for each event: write 'condition { … }'
            condition(returnsNumber() > 0) | when(.coin) | then(.unlocked)
        }
    }

    func aValueAsConditionOfABlock() {
        _ = define(.locked) {
            // error: 'condition' is unavailable: a condition is asked for each event
            condition(returnsNumber() > 0) { when(.coin) | then(.unlocked) }
        }
    }
}

extension LampRules {
    func wordsOfContexts(isBroken: Bool) {
        _ = define(.off) {
            // error: 'when' is unavailable: for several events write 'when(event, or: event)'
            when(.push, .push) | then(.on)
        }
        _ = define(.off) {
            // error: 'when' is unavailable: 'when' takes an event, and this is a state
            when(.on) | then(.off)
        }
        _ = define(.off) {
            // error: 'then' is unavailable: 'then' takes a state, and this is an event
            when(.push) | then(.push)
        }
        _ = define(.off) {
            // error: 'condition' is unavailable: a condition is asked for each event
            condition(isBroken) | when(.push) | then(.on)
        }
        _ = define(.off) {
            // error: 'buildExpression' is unavailable: a block holds statements, not code
            print("off")
            when(.push) | then(.on)
        }
    }
}

/// What only the compiler's own words can tell: see the article "What the compiler says".
final class WithAStoredSuperState: SyntaxBuilder {
    enum State { case locked, unlocked }
    enum Event { case coin, pass }

    // error: cannot use instance member 'when' within property initializer
    // error: cannot use instance member 'then' within property initializer
    let superState = SuperState { when(.coin) | then(.unlocked) }
}
