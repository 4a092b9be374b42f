import SwiftFSM

// Blocks in which a statement has no meaning.

extension Gate {
    func whenInWhen() {
        _ = define(.locked) {
            when(.coin) {
                // error: 'buildExpression' is unavailable: a 'when' cannot stand in the block of another
                when(.pass) { matching(A.x) | action }
            }
        }
    }

    func pipedWhenInWhen() {
        _ = define(.locked) {
            when(.coin) {
                // error: 'buildExpression' is unavailable: a 'when' cannot stand in the block of another
                when(.pass) | then(.locked)
            }
        }
    }

    func whenAfterMatchingInWhen() {
        _ = define(.locked) {
            when(.coin) {
                // error: 'buildExpression' is unavailable: a 'when' cannot stand in the block of another
                matching(A.x) | when(.pass) | then(.locked)
            }
        }
    }

    func whenWithBlockInMatchingInWhen() {
        _ = define(.locked) {
            when(.coin) {
                matching(A.x) {
                    // error: 'buildExpression' is unavailable: a 'when' cannot stand in the block of another
                    when(.pass) { matching(B.x) | action }
                }
            }
        }
    }

    func pipedWhenInMatchingInWhen() {
        _ = define(.locked) {
            when(.coin) {
                matching(A.x) {
                    // error: 'buildExpression' is unavailable: a 'when' cannot stand in the block of another
                    when(.pass) | then(.locked)
                }
            }
        }
    }

    func thenInThen() {
        _ = define(.locked) {
            then(.unlocked) {
                // error: 'buildExpression' is unavailable: a 'then' cannot stand in the block of another
                then(.locked) { matching(A.x) | action }
            }
        }
    }

    func pipedThenInThen() {
        _ = define(.locked) {
            then(.unlocked) {
                // error: 'buildExpression' is unavailable: a 'then' cannot stand in the block of another
                then(.locked) | action
            }
        }
    }

    func thenAfterMatchingInThen() {
        _ = define(.locked) {
            then(.unlocked) {
                // error: 'buildExpression' is unavailable: a 'then' cannot stand in the block of another
                matching(A.x) | then(.locked) | action
            }
        }
    }

    func thenWithBlockInMatchingInThen() {
        _ = define(.locked) {
            then(.unlocked) {
                matching(A.x) {
                    // error: 'buildExpression' is unavailable: a 'then' cannot stand in the block of another
                    then(.locked) { matching(B.x) | action }
                }
            }
        }
    }

    func pipedThenInMatchingInThen() {
        _ = define(.locked) {
            then(.unlocked) {
                matching(A.x) {
                    // error: 'buildExpression' is unavailable: a 'then' cannot stand in the block of another
                    then(.locked) | action
                }
            }
        }
    }

    func bareThenInWhen() {
        _ = define(.locked) {
            when(.coin) {
                // error: the block of a 'when' is not for a bare 'then': write 'when(event) | then(state)'
                then(.unlocked)
            }
        }
    }

    func bareWhenInThen() {
        _ = define(.locked) {
            then(.unlocked) {
                // error: the block of a 'then' is not for a bare 'when': write 'when(event) | then(state)'
                when(.coin)
            }
        }
    }

    func bareWhenInActions() {
        _ = define(.locked) {
            actions(action) {
                // error: the row lacks its 'then': write 'when(event) | then(state) | action'
                when(.coin)
            }
        }
    }
}
