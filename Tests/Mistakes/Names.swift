import SwiftFSM

// States, events and predicates that there are not, or of other types.

extension Gate {
    func unknownState() {
        // error: type 'Gate.State' has no member 'open'
        _ = define(.open) { when(.coin) | then() }
    }

    func unknownNextState() {
        _ = define(.locked) {
            // error: type 'Gate.State?' has no member 'open'
            when(.coin) | then(.open)
        }
    }

    func unknownEvent() {
        _ = define(.locked) {
            // error: type 'Gate.Event' has no member 'kick'
            when(.kick) | then(.locked)
        }
    }

    func oneOfTheEventsIsUnknown() {
        _ = define(.locked) {
            // error: type 'Gate.Event' has no member 'kick'
            when(.coin, or: .kick) | then(.locked)
        }
    }

    func unknownEventSent() async {
        // error: type 'Gate.Event' has no member 'kick'
        await machine.handleEvent(.kick)
    }

    func orOfAnotherType() {
        _ = define(.locked) {
            // error: is unavailable: predicates joined with 'or:' have to be of one type
            matching(A.x, or: B.x) | when(.coin) | then(.locked)
        }
    }

    func orOfAnotherTypeWithAnd() {
        _ = define(.locked) {
            // error: is unavailable: predicates joined with 'or:' have to be of one type
            matching(A.x, or: A.y, B.x, and: B.y) | when(.coin) | then(.locked)
        }
    }

    func orOfAnotherTypeWithBlock() {
        _ = define(.locked) {
            // error: is unavailable: predicates joined with 'or:' have to be of one type
            matching(A.x, or: B.x) { when(.coin) | then(.locked) }
        }
    }

    func noPredicate() {
        _ = define(.locked) {
            // error: requires that 'Int' conform to 'Predicate'
            matching(1) | when(.coin) | then(.locked)
        }
    }

    func noPredicateSent() async {
        // error: argument type 'Int' does not conform to expected type 'Predicate'
        await machine.handleEvent(.coin, predicates: 1)
    }

    func noBool() {
        _ = define(.locked) {
            // error: cannot convert value of type 'Int' to closure result type 'Bool'
            condition { 1 } | when(.coin) | then(.locked)
        }
    }
}
