import SwiftFSM

// Statements of charts where they have no meaning.

struct Chart: ChartSyntaxBuilder {
    enum State { case outer, inner, other, last }
    enum Event { case go }

    let machine = FSM<State, Event>(initialState: .outer)

    func action() {}

    func defineInWhen() {
        _ = define(.outer) {
            when(.go) {
                // error: a 'define' stands in the table or directly in the block of another 'define'
                define(.inner)
            }
        }
    }

    func defineInMatching() {
        _ = define(.outer) {
            matching(A.x) {
                // error: a 'define' stands in the table or directly in the block of another 'define'
                define(.inner)
            }
        }
    }

    func historyInCondition() {
        _ = define(.outer) {
            condition(in: .other) {
                // error: a 'history' stands directly in the block of a 'define'
                history(.last)
            }
        }
    }

    func historyWithoutState() throws {
        try machine.buildTable {
            // error: a history belongs to a state: put it into the block of a 'define'
            history(.last)
        }
    }

    func initialWithoutState() throws {
        try machine.buildTable {
            // error: rows belong to a state: put them into the block of a 'define'
            initial(.outer)
        }
    }

    func historyWithActionsOnly() {
        _ = define(.outer) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            history(.last) | action
        }
    }

    func alwaysWithoutThen() {
        _ = define(.outer) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            always | action
        }
    }

    func doneAlone() {
        _ = define(.outer) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            done
        }
    }

    func deferredAlone() {
        _ = define(.outer) {
            // error: the row lacks its 'when': write 'when(event) | then(state) | action'
            deferred
        }
    }

    func whenAndAlways() {
        _ = define(.outer) {
            // error: a row has one 'when': for several events write 'when(event, or: event)'
            when(.go) | always | then(.other)
        }
    }

    func thenAndDeferred() {
        _ = define(.outer) {
            // error: a row leads to one state
            when(.go) | then(.other) | deferred
        }
    }

    func conditionAfterWhen() {
        _ = define(.outer) {
            // error: 'matching' and 'condition' stand before 'when' and 'then'
            when(.go) | condition(in: .other) | then(.other)
        }
    }

    func raiseAlone() {
        _ = define(.outer) {
            // error: an action follows a statement: 'when(event) | then(state) | action'
            raise(.go)
        }
    }

    func unknownStateInANestedDefine() {
        _ = define(.outer) {
            define(.inner) {
                define(.other) {
                    // error: has no member 'missing'
                    when(.go) | then(.missing)
                }
            }
        }
    }

    func calledActionInANestedDefine() {
        _ = define(.outer) {
            define(.inner) {
                when(.go) | then() | action
                // error: give the action without parentheses: it is called later
                when(.go) | then(.other) | action()
            }
        }
    }

    func afterWithoutThen() {
        _ = define(.outer) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            after(.seconds(5), .go) | action
        }
    }

    func afterWithoutEvent() {
        _ = define(.outer) {
            // error: missing argument for parameter
            after(.seconds(5)) | then(.other)
        }
    }

    func afterANumber() {
        _ = define(.outer) {
            // error: cannot convert value of type 'Int' to expected argument type 'Duration'
            after(5, .go) | then(.other)
        }
    }

    func whenAndAfter() {
        _ = define(.outer) {
            // error: a row has one 'when': for several events write 'when(event, or: event)'
            when(.go) | after(.seconds(5), .go) | then(.other)
        }
    }

    func afterWithThenSends() {
        _ = define(.outer) {
            // error: actions come last: write 'when(event) | then(state) | action'
            after(.seconds(5), send: .go) | then(.other)
        }
    }

    func afterWithoutState() throws {
        try machine.buildTable {
            // error: rows belong to a state: put them into the block of a 'define'
            after(.seconds(5), send: .go)
        }
    }

    func finalWithBlock() {
        // error: extra trailing closure passed in call
        _ = final(.outer) { when(.go) | then() }
    }
}
