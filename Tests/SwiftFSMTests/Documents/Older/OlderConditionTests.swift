import SwiftFSM
import Testing

/// The older document's section "Condition Statements". Its conditions are of the class, and so of the main actor.
@Suite @MainActor final class OlderConditionTests: OlderTurnstile {
    private var reward = Reward.positive
    private var enforcement = Enforcement.weak
    private var isRushHour = false

    private func complexDecisionTree() -> Bool { !isRushHour }

    /// "If it is `true`, the transition is executed, and if it is not, nothing is executed."
    @Test func aConditionIsAMethod() throws {
        try fsm.buildTable {
            define(.locked) {
                condition(complexDecisionTree) | when(.pass) | then(.locked) | lock
            }
        }
        #expect(try step(.pass) == "lock → locked")
        isRushHour = true
        #expect(try step(.pass) == "notExecuted")
        isRushHour = false
        #expect(try step(.pass) == "lock → locked")
    }

    @Test func asynchronousEventsAskItToo() async throws {
        try fsm.buildTable {
            define(.locked) { condition(complexDecisionTree) | when(.pass) | then(.locked) | lock & secondAsync }
        }
        #expect(await stepAsync(.pass) == "lock, secondAsync → locked")
        isRushHour = true
        #expect(await stepAsync(.pass) == "notExecuted")
    }

    /// In the document's block the rows have no `when`, which is around the condition here, and `reward` no `self.`.
    @Test func conditionAndMatchingAreCombined() throws {
        func combined() throws -> Machine {
            try machine {
                define(.locked) {
                    when(.coin) {
                        condition({ self.reward == .positive }) {
                            matching(Enforcement.weak) | then(.unlocked) | action
                            matching(Enforcement.strong) | then(.locked) | otherAction
                        }
                    }
                }
            }
        }
        #expect(try step(.coin, Enforcement.weak, on: combined()) == "action → unlocked")
        #expect(try step(.coin, Enforcement.strong, on: combined()) == "otherAction → locked")
        reward = .negative
        #expect(try step(.coin, Enforcement.weak, on: combined()) == "notExecuted")
        #expect(try step(.coin, Enforcement.strong, on: combined()) == "notExecuted")
    }

    @Test func conditionsDoNotTellRowsApart() {
        let matched = faults {
            define(.locked) {
                when(.coin) {
                    matching(Enforcement.weak) | then(.unlocked) | action
                    matching(Enforcement.strong) | then(.locked) | otherAction
                }
            }  // ✅ all good here
        }
        #expect(matched == "no fault")

        let found = faults {
            define(.locked) {
                when(.coin) {
                    condition { self.enforcement == .weak } | then(.unlocked) | action
                    condition { self.enforcement == .strong } | then(.locked) | otherAction
                }
            }  // 💥 error: logical clash
        }
        #expect(
            found == """
                clash:
                  define(locked) 1 condition 3 when(coin) 2 then(unlocked) 3
                  define(locked) 1 condition 4 when(coin) 2 then(locked) 4
                """)
    }
}
