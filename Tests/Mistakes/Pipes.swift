import SwiftFSM

// Blocks after pipes, and words in a wrong order.

extension Gate {
    func blockAfterThen() {
        _ = define(.locked) {
            // error: '|' is unavailable: a block cannot follow a pipe
            when(.coin) | then(.unlocked) {}
        }
    }

    func rowsAfterThen() {
        _ = define(.locked) {
            when(.coin)
                // error: '|' is unavailable: a block cannot follow a pipe
                | then(.unlocked) {
                    matching(A.x) | action
                }
        }
    }

    func actionsAfterThen() {
        _ = define(.locked) {
            // error: '|' is unavailable: a block cannot follow a pipe
            when(.coin) | then(.unlocked) | actions(action) {}
        }
    }

    func blockAfterWhen() {
        _ = define(.locked) {
            // error: '|' is unavailable: a block cannot follow a pipe
            matching(A.x) | when(.coin) {}
        }
    }

    func rowsAfterWhen() {
        _ = define(.locked) {
            matching(A.x)
                // error: '|' is unavailable: a block cannot follow a pipe
                | when(.coin) {
                    then(.unlocked) | action
                }
        }
    }

    func matchingAfterWhen() {
        _ = define(.locked) {
            // error: '|' is unavailable: 'matching' and 'condition' stand before 'when' and 'then'
            when(.coin) | matching(A.x) | then(.locked) | action
        }
    }

    func conditionAfterWhen() {
        _ = define(.locked) {
            // error: '|' is unavailable: 'matching' and 'condition' stand before 'when' and 'then'
            when(.coin) | condition({ true }) | then(.locked) | action
        }
    }

    func matchingAfterThen() {
        _ = define(.locked) {
            // error: '|' is unavailable: 'matching' and 'condition' stand before 'when' and 'then'
            when(.coin) | then(.locked) | matching(A.x)
        }
    }

    func whenAfterThen() {
        _ = define(.locked) {
            // error: '|' is unavailable: 'when' stands before 'then'
            then(.locked) | when(.coin) | action
        }
    }

    func whenAfterMatchingAndThen() {
        _ = define(.locked) {
            // error: '|' is unavailable: 'when' stands before 'then'
            matching(A.x) | then(.locked) | when(.coin)
        }
    }

    func matchingAfterMatching() {
        _ = define(.locked) {
            // error: '|' is unavailable: one 'matching' or 'condition' cannot be piped into another
            matching(A.x) | matching(B.x) | when(.coin) | then(.locked)
        }
    }

    func twoEvents() {
        _ = define(.locked) {
            // error: a row has one 'when': for several events write 'when(event, or: event)'
            when(.coin) | when(.pass) | then(.locked)
        }
    }

    func twoStates() {
        _ = define(.locked) {
            // error: '|' is unavailable: a row leads to one state
            when(.coin) | then(.locked) | then(.unlocked)
        }
    }

    func twoStatesWithAnAction() {
        _ = define(.locked) {
            // error: '|' is unavailable: a row leads to one state
            when(.coin) | then(.locked) | then(.unlocked) | action
        }
    }

    func twoEventsAfterMatching() {
        _ = define(.locked) {
            // error: '|' is unavailable: a row has one 'when': for several events write 'when(event, or: event)'
            matching(A.x) | when(.coin) | when(.pass) | then(.locked)
        }
    }

    func twoStatesInWhen() {
        _ = define(.locked) {
            when(.coin) {
                // error: '|' is unavailable: a row leads to one state
                then(.locked) | then(.unlocked)
            }
        }
    }

    func twoStatesAndAnActionInWhen() {
        _ = define(.locked) {
            when(.coin) {
                // error: '|' is unavailable: a row leads to one state
                then(.locked) | then(.unlocked) | action
            }
        }
    }

    func twoStatesAfterMatchingInWhen() {
        _ = define(.locked) {
            when(.coin) {
                // error: '|' is unavailable: a row leads to one state
                matching(A.x) | then(.locked) | then(.unlocked)
            }
        }
    }

    func twoStatesInThen() {
        _ = define(.locked) {
            then(.locked) {
                // error: '|' is unavailable: a row leads to one state
                // error: 'buildExpression' is unavailable: a 'then' cannot stand in the block of another
                then(.locked) | then(.unlocked) | action
            }
        }
    }

    func twoStatesWithoutWhen() {
        _ = define(.locked) {
            // error: '|' is unavailable: a row leads to one state
            // error: 'buildExpression' is unavailable: the row lacks its 'when'
            then(.locked) | then(.unlocked)
        }
    }

    func whenAfterTwoStates() {
        _ = define(.locked) {
            // error: '|' is unavailable: a row leads to one state
            // error: '|' is unavailable: 'when' stands before 'then'
            then(.locked) | then(.unlocked) | when(.coin)
        }
    }

    func thenAfterAction() {
        _ = define(.locked) {
            // error: '|' is unavailable: actions come last: write 'when(event) | then(state) | action'
            when(.coin) | action | then(.locked)
        }
    }

    func whenAfterRow() {
        _ = define(.locked) {
            // error: '|' is unavailable: actions come last: write 'when(event) | then(state) | action'
            when(.coin) | then(.locked) | action | when(.pass)
        }
    }
}
