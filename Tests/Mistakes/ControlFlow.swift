import SwiftFSM

// A table says what happens in each case: there is no `if` in it.

extension Gate {
    func ifElse(something: Bool) {
        _ = define(.locked) {
            // error: 'buildEither(first:)' is unavailable: 'if' would be evaluated once, when the table is built
            if something {
                when(.pass) | then(.unlocked) | action
                // error: 'buildEither(second:)' is unavailable: 'if' would be evaluated once, when the table is built
            } else {
                when(.pass) | then(.locked) | otherAction
            }
        }
    }

    func onlyIf(something: Bool) {
        _ = define(.locked) {
            // error: 'buildOptional' is unavailable: 'if' would be evaluated once, when the table is built
            if something {
                when(.pass) | then(.unlocked) | action
                // error: 'buildOptional' is unavailable: 'if' would be evaluated once, when the table is built
            }
        }
    }

    func ifInTable(something: Bool) throws {
        try machine.buildTable {
            // error: 'buildOptional' is unavailable: 'if' would be evaluated once, when the table is built
            if something {
                define(.locked) { when(.coin) | then() }
                // error: 'buildOptional' is unavailable: 'if' would be evaluated once, when the table is built
            }
        }
    }

    func switchOver(state: State) {
        _ = define(.locked) {
            switch state {
            // error: 'buildEither(first:)' is unavailable: 'if' would be evaluated once, when the table is built
            case .locked: when(.pass) | then(.unlocked)
            // error: 'buildEither(second:)' is unavailable: 'if' would be evaluated once, when the table is built
            case .unlocked: when(.pass) | then(.locked)
            }
        }
    }

    func forEach() {
        _ = define(.locked) {
            for event in [Event.coin, .pass] {
                when(event) | then(.locked)
                // error: 'buildArray' is unavailable: there is no 'for' in a table: use 'map', which makes an array
            }
        }
    }
}
