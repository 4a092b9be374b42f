import SwiftFSM
import Testing

/// Every order in which statements are piped, in every block that takes them.
@Suite final class PipeOrderTests: Words {
    @Test func rowsOfADefine() async throws {
        let steps = try await each(1...12, P.a) {
            define(0) {
                when(1) | then(9)
                when(2) | then(9) | sync
                when(3, or: 4, 5) | then() | withEvent
                matching(P.a) | when(6) | then(9)
                matching(P.a) | when(7) | then(9) | sync
                matching(P.b) | when(8) | then(9) | sync
                condition { true } | when(9) | then(9)
                condition { true } | when(10) | then() | awaited
                condition { false } | when(11) | then(9) | sync
                matching(P.a) | when(12) | then(9) | sync & withEvent
            }
        }
        #expect(
            steps == [
                "→ 9", "sync → 9", "with(3) → 0", "with(4) → 0", "with(5) → 0", "→ 9", "sync → 9", "notFound", "→ 9",
                "awaited → 0", "notExecuted", "sync, with(12) → 9",
            ])
    }

    /// What stands in `then { }` has a `when`, and no `then`.
    @Test func rowsOfAThen() async throws {
        let steps = try await each(1...10, P.a) {
            define(0) {
                then(9) {
                    when(1) | sync
                    when(2, or: 3) | withEvent
                    matching(P.a) | when(4)
                    matching(P.a) | when(5) | awaited
                    condition { true } | when(6)
                    condition { true } | when(7) | withEventAwaited
                    matching(P.b) | when(8) | sync
                    condition { false } | when(9)
                    when(10) | sync & awaited
                }
            }
        }
        #expect(
            steps == [
                "sync → 9", "with(2) → 9", "with(3) → 9", "→ 9", "awaited → 9", "→ 9", "awaitedWith(7) → 9", "notFound",
                "notExecuted", "sync, awaited → 9",
            ])
    }

    /// What stands in `when { }` has no `when`, and a `then` that tells which predicates it is for.
    @Test func rowsOfAWhen() async throws {
        let steps = try await each(1...6, P.a) {
            define(0) {
                when(1) { matching(P.a) | then(9) }
                when(2) { matching(P.a) | then(9) | sync }
                when(3) { condition { true } | then(9) }
                when(4) { condition { true } | then() | withEvent }
                when(5) { condition { false } | then(9) | sync }
                when(6) {
                    matching(P.b) | then(8) | awaited
                    matching(P.a) | then() | awaited & withEvent
                    matching(P.c) | then(7)
                }
            }
        }
        #expect(steps == ["→ 9", "sync → 9", "→ 9", "with(4) → 0", "notExecuted", "awaited, with(6) → 0"])
    }

    /// What stands in both has neither.
    @Test func rowsOfBoth() async throws {
        let steps = try await each(1...4, P.a) {
            define(0) {
                when(1) { then(9) { matching(P.a) | sync } }
                then(8) { when(2) { matching(P.a) | awaited } }
                when(3) { then() { condition { true } | withEvent } }
                then(7) { when(4) { condition { false } | withEventAwaited } }
            }
        }
        #expect(steps == ["sync → 9", "awaited → 8", "with(3) → 0", "notExecuted"])
    }

    /// A row in the making can be kept, and given to a table as it is or with more.
    @Test func partsAreStatementsOfTheirOwn() async throws {
        let when1 = when(1)
        let stay = then()
        let matchingWhen = matching(P.a) | when(2)
        let matchingThen = matching(P.a) | then(9)
        let whenThen = when(3) | then(9)
        let whole: Syntax.MatchingWhenThenActions = when(4) | then(9)
        let steps = try await each(1...6, P.a) {
            define(0) {
                when1 | stay | sync
                matchingWhen | then(9) | awaited
                whenThen | withEvent
                whole
                when(5) { matchingThen | withEventAwaited }
                when(6) { matchingThen }
            }
        }
        #expect(steps == ["sync → 0", "awaited → 9", "with(3) → 9", "→ 9", "awaitedWith(5) → 9", "→ 9"])
    }

    /// "Arrays in a table do compile", and blocks take several rows of one.
    @Test func arraysAreStatements() async throws {
        let steps = try await each(1...6, P.a) {
            define(0) {
                [1, 2].map { when($0) | then($0 + 10) | sync }
                then(9) { [3, 4].map { when($0) | withEvent } }
                when(5) { P.allCases.map { matching($0) | then(9) | sync } }
                when(6) { then(9) { [P.a, .b].map { matching($0) | awaited } } }
            }
            [10, 20].map { state in define(state) { when(1) | then(0) } }
        }
        #expect(steps == ["sync → 11", "sync → 12", "with(3) → 9", "with(4) → 9", "sync → 9", "awaited → 9"])
    }
}
