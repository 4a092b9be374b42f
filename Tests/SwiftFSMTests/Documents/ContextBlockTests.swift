import SwiftFSM
import Testing

/// The sections "Deduplication With Context Blocks" and "Chaining Blocks".
@Suite final class ContextBlockTests: Turnstile {
    private func somethingWeak() { trace.append("somethingWeak") }
    private func somethingElseWeak() { trace.append("somethingElseWeak") }
    private func somethingStrong() { trace.append("somethingStrong") }
    private func somethingElseStrong() { trace.append("somethingElseStrong") }
    private func someCommonFunction() { trace.append("someCommonFunction") }
    private func action() { trace.append("action") }
    private func otherAction() { trace.append("otherAction") }

    /// What these events lead to, with each case of `Enforcement`, each in a new machine.
    private func each(_ events: Event..., in build: () throws -> Machine) async throws -> [String] {
        var steps: [String] = []
        for event in events {
            for enforcement in Enforcement.allCases {
                steps.append("\(event) \(enforcement) " + (await step(event, enforcement, on: try build())))
            }
        }
        return steps
    }

    @Test func whenIsWrittenOnce() async throws {
        let twice = try await each(.pass) {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak) | when(.pass) /* duplication */ | then(.locked)
                    matching(Enforcement.strong) | when(.pass) /* duplication */ | then(.alarming)
                }
            }
        }
        let once = try await each(.pass) {
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

    @Test func blocksStandBesidePipes() async throws {
        let steps = try await each(.pass, .coin) {
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

    @Test func whenAndThenEncloseEachOther() async throws {
        let thenWhen = try await each(.pass) {
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
        let whenThen = try await each(.pass) {
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

    @Test func matchingIsWrittenOnce() async throws {
        let steps = try await each(.coin, .pass) {
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

    @Test func actionsAreWrittenOnce() async throws {
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
        #expect(await step(.coin, on: try common()) == "someCommonFunction → unlocked")
        #expect(await step(.pass, on: try common()) == "someCommonFunction → alarming")
    }

    /// The section's four blocks, "everything in scope" of which is said of the row in the innermost one.
    @Test func everythingInScopeIsMeant() async throws {
        let predicate = Enforcement.weak
        let event = Event.coin
        let state = State.unlocked
        let functionCalls = action
        let build = {
            try self.machine {
                self.define(.locked) {
                    self.matching(predicate) { self.when(event) | self.then(state) }
                    self.when(event) { self.matching(Enforcement.strong) | self.then(.alarming) }
                    self.then(state) { self.when(.pass) | self.doSomething }
                    self.actions(functionCalls) { self.when(.reset) | self.then() }
                }
            }
        }
        let steps = try await each(.coin, .pass, .reset, in: build)
        #expect(
            steps == [
                "coin weak → unlocked", "coin strong → alarming", "pass weak doSomething → unlocked",
                "pass strong doSomething → unlocked", "reset weak action → locked", "reset strong action → locked",
            ])
    }

    /// "there is no situation where, in response to a single event, there could then be a transition to more than one
    /// state, unless a different `Predicate` is given for each."
    @Test func severalStatesNeedSeveralPredicates() async throws {
        let steps = try await each(.coin) {
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
    @Test func matchingsAreChained() async throws {
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
                    await step(.coin, enforcement, reward, on: try chained())
                        == (isMatched ? "→ unlocked" : "notFound"))
                #expect(
                    await step(.pass, enforcement, reward, on: try chained())
                        == (isMatched ? "→ alarming" : "notFound"))
            }
        }
    }

    /// "Nested `actions` blocks sum the actions and perform all of them": the outer ones first.
    @Test func actionsAreChained() async throws {
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
        #expect(await step(.coin, on: try chained()) == "doSomething, doSomethingElse → unlocked")
        #expect(await step(.pass, on: try chained()) == "doSomething, doSomethingElse → alarming")
        #expect(await step(.reset, on: try chained()) == "doSomething, doSomethingElse, doYetAnotherThing → locked")
    }

    /// The order of actions is that of the words, whatever encloses them.
    @Test func actionsStandInEveryContext() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin) {
                    actions(first) {
                        matching(Enforcement.weak) {
                            actions(secondAsync) { then(.unlocked) | thirdWithEvent & lock }
                        }
                    }
                }
            }
        }
        #expect(await step(.coin, Enforcement.weak) == "first, secondAsync, third(coin), lock → unlocked")
    }
}
