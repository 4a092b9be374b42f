import SwiftFSM

// Mistakes in rules with contexts.

final class Lamp {
    var isOn = false
    func light() {}
    func count(_ number: Int) {}
    func warm() async {}
}

struct LampRules: ContextSyntaxBuilder {
    enum State { case off, on }
    enum Event { case push }
    typealias Context = Lamp

    var rules: Rules { define(.off) { when(.push) | then(.on) | Lamp.light } }

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

    func ifInRules() {
        let isBroken = true
        _ = define(.off) {
            // error: 'if' would be evaluated once
            if isBroken { when(.push) | then(.on) }
        }
    }
}
