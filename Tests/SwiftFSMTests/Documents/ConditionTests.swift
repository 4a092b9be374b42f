import SwiftFSM
import Synchronization
import Testing

/// The section "Condition Statements".
@Suite final class ConditionTests: Turnstile {
    private func action() { trace.append("action") }
    private func otherAction() { trace.append("otherAction") }

    /// What a condition asks, which may change at any time, and how often it was asked.
    private final class Weather: Sendable {
        private let mutex = Mutex((isFine: true, questions: [String]()))

        var isFine: Bool {
            get { mutex.withLock { $0.isFine } }
            set { mutex.withLock { $0.isFine = newValue } }
        }

        var questions: [String] { mutex.withLock { $0.questions } }

        func ask(_ name: String, _ answer: Bool) -> Bool {
            mutex.withLock { $0.questions.append(name) }
            return answer
        }
    }

    private let weather = Weather()

    /// "If `true`, the transition is executed, and if not, nothing is executed."
    @Test func aConditionIsAskedAtEachEvent() async throws {
        let complexDecisionTree: ConditionProvider = { [weather] in weather.isFine }
        try turnstile.buildTable {
            define(.locked) {
                condition(complexDecisionTree) | when(.pass) | then(.locked) | lock
            }
        }
        #expect(await step(.pass) == "lock → locked")
        weather.isFine = false
        #expect(await step(.pass) == "notExecuted")
        weather.isFine = true
        #expect(await step(.pass) == "lock → locked")
    }

    /// In the document's block the rows have no `when`, which is around the condition here.
    @Test func conditionAndMatchingAreCombined() async throws {
        for reward in Reward.allCases {
            func combined() throws -> Machine {
                try machine {
                    define(.locked) {
                        when(.coin) {
                            condition({ reward == .positive }) {
                                matching(Enforcement.weak) | then(.unlocked) | action
                                matching(Enforcement.strong) | then(.locked) | otherAction
                            }
                        }
                    }
                }
            }
            let isPositive = reward == .positive
            #expect(
                await step(.coin, Enforcement.weak, on: try combined())
                    == (isPositive ? "action → unlocked" : "notExecuted"))
            #expect(
                await step(.coin, Enforcement.strong, on: try combined())
                    == (isPositive ? "otherAction → locked" : "notExecuted"))
        }
    }

    @Test func matchingsTellRowsApart() async throws {
        func matched() throws -> Machine {
            try machine {
                define(.locked) {
                    when(.coin) {
                        matching(Enforcement.weak) | then(.unlocked) | action
                        matching(Enforcement.strong) | then(.locked) | otherAction
                    }
                }  // ✅ all good here
            }
        }
        #expect(await step(.coin, Enforcement.weak, on: try matched()) == "action → unlocked")
        #expect(await step(.coin, Enforcement.strong, on: try matched()) == "otherAction → locked")
    }

    @Test func conditionsDoNotTellRowsApart() {
        let enforcement = Enforcement.weak
        let found = faults {
            define(.locked) {
                when(.coin) {
                    condition { enforcement == .weak } | then(.unlocked) | action
                    condition { enforcement == .strong } | then(.locked) | otherAction
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

    /// A row with a condition beside one without is a clash too.
    @Test func aRowWithoutConditionClashesWithOneThatHasSome() {
        let found = faults {
            define(.locked) {
                condition { false } | when(.coin) | then(.unlocked)
                when(.coin) | then(.locked)
            }
        }
        #expect(
            found == """
                clash:
                  define(locked) 1 condition 2 when(coin) 2 then(unlocked) 2
                  define(locked) 1 when(coin) 3 then(locked) 3
                """)
    }

    /// No other row is looked for if a condition does not hold.
    @Test func thereIsNoFallback() async throws {
        try turnstile.buildTable {
            define(.locked) {
                condition { false } | when(.coin) | then(.unlocked) | unlock
                matching(Enforcement.weak) { condition { false } | when(.pass) | then(.alarming) | alarmOn }
                when(.pass) | then() | lock
            }
        }
        #expect(await step(.coin, Enforcement.weak) == "notExecuted")
        #expect(await step(.pass, Enforcement.weak) == "notExecuted")
        #expect(await step(.pass, Enforcement.strong) == "lock → locked")
    }

    /// "it works with pipe and block syntax, and is chainable": outer first, and only as far as they hold.
    @Test func conditionsAreChained() async throws {
        try turnstile.buildTable { [weather] in
            define(.locked) {
                condition({ weather.ask("outer", true) }) {
                    condition({ weather.ask("middle", weather.isFine) }) {
                        condition { weather.ask("inner", true) } | when(.coin) | then() | thankyou
                    }
                }
                when(.pass) | then()
            }
        }
        #expect(await step(.pass) == "→ locked")
        #expect(weather.questions.isEmpty)
        #expect(await step(.coin) == "thankyou → locked")
        #expect(weather.questions == ["outer", "middle", "inner"])
        weather.isFine = false
        #expect(await step(.coin) == "notExecuted")
        #expect(weather.questions == ["outer", "middle", "inner", "outer", "middle"])
    }

    /// A condition of the main actor is for events that are sent there: others, which cannot wait for its answer, trap.
    @Test func conditionsAreAskedWhereTheyBelong() async {
        await #expect(processExitsWith: .failure) {
            let ofTheMainActor: @MainActor @Sendable () -> Bool = { true }
            try await ConditionTests().ask(ofTheMainActor)
        }
        await #expect(processExitsWith: .success) {
            let ofNoActor: @Sendable () -> Bool = { true }
            try await ConditionTests().ask(ofNoActor)
        }
    }

    private func ask(_ question: @escaping FSMCondition) async throws {
        try turnstile.buildTable {
            define(.locked) { condition(question) | when(.pass) | then(.locked) | lock }
        }
        guard await turnstile.handleEvent(.pass) == .transitioned(from: .locked, to: .locked) else { throw Failure() }
    }

    private struct Failure: Error {}
}
