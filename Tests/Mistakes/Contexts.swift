import SwiftFSM

// Mistakes in rules with contexts.

final class Lamp {
    var isOn = false
    func light() {}
    func count(_ number: Int) {}
    func warm() async {}
    func test() throws {}
}

struct LampRules: ContextSyntaxBuilder {
    enum State { case off, on }
    enum Event { case push }
    typealias Context = Lamp

    var rules: Rules { define(.off) { when(.push) | then(.on) | Lamp.light } }

    func withoutRows() {
        // error: 'define' is unavailable: a state has rows: write 'define(state) { rows }'
        _ = define(.off)
    }

    func withoutThen() {
        _ = define(.off) {
            // error: the row lacks its 'then'
            when(.push)
        }
    }

    func withoutWhen() {
        _ = define(.off) {
            // error: the row lacks its 'when'
            then(.on)
        }
    }

    func asyncMethodOffTheActor() {
        // error: does not conform to the 'Sendable' protocol
        _ = when(.push) | then(.on) | Lamp.warm
    }

    func actionBeforeThen() {
        // error: actions come last
        _ = when(.push) | Lamp.light | then(.on)
    }

    func twoWhens() {
        // error: a row has one 'when'
        _ = when(.push) | when(.push) | then(.on)
    }

    func whenAfterThen() {
        // error: 'when' stands before 'then'
        _ = then(.on) | when(.push)
    }

    func twoTargets() {
        // error: a row leads to one state
        _ = when(.push) | then(.on) | then(.off)
    }

    func severalEvents() {
        // error: for several events write
        _ = when(.push, .push) | then(.on)
    }

    func stateInWhen() {
        // error: 'when' takes an event, and this is a state
        _ = when(.on) | then(.off)
    }

    func eventInThen() {
        // error: 'then' takes a state, and this is an event
        _ = when(.push) | then(.push)
    }

    func calledAction() {
        func other() {}
        // error: give the action without parentheses
        _ = when(.push) | then(.on) | other()
    }

    func actionWithoutContext() {
        // error: takes it: write '{ context in … }'
        _ = when(.push) | then(.on) | { print("x") }
    }

    func arrayOfActions() {
        // error: join actions with '|'
        _ = when(.push) | then(.on) | [Lamp.light]
    }

    func throwingMethod() {
        // error: an action does not throw: write 'attempt(action, orElse: …)'
        _ = when(.push) | then(.on) | Lamp.test
    }

    func blockOfAnEvent() {
        _ = define(.off) {
            // error: rules with a context have no block of an event
            when(.push) { then(.on) }
        }
    }

    func conditionOfAValue() {
        // error: a condition is asked for each event
        _ = condition(1 > 2) | when(.push) | then(.on)
    }

    func codeInABlock() {
        _ = define(.off) {
            // error: a block holds statements, not code
            print("x")
        }
    }

    func loopInRules() {
        _ = define(.off) {
            // error: a block has no loops
            for _ in 0..<2 { when(.push) | then(.on) }
        }
    }

    func elseInRules() {
        let isBroken = true
        _ = define(.off) {
            // error: 'buildEither(first:)' is unavailable: 'if' would be evaluated once
            // error: 'buildEither(second:)' is unavailable: 'if' would be evaluated once
            if isBroken { when(.push) | then(.on) } else { when(.push) | then(.off) }
        }
    }

    func ifInRules() {
        let isBroken = true
        _ = define(.off) {
            // error: 'if' would be evaluated once
            if isBroken { when(.push) | then(.on) }
        }
    }
}
