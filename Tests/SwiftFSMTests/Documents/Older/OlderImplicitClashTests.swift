import SwiftFSM
import Testing

/// The older document's section "Implicit Clashes".
@Suite @MainActor final class OlderImplicitClashTests: OlderTurnstile {
    /// What a coin leads to with each combination of the two types, always in the same order.
    private func coins(_ build: () throws -> Machine) throws -> [String] {
        var steps: [String] = []
        for enforcement in Enforcement.allCases {
            for reward in Reward.allCases {
                let step = try step(.coin, enforcement, reward, on: build())
                steps.append("\(enforcement) \(reward) \(step)")
            }
        }
        return steps
    }

    @Test func rowsThatSeemToDifferClash() {
        let found = faults {
            define(.locked) {
                matching(Enforcement.weak) | when(.coin) | then(.unlocked)
                matching(Reward.negative) | when(.coin) | then(.locked)
            }
            // 💥 error: implicit clash
        }
        #expect(
            found == """
                implicit clash of Enforcement.weak AND Reward.negative:
                  define(locked) 1 matching(Enforcement.weak) 2 when(coin) 2 then(unlocked) 2
                  define(locked) 1 matching(Reward.negative) 3 when(coin) 3 then(locked) 3
                """)
    }

    /// What the two rows are inferred as. The rows that clash there do so explicitly.
    @Test func theInferredRowsClash() {
        let found = faults {
            define(.locked) {
                matching(Enforcement.weak, and: Reward.positive) | when(.coin) | then(.unlocked)
                matching(Enforcement.weak, and: Reward.negative) | when(.coin) | then(.unlocked)  // 💥 clash

                matching(Enforcement.weak, and: Reward.negative) | when(.coin) | then(.locked)  // 💥 clash
                matching(Enforcement.strong, and: Reward.negative) | when(.coin) | then(.locked)
            }
        }
        #expect(
            found == """
                clash:
                  define(locked) 1 matching(Enforcement.weak AND Reward.negative) 3 when(coin) 3 then(unlocked) 3
                  define(locked) 1 matching(Enforcement.weak AND Reward.negative) 5 when(coin) 5 then(locked) 5
                """)
    }

    /// The row that names more types is the better one for `weak` and `positive`. What the block is inferred as has
    /// no row for `strong` and `positive` either.
    @Test func oneRowIsDisambiguated() throws {
        let disambiguated = try coins {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak, and: Reward.positive) | when(.coin) | then(.unlocked)
                    matching(Reward.negative) | when(.coin) | then(.locked)
                }
            }
        }
        // ✅ inferred as:
        let inferred = try coins {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak, and: Reward.positive) | when(.coin) | then(.unlocked)
                    // matching(Enforcement.weak, and: Reward.negative) ... removed by disambiguation

                    matching(Enforcement.weak, and: Reward.negative) | when(.coin) | then(.locked)
                    matching(Enforcement.strong, and: Reward.negative) | when(.coin) | then(.locked)
                }
            }
        }
        #expect(
            disambiguated == [
                "weak positive → unlocked", "weak negative → locked", "strong positive notFound",
                "strong negative → locked",
            ])
        #expect(inferred == disambiguated)
    }

    @Test func theRowThatNamesMoreTypesWins() throws {
        let implicit = try coins {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak, and: Reward.positive) | when(.coin) | then(.unlocked)
                    matching(Enforcement.weak) | when(.coin) | then(.locked)
                }
            }
        }
        // ✅ inferred as:
        let inferred = try coins {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak, and: Reward.positive) | when(.coin) | then(.unlocked)
                    matching(Enforcement.weak, and: Reward.negative) | when(.coin) | then(.locked)
                }
            }
        }
        #expect(
            implicit == [
                "weak positive → unlocked", "weak negative → locked", "strong positive notFound",
                "strong negative notFound",
            ])
        #expect(inferred == implicit)
    }

    /// The rows that `matching(Enforcement.weak, or: Reward.negative)` would imply, if it compiled. They lead to the
    /// same state, and clash all the same.
    @Test func alternativesOfTwoTypesWouldClash() {
        let found = faults {
            define(.locked) {
                matching(Enforcement.weak) | when(.coin) | then(.unlocked)
                matching(Reward.negative) | when(.coin) | then(.unlocked)
            }
            // 💥 error: implicit clash
        }
        #expect(
            found == """
                implicit clash of Enforcement.weak AND Reward.negative:
                  define(locked) 1 matching(Enforcement.weak) 2 when(coin) 2 then(unlocked) 2
                  define(locked) 1 matching(Reward.negative) 3 when(coin) 3 then(unlocked) 3
                """)
    }
}
