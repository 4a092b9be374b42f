import SwiftFSM

// Mistakes in rules with contexts.

final class Lamp {
    var isOn = false
    func light() {}
    func count(_ number: Int) {}
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

    func ifInRules() {
        let isBroken = true
        _ = define(.off) {
            // error: 'if' would be evaluated once
            if isBroken { when(.push) | then(.on) }
        }
    }
}
