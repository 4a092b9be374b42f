import SwiftFSM

// Actions that a table cannot perform.

extension Gate {
    func anotherEvent() {
        _ = define(.locked) {
            // error: '|' is unavailable: an action takes nothing or an event of the table, returns nothing
            when(.coin) | then(.locked) | takesNumber
        }
    }

    func twoArguments() {
        _ = define(.locked) {
            // error: '|' is unavailable: an action takes nothing or an event of the table, returns nothing
            when(.coin) | then(.locked) | takesTwo
        }
    }

    func aResult() {
        _ = define(.locked) {
            // error: '|' is unavailable: an action takes nothing or an event of the table, returns nothing
            when(.coin) | then(.locked) | returnsNumber
        }
    }

    func errors() {
        _ = define(.locked) {
            // error: '|' is unavailable: an action takes nothing or an event of the table, returns nothing
            when(.coin) | then(.locked) | throwsErrors
        }
    }

    func unknown() {
        _ = define(.locked) {
            // error: cannot find 'nothing' in scope
            when(.coin) | then(.locked) | nothing
        }
    }

    func aCall() {
        _ = define(.locked) {
            // error: '|' is unavailable: give the action without parentheses: it is called later
            when(.coin) | then(.locked) | action()
        }
    }

    func pipedActions() {
        _ = define(.locked) {
            // error: '|' is unavailable: join actions with '&'
            when(.coin) | then(.locked) | action | action
        }
    }

    func noArrayOnEntry() {
        // error: is unavailable: 'onEntry' takes an array of actions: write 'onEntry: action*'
        _ = define(.locked, onEntry: action) {
            when(.coin) | then(.locked)
        }
    }

    func wrongActionsBlock() {
        _ = define(.locked) {
            // error: cannot convert value of type '(Int) -> ()' to expected argument type '[AnyAction]'
            actions(takesNumber) {
                when(.coin) | then(.locked)
            }
        }
    }
}

extension Gate {
    /// What only the compiler's own words can tell.
    func aClosureWithoutAType() {
        _ = define(.locked) {
            // error: expects 0 arguments, but 1 was used in closure body
            when(.coin) | then(.locked) | { event in print(event) } & action
        }
    }
}
