import SwiftFSM

// Rows that lack a word.

extension Gate {
    func noThen() {
        _ = define(.locked) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            when(.coin) | action
        }
    }

    func noThenButMatching() {
        _ = define(.locked) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            matching(A.x) | when(.coin) | action
        }
    }

    func onlyWhen() {
        _ = define(.locked) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            when(.coin)
        }
    }

    func noWhen() {
        _ = define(.locked) {
            // error: the row lacks its 'when': write 'when(event) | then(state) | action'
            then(.locked) | action
        }
    }

    func noWhenButMatching() {
        _ = define(.locked) {
            // error: the row lacks its 'when': write 'when(event) | then(state) | action'
            matching(A.x) | then(.locked) | action
        }
    }

    func onlyMatching() {
        _ = define(.locked) {
            // error: the row lacks 'when' and 'then': write 'when(event) | then(state) | action'
            matching(A.x) | action
        }
    }

    func onlyAnAction() {
        _ = define(.locked) {
            // error: an action follows a statement: 'when(event) | then(state) | action'
            action
        }
    }

    func noDefine() throws {
        try machine.buildTable {
            // error: rows belong to a state: put them into the block of a 'define'
            when(.coin) | then(.locked) | action
        }
    }

    func actionsWithoutDefine() throws {
        try machine.buildTable {
            // error: rows belong to a state: put them into the block of a 'define'
            actions(action) {}
        }
    }

    func superStateWithoutDefine() throws {
        try machine.buildTable {
            // error: a superstate has to be adopted: 'define(state, adopts: superState)'
            SuperState { when(.coin) | then() }
        }
    }

    func defineWithoutBlock() {
        // error: 'define(_:onEntry:onExit:)' is unavailable: a state has rows: write 'define(state) { rows }'
        _ = define(.locked)
        // error: 'define(_:onEntry:onExit:)' is unavailable: a state has rows: write 'define(state) { rows }'
        _ = define(.locked, onEntry: action*)
        // error: 'define(any:onEntry:onExit:)' is unavailable: a state has rows: write 'define(any: state) { rows }'
        _ = define(any: .locked)
    }

    func superStateWithoutBlock() {
        // error: missing argument for parameter 'adopts' in call
        _ = SuperState()
    }

    func noTry() {
        // error: is not marked with 'try'
        machine.buildTable { define(.locked) { when(.coin) | then() } }
    }
}
