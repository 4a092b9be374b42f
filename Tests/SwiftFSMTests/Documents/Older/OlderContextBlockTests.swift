import SwiftFSM
import Testing

/// The older document's sections "Deduplication" and "Chaining Blocks".
@Suite @MainActor final class OlderContextBlockTests: OlderTurnstile {
    private func somethingWeak() { trace.append("somethingWeak") }
    private func somethingElseWeak() { trace.append("somethingElseWeak") }
    private func somethingStrong() { trace.append("somethingStrong") }
    private func somethingElseStrong() { trace.append("somethingElseStrong") }
    private func someCommonFunction() { trace.append("someCommonFunction") }

    /// What these events lead to, with each case of `Enforcement`, each in a new machine.
    private func each(_ events: Event..., in build: () throws -> Machine) throws -> [String] {
        var steps: [String] = []
        for event in events {
            for enforcement in Enforcement.allCases {
                steps.append("\(event) \(enforcement) " + (try step(event, enforcement, on: build())))
            }
        }
        return steps
    }

    @Test func whenIsWrittenOnce() throws {
        let twice = try each(.pass) {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak) | when(.pass) /* duplication */ | then(.locked)
                    matching(Enforcement.strong) | when(.pass) /* duplication */ | then(.alarming)
                }
            }
        }
        let once = try each(.pass) {
            try machine {
                define(.locked) {
                    when(.pass) {
                        matching(Enforcement.weak) | then(.locked)
                        matching(Enforcement.strong) | then(.alarming)
                    }
                }
            }
        }
        #expect(twice == ["pass weak → locked", "pass strong → alarming"])
        #expect(once == twice)
    }

    @Test func blocksStandBesidePipes() throws {
        let steps = try each(.pass, .coin) {
            try machine {
                define(.locked) {
                    when(.pass) {
                        matching(Enforcement.weak) | then(.locked)
                        matching(Enforcement.strong) | then(.alarming)
                    }
                    when(.coin) | then(.unlocked)
                }
            }
        }
        #expect(
            steps == ["pass weak → locked", "pass strong → alarming", "coin weak → unlocked", "coin strong → unlocked"])
    }

    @Test func whenAndThenEncloseEachOther() throws {
        let thenWhen = try each(.pass) {
            try machine {
                define(.locked) {
                    then(.unlocked) {
                        when(.pass) {
                            matching(Enforcement.weak) | doSomething
                            matching(Enforcement.strong) | doSomethingElse
                        }
                    }
                }
            }
        }
        // or identically:
        let whenThen = try each(.pass) {
            try machine {
                define(.locked) {
                    when(.pass) {
                        then(.unlocked) {
                            matching(Enforcement.weak) | doSomething
                            matching(Enforcement.strong) | doSomethingElse
                        }
                    }
                }
            }
        }
        #expect(thenWhen == ["pass weak doSomething → unlocked", "pass strong doSomethingElse → unlocked"])
        #expect(whenThen == thenWhen)
    }

    @Test func matchingIsWrittenOnce() throws {
        let steps = try each(.coin, .pass) {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak) {
                        when(.coin) | then(.unlocked) | somethingWeak
                        when(.pass) | then(.alarming) | somethingElseWeak
                    }
                    matching(Enforcement.strong) {
                        when(.coin) | then(.unlocked) | somethingStrong
                        when(.pass) | then(.alarming) | somethingElseStrong
                    }
                }
            }
        }
        #expect(
            steps == [
                "coin weak somethingWeak → unlocked", "coin strong somethingStrong → unlocked",
                "pass weak somethingElseWeak → alarming", "pass strong somethingElseStrong → alarming",
            ])
    }

    @Test func actionsAreWrittenOnce() throws {
        func common() throws -> Machine {
            try machine {
                define(.locked) {
                    actions(someCommonFunction) {
                        when(.coin) | then(.unlocked)
                        when(.pass) | then(.alarming)
                    }
                }
            }
        }
        #expect(try step(.coin, on: common()) == "someCommonFunction → unlocked")
        #expect(try step(.pass, on: common()) == "someCommonFunction → alarming")
    }

    /// "there is no situation where, in response to a single event, there could then be a transition to more than one
    /// state, unless a different `Predicate` is given for each."
    @Test func severalStatesNeedSeveralPredicates() throws {
        let steps = try each(.coin) {
            try machine {
                define(.locked) {
                    when(.coin) {
                        matching(Enforcement.weak) | then(.unlocked) | action  // ✅
                        matching(Enforcement.strong) | then(.locked) | otherAction  // ✅
                    }
                }
            }
        }
        #expect(steps == ["coin weak action → unlocked", "coin strong otherAction → locked"])
    }

    /// "Chainable Blocks": the block that is empty there has a row here.
    @Test func matchingsAreChained() throws {
        func chained() throws -> Machine {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak) {
                        // ✅ matches Enforcement.weak AND Reward.positive
                        matching(Reward.positive) { when(.coin) | then(.unlocked) }
                        // ✅ matches Enforcement.weak AND Reward.positive
                        matching(Reward.positive) | when(.pass) | then(.alarming)
                    }
                }
            }
        }
        for enforcement in Enforcement.allCases {
            for reward in Reward.allCases {
                let isMatched = enforcement == .weak && reward == .positive
                #expect(
                    try step(.coin, enforcement, reward, on: chained())
                        == (isMatched ? "→ unlocked" : "notFound"))
                #expect(
                    try step(.pass, enforcement, reward, on: chained())
                        == (isMatched ? "→ alarming" : "notFound"))
            }
        }
    }

    /// "Nested `actions` blocks sum the actions and perform all of them": the outer ones first.
    @Test func actionsAreChained() throws {
        func chained() throws -> Machine {
            try machine {
                define(.locked) {
                    actions(doSomething) {
                        // ✅ calls doSomething and doSomethingElse
                        actions(doSomethingElse) { when(.coin) | then(.unlocked) }
                        // ✅ calls doSomething and doSomethingElse
                        when(.pass) | then(.alarming) | doSomethingElse
                        actions(doSomethingElse) { when(.reset) | then() | doYetAnotherThing }
                    }
                }
            }
        }
        #expect(try step(.coin, on: chained()) == "doSomething, doSomethingElse → unlocked")
        #expect(try step(.pass, on: chained()) == "doSomething, doSomethingElse → alarming")
        #expect(try step(.reset, on: chained()) == "doSomething, doSomethingElse, doYetAnotherThing → locked")
    }
}
