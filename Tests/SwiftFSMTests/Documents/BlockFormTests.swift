import SwiftFSM
import Testing

/// Every form of `when`, `then`, `matching`, `condition` and `actions` that takes a block, with each kind of row,
/// nested and mixed.
@Suite final class BlockFormTests: Words {
    @Test func whenTakesRowsWithAndWithoutThen() async throws {
        let steps = try await each(1...6, P.a) {
            define(0) {
                when(1) { matching(P.a) | then(9) | sync }
                when(2, or: 3) { matching(P.a) | then(9) | withEvent }
                then(8) {
                    when(4) { matching(P.a) | sync }
                    when(5, or: 6) { matching(P.a) | withEvent }
                }
            }
        }
        #expect(steps == ["sync → 9", "with(2) → 9", "with(3) → 9", "sync → 8", "with(5) → 8", "with(6) → 8"])
    }

    @Test func thenTakesRowsWithAndWithoutWhen() async throws {
        let steps = try await each(1...4, P.a) {
            define(0) {
                then(9) { when(1) | sync }
                then { when(2) | sync }
                when(3) { then(9) { matching(P.a) | sync } }
                when(4) { then { matching(P.a) | sync } }
            }
        }
        #expect(steps == ["sync → 9", "sync → 0", "sync → 9", "sync → 0"])
    }

    /// What comes of 1 to 8 for P.a, Q.a and R.a: odd events match, even ones do not.
    private let stepsOfOddEvents = (1...8).map { $0 % 2 == 1 ? "sync → 9" : "notFound" }

    @Test func matchingTakesRows() async throws {
        let steps = try await each(1...8, P.a, Q.a, R.a) {
            define(0) {
                matching(P.a) { when(1) | then(9) | sync }
                matching(P.b) { when(2) | then(9) | sync }
                matching(P.b, or: P.a) { when(3) | then(9) | sync }
                matching(P.b, or: P.c) { when(4) | then(9) | sync }
                matching(P.a, and: Q.a) { when(5) | then(9) | sync }
                matching(P.a, and: Q.b) { when(6) | then(9) | sync }
                matching(P.b, or: P.a, and: Q.a, R.a) { when(7) | then(9) | sync }
                matching(P.b, or: P.a, and: Q.a, R.b) { when(8) | then(9) | sync }
            }
        }
        #expect(steps == stepsOfOddEvents)
    }

    @Test func matchingTakesRowsWithoutThen() async throws {
        let steps = try await each(1...8, P.a, Q.a, R.a) {
            define(0) {
                then(9) {
                    matching(P.a) { when(1) | sync }
                    matching(P.b) { when(2) | sync }
                    matching(P.b, or: P.a) { when(3) | sync }
                    matching(P.b, or: P.c) { when(4) | sync }
                    matching(P.a, and: Q.a) { when(5) | sync }
                    matching(P.a, and: Q.b) { when(6) | sync }
                    matching(P.b, or: P.a, and: Q.a, R.a) { when(7) | sync }
                    matching(P.b, or: P.a, and: Q.a, R.b) { when(8) | sync }
                }
            }
        }
        #expect(steps == stepsOfOddEvents)
    }

    @Test func matchingTakesRowsWithoutWhen() async throws {
        let steps = try await each(1...8, P.a, Q.a, R.a) {
            define(0) {
                when(1) { matching(P.a) { then(9) | sync } }
                when(2) { matching(P.b) { then(9) | sync } }
                when(3) { matching(P.b, or: P.a) { then(9) | sync } }
                when(4) { matching(P.b, or: P.c) { then(9) | sync } }
                when(5) { matching(P.a, and: Q.a) { then(9) | sync } }
                when(6) { matching(P.a, and: Q.b) { then(9) | sync } }
                when(7) { matching(P.b, or: P.a, and: Q.a, R.a) { then(9) | sync } }
                when(8) { matching(P.b, or: P.a, and: Q.a, R.b) { then(9) | sync } }
            }
        }
        #expect(steps == stepsOfOddEvents)
    }

    @Test func conditionTakesRowsOfEachKind() async throws {
        let steps = try await each(1...6) {
            define(0) {
                condition({ true }) { when(1) | then(9) | sync }
                condition({ false }) { when(2) | then(9) | sync }
                then(9) {
                    condition({ true }) { when(3) | sync }
                    condition({ false }) { when(4) | sync }
                }
                when(5) { condition({ true }) { then(9) | sync } }
                when(6) { condition({ false }) { then(9) | sync } }
            }
        }
        #expect(steps == ["sync → 9", "notExecuted", "sync → 9", "notExecuted", "sync → 9", "notExecuted"])
    }

    /// A statement that was kept is called with its block later on.
    @Test func keptStatementsTakeBlocks() async throws {
        let when1 = when(1)
        let when2 = when(2)
        let go = then(9)
        let ifA = matching(P.a)
        let ifTrue = condition { true }
        let steps = try await each(1...8, P.a) {
            define(0) {
                when1 { ifA | go | sync }
                go { when2 { ifA | withEvent } }
                go { when(3) | sync }
                ifA { when(4) | then(9) | sync }
                go { ifA { when(5) | sync } }
                ifTrue { when(6) | then(9) | sync }
                go { ifTrue { when(7) | sync } }
                when(8) {
                    ifA { ifTrue { go | sync } }
                }
            }
        }
        #expect(steps == (1...8).map { $0 == 2 ? "with(2) → 9" : "sync → 9" })
    }

    /// All words in one another, in three orders: they come to the same.
    @Test func allWordsAreNested() async throws {
        let steps = try await each(1...4, P.a, Q.a) {
            define(0) {
                actions(sync) {
                    matching(P.a) {
                        condition({ true }) {
                            when(1) {
                                matching(Q.a) { actions(withEvent) { then(9) | awaited } }
                            }
                        }
                    }
                }
                matching(P.a) {
                    then(9) {
                        actions(sync) {
                            actions(withEvent) {
                                when(2) { condition { true } | awaited }
                            }
                        }
                    }
                }
                condition({ true }) {
                    when(3) {
                        actions(sync & withEvent) {
                            then(9) { matching(P.a, and: Q.a) | awaited }
                        }
                    }
                }
                when(4) {
                    matching(P.a) {
                        matching(Q.a) { actions(sync) { actions(withEvent) { then(9) | awaited } } }
                        matching(Q.b) { then() | awaited }
                    }
                }
            }
        }
        #expect(steps == (1...4).map { "sync, with(\($0)), awaited → 9" })
    }

    /// `overriding` takes every kind of row that a `define` does.
    @Test func overridingTakesBlocks() async throws {
        let steps = try await each(1...5, P.a) {
            let inherited = SuperState {
                [1, 2, 3, 4].map { when($0) | then(8) | awaited }
                matching(P.a) | when(5) | then(8) | awaited
            }
            define(0, adopts: inherited) {
                overriding {
                    when(1) | then(9) | sync
                    then(9) { when(2) | sync }
                    actions(sync) { when(3) | then(9) }
                    condition({ true }) { when(4) | then(9) | sync }
                    when(5) { matching(P.a) | then(9) | sync }
                }
            }
        }
        #expect(steps == Array(repeating: "sync → 9", count: 5))
    }
}
