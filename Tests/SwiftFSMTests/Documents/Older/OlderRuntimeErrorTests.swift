import SwiftFSM
import Testing

/// The older document's section "Runtime Errors" of the basic syntax.
@Suite @MainActor final class OlderRuntimeErrorTests: OlderTurnstile {
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
    @Test func duplicateBuildTableCalls() throws {
        try fsm.buildTable {
            define(.locked) { when(.coin) | then(.unlocked) | unlock }
        }
        let found = faultSummary(from: #line) {
            try fsm.buildTable {
                define(.locked) { when(.coin) | then(.locked) | lock }
            }
        }
        #expect(found == "table already built 1")
        #expect(try step(.coin) == "unlock → unlocked")
    }
}
