import SwiftFSM

// Mistakes with states that have values, computed next states and delays, in a table that is no chart.

struct Desk: SyntaxBuilder {
    enum State: FSMHashable { case draft, review(by: String) }
    enum Event: FSMHashable { case submit(name: String), approve }

    let machine = FSM<State, Event>(initialState: .draft)

    func action() {}

    func right() throws {
        try machine.buildTable {
            define(.draft) { when(any: .submit(name: "")) | then { event in .review(by: "\(event)") } }
            define(any: .review(by: ""), onEntry: action*) { after(.seconds(5), .approve) | then(.draft) | action }
        }
    }

    func caseWithoutValues() {
        // error: member 'review(by:)' expects argument of type 'String'
        _ = define(any: .review) { when(.approve) | then(.draft) }
    }

    func entryThatIsNoArray() {
        // error: 'onEntry' takes an array of actions: write 'onEntry: action*', 'action & action', or 'attempt(…)'
        _ = define(any: .review(by: ""), onEntry: action) { when(.approve) | then(.draft) }
    }

    func exitThatIsNoArray() {
        // error: 'onExit' takes an array of actions: write 'onExit: action*', 'action & action', or 'attempt(…)'
        _ = define(any: .review(by: ""), onExit: action) { when(.approve) | then(.draft) }
    }

    func defineOfAnEvent() {
        // error: 'define' takes a state, and this is an event
        _ = define(any: .submit(name: "")) { when(.approve) | then(.draft) }
    }

    func whenOfAState() {
        _ = define(.draft) {
            // error: 'when' takes an event, and this is a state: write 'when(event) | then(state)'
            when(any: .review(by: "")) | then(.draft)
        }
    }

    func computedFromNothing() {
        _ = define(.draft) {
            // error: contextual type for closure argument list expects 1 argument
            when(.approve) | then { .draft }
        }
    }

    func computedEvent() {
        _ = define(.draft) {
            // error: has no member 'approve'
            when(.approve) | then { event in .approve }
        }
    }

    func computedWithoutWhen() {
        _ = define(.draft) {
            // error: the row lacks its 'when': write 'when(event) | then(state) | action'
            then { event in .draft }
        }
    }

    func twoNextStates() {
        _ = define(.draft) {
            // error: a row leads to one state
            when(.approve) | then(.draft) | then { event in .draft }
        }
    }

    func afterAState() {
        _ = define(.draft) {
            // error: 'after' takes an event, and this is a state: write 'after(delay, event) | then(state)'
            after(.seconds(5), .draft) | then(.draft)
        }
    }

    func afterWithoutThen() {
        _ = define(.draft) {
            // error: the row lacks its 'then': write 'when(event) | then(state) | action'
            after(.seconds(5), .approve) | action
        }
    }

    func afterWithoutEvent() {
        _ = define(.draft) {
            // error: missing argument for parameter
            after(.seconds(5)) | then(.draft)
        }
    }

    func afterANumber() {
        _ = define(.draft) {
            // error: cannot convert value of type 'Int' to expected argument type 'Duration'
            after(5, .approve) | then(.draft)
        }
    }

    func whenAndAfter() {
        _ = define(.draft) {
            // error: a row has one 'when': for several events write 'when(event, or: event)'
            when(.approve) | after(.seconds(5), .approve) | then(.draft)
        }
    }

    func afterWithThenSends() {
        _ = define(.draft) {
            // error: actions come last: write 'when(event) | then(state) | action'
            after(.seconds(5), send: .approve) | then(.draft)
        }
    }

    func afterWithoutState() throws {
        try machine.buildTable {
            // error: rows belong to a state: put them into the block of a 'define'
            after(.seconds(5), send: .approve)
        }
    }
}
