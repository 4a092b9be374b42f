import SwiftFSM
import Testing

/// The section "Runtime Errors" of the basic syntax.
@Suite final class RuntimeErrorTests: Turnstile {
    @Test func emptyTable() {
        let found = faults {}  // 💥 error: empty table
        #expect(found == "empty table")
    }

    @Test func emptyBlock() {
        let found = faults {
            define(.locked) {}  // 💥 error: empty block
        }
        #expect(found == "empty block define 1")
    }

    /// "All blocks must contain at least one statement": all but `overriding`. A superstate is told of once,
    /// whoever adopts it.
    @Test func emptyBlocksOfEveryWord() {
        let found = faults {
            let superState = SuperState {}
            define(.locked, adopts: superState) {
                matching(Enforcement.weak) {} as Syntax.MWTA_Group
                condition({ true }) {} as Syntax.MWTA_Group
                when(.coin) {} as Syntax.MWTA_Group
                then(.unlocked) {} as Syntax.MWTA_Group
                actions(lock) {} as Syntax.MWTA_Group
            }
            define(.unlocked, adopts: superState) {}
            define(.alarming) { overriding {} }
        }
        #expect(
            found == """
                empty block SuperState 1
                empty block matching 3
                empty block condition 4
                empty block when 5
                empty block then 6
                empty block actions 7
                empty block define 9
                """)
    }

    @Test func duplicateTransitions() {
        let found = faults {
            define(.locked) {
                when(.coin) | then(.unlocked) | unlock
                when(.coin) | then(.unlocked) | lock
            }
        }
        // 💥 error: duplicate transitions
        #expect(
            found == """
                duplicates:
                  define(locked) 1 when(coin) 2 then(unlocked) 2
                  define(locked) 1 when(coin) 3 then(unlocked) 3
                """)
    }

    /// `then()` leads to the present state, and `when(.coin, or: .coin)` says one thing twice.
    @Test func duplicatesThatAreWrittenOtherwise() {
        let found = faults {
            define(.locked) {
                when(.pass) | then()
                when(.pass) | then(.locked)
                when(.coin, or: .coin) | then(.unlocked)
            }
        }
        #expect(
            found == """
                duplicates:
                  define(locked) 1 when(pass) 2 then() 2
                  define(locked) 1 when(pass) 3 then(locked) 3
                duplicates:
                  define(locked) 1 when(coin) 4 then(unlocked) 4
                  define(locked) 1 when(coin) 4 then(unlocked) 4
                """)
    }

    @Test func logicalClashes() {
        let found = faults {
            define(.locked) {
                when(.coin) | then(.unlocked) | unlock
                when(.coin) | then(.locked) | lock
            }
        }
        // 💥 error: logical clash
        #expect(
            found == """
                clash:
                  define(locked) 1 when(coin) 2 then(unlocked) 2
                  define(locked) 1 when(coin) 3 then(locked) 3
                """)
    }

    /// The document's `TableAlreadyBuiltError` is a fault with the place of the second call.
    @Test func duplicateBuildTableCalls() async throws {
        try turnstile.buildTable {
            define(.locked) { when(.coin) | then(.unlocked) | unlock }
        }
        let found = faultSummary(from: #line) {
            try turnstile.buildTable {
                define(.locked) { when(.coin) | then(.locked) | lock }
            }
        }
        #expect(found == "table already built 1")
        #expect(await step(.coin) == "unlock → unlocked")
    }

    /// Nothing is found before there is a table. A build that failed leaves none, and may be retried.
    @Test func aFailedBuildMayBeRetried() async throws {
        #expect(await step(.coin) == "notFound")
        #expect(throws: SwiftFSMError.self) {
            try turnstile.buildTable { define(.locked) {} }
        }
        #expect(await step(.coin) == "notFound")

        try turnstile.buildTable {
            define(.locked) { when(.coin) | then(.unlocked) | unlock }
        }
        #expect(await step(.coin) == "unlock → unlocked")
    }

    /// Everything that is wrong is told at once, and each row in one place only.
    @Test func allFaultsAreToldTogether() {
        let found = faults {
            define(.locked) {
                matching(Enforcement.weak, and: Enforcement.strong) | when(.reset) | then(.locked)
                matching(Enforcement.weak) | when(.coin) | then(.unlocked)
                matching(Reward.negative) | when(.coin) | then(.locked)
                when(.pass) | then(.alarming)
                when(.pass) | then(.alarming)
                overriding { when(.reset) | then() }
            }
            define(.unlocked) {
                when(.coin) | then(.unlocked)
                when(.coin) | then(.locked)
            }
            define(.alarming) {}
        }
        #expect(
            found == """
                implicit clash of Enforcement.weak AND Reward.negative:
                  define(locked) 1 matching(Enforcement.weak) 3 when(coin) 3 then(unlocked) 3
                  define(locked) 1 matching(Reward.negative) 4 when(coin) 4 then(locked) 4
                duplicates:
                  define(locked) 1 when(pass) 5 then(alarming) 5
                  define(locked) 1 when(pass) 6 then(alarming) 6
                clash:
                  define(unlocked) 9 when(coin) 10 then(unlocked) 10
                  define(unlocked) 9 when(coin) 11 then(locked) 11
                nothing to override:
                  overriding define(locked) 1 when(reset) 7 then() 7
                contradiction of Enforcement in Enforcement.weak AND Enforcement.strong 2
                empty block define 13
                """)
    }

    /// Decided here: an action that would never be called is an error. A row, a block and a `define` have one each.
    @Test func actionsOfAnotherEventTypeAreErrors() {
        func withNumber(_ number: Int) {}
        let found = faults {
            define(.locked, onEntry: withNumber*) {
                when(.coin) | then(.unlocked) | unlock & withNumber
                actions(withNumber*) { when(.pass) | then() }
            }
        }
        #expect(
            found == """
                action of Int, not Event 2
                action of Int, not Event 3
                action of Int, not Event 1
                """)
    }
}
