import SwiftFSM
import Testing

/// Every form of an action, wherever actions are taken.
@Suite final class ActionFormTests: Words {
    @Test func everyFormEndsARow() async throws {
        let steps = try await each(1...14) {
            define(0) {
                when(1) | then(9) | sync
                when(2) | then(9) | awaited
                when(3) | then(9) | withEvent
                when(4) | then(9) | withEventAwaited
                when(5) | then(9) | { self.sync() }
                when(6) | then(9) | { await self.awaited() }
                when(7) | then(9) | { self.withEvent($0) }
                when(8) | then(9) | { await self.withEventAwaited($0) }
                when(9) | then(9) | { event in self.withEvent(event + 1) }
                when(10) | then(9) | sync*
                when(11) | then(9) | Array(withEventAwaited)
                when(12) | then(9) | [AnyAction(awaited), AnyAction(withEvent)]
                when(13) | then(9) | sync & awaited & withEvent & withEventAwaited
                when(14) | then(9)
            }
        }
        #expect(
            steps == [
                "sync → 9", "awaited → 9", "with(3) → 9", "awaitedWith(4) → 9", "sync → 9", "awaited → 9",
                "with(7) → 9", "awaitedWith(8) → 9", "with(10) → 9", "sync → 9", "awaitedWith(11) → 9",
                "awaited, with(12) → 9", "sync, awaited, with(13), awaitedWith(13) → 9", "→ 9",
            ])
    }

    @Test func everyFormMakesAnArray() async throws {
        let arrays: [[AnyAction]] = [
            sync*, awaited*, withEvent*, withEventAwaited*,
            Array(sync), Array(awaited), Array(withEvent), Array(withEventAwaited),
            [AnyAction(sync)], [AnyAction(awaited)], [AnyAction(withEvent)], [AnyAction(withEventAwaited)],
        ]
        var found: [String] = []
        for array in arrays {
            found += try await each(1...1) { define(0) { when(1) | then() | array } }
            // Entry and exit actions are arrays too.
            let entered = try await each(1...1) {
                define(0, onExit: array) { when(1) | then(2) }
                define(2, onEntry: array) { when(1) | then() }
            }
            let name = found[found.count - 1].replacing(" → 0", with: "")
            #expect(entered == ["\(name), \(name) → 2"])
        }
        let expected = ["sync → 0", "awaited → 0", "with(1) → 0", "awaitedWith(1) → 0"]
        #expect(found == expected + expected + expected)
    }

    /// Each of the four forms with each, in this order.
    @Test func everyPairIsJoined() async throws {
        let pairs: [[AnyAction]] = [
            sync & sync, sync & awaited, sync & withEvent, sync & withEventAwaited,
            awaited & sync, awaited & awaited, awaited & withEvent, awaited & withEventAwaited,
            withEvent & sync, withEvent & awaited, withEvent & withEvent, withEvent & withEventAwaited,
            withEventAwaited & sync, withEventAwaited & awaited, withEventAwaited & withEvent,
            withEventAwaited & withEventAwaited,
        ]
        var found: [String] = []
        for pair in pairs { found += try await each(1...1) { define(0) { when(1) | then() | pair } } }
        let names = ["sync", "awaited", "with(1)", "awaitedWith(1)"]
        #expect(found == names.flatMap { first in names.map { "\(first), \($0) → 0" } })
    }

    /// One that is known as `AnyAction`, or an array of them, with each of the four forms.
    @Test func everyFormIsJoinedToOthers() async throws {
        let any = AnyAction(awaited)
        let two = sync & awaited
        let arrays: [[AnyAction]] = [
            any & sync, any & awaited, any & withEvent, any & withEventAwaited, any & AnyAction(sync),
            two & sync, two & awaited, two & withEvent, two & withEventAwaited,
            sync* & withEvent, two + two, { self.sync() } & awaited, sync & { self.withEvent($0) },
        ]
        var found: [String] = []
        for array in arrays { found += try await each(1...1) { define(0) { when(1) | then() | array } } }
        #expect(
            found == [
                "awaited, sync → 0", "awaited, awaited → 0", "awaited, with(1) → 0", "awaited, awaitedWith(1) → 0",
                "awaited, sync → 0", "sync, awaited, sync → 0", "sync, awaited, awaited → 0",
                "sync, awaited, with(1) → 0", "sync, awaited, awaitedWith(1) → 0", "sync, with(1) → 0",
                "sync, awaited, sync, awaited → 0", "sync, awaited → 0", "sync, with(1) → 0",
            ])
    }

    /// What comes of `actions` in `define`, in `then` and in `when`: each form, and arrays.
    private let headed = [
        "sync → 9", "awaited → 9", "with(3) → 9", "awaitedWith(4) → 9", "sync, with(5) → 9", "sync → 9",
    ]

    @Test func everyFormHeadsABlock() async throws {
        let rows = try await each(1...6) {
            define(0) {
                actions(sync) { when(1) | then(9) }
                actions(awaited) { when(2) | then(9) }
                actions(withEvent) { when(3) | then(9) }
                actions(withEventAwaited) { when(4) | then(9) }
                actions(sync & withEvent) { when(5) | then(9) }
                actions({ self.sync() }) { when(6) | then(9) }
            }
        }
        #expect(rows == headed)
    }

    @Test func everyFormHeadsABlockInThen() async throws {
        let rows = try await each(1...6, P.a) {
            define(0) {
                then(9) {
                    actions(sync) { matching(P.a) | when(1) }
                    actions(awaited) { matching(P.a) | when(2) }
                    actions(withEvent) { matching(P.a) | when(3) }
                    actions(withEventAwaited) { matching(P.a) | when(4) }
                    actions(sync & withEvent) { matching(P.a) | when(5) }
                    actions({ self.sync() }) { matching(P.a) | when(6) }
                }
            }
        }
        #expect(rows == headed)
    }

    @Test func everyFormHeadsABlockInWhen() async throws {
        let rows = try await each(1...6, P.a) {
            define(0) {
                when(1) { actions(sync) { matching(P.a) | then(9) } }
                when(2) { actions(awaited) { matching(P.a) | then(9) } }
                when(3) { actions(withEvent) { matching(P.a) | then(9) } }
                when(4) { actions(withEventAwaited) { matching(P.a) | then(9) } }
                when(5) { actions(sync & withEvent) { matching(P.a) | then(9) } }
                when(6) { actions({ self.sync() }) { matching(P.a) | then(9) } }
            }
        }
        #expect(rows == headed)
    }
}
