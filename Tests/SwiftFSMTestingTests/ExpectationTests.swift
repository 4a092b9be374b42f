import SwiftFSM
import SwiftFSMTesting
import Synchronization
import Testing

/// Expectations, which hold or tell the first difference.
@Suite struct ExpectationTests {
    final class Gate: SyntaxBuilder {
        enum State { case locked, unlocked, alarming }
        enum Event: EventWithValues { case coin(FSMValue<Int>), pass, reset }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.locked) {
                when(.coin(.any)) | then(.unlocked)
                when(.pass) | then(.alarming)
            }
            define(.unlocked) { when(.pass) | then(.locked) }
            define(.alarming) { when(.reset) | then(.locked) }
        }

        func table() throws -> FSMTable<State, Event> { try FSMTable(initialState: .locked) { rules } }

        func machine() throws -> FSM<State, Event> {
            let machine = try table().machine { rules }
            machine.logHandler = nil
            return machine
        }
    }

    typealias Transition = FSMTransition<Gate.State, Gate.Event>

    /// A machine after `coin`, `pass`, `pass`.
    private func trace() async throws -> FSMTrace<Gate.State, Gate.Event> {
        let machine = try Gate().machine()
        let trace = machine.trace()
        for event in [Gate.Event.coin(10), .reset, .pass, .pass] { await machine.handleEvent(event) }
        return trace
    }

    @Test func whatHappened() async throws {
        let trace = try await trace()
        #expect(
            expectTransitions(
                trace,
                [
                    .init(event: .coin(.any), from: .locked, to: .unlocked),
                    .init(event: .pass, from: .unlocked, to: .locked),
                    .init(event: .pass, from: .locked, to: .alarming),
                ]))
        #expect(expectStates(trace, [.locked, .unlocked, .locked, .alarming]))
        trace.clear()
        #expect(expectTransitions(trace, []))
        #expect(expectStates(trace, []))
    }

    @Test func theFirstDifferenceOfATrace() async throws {
        let trace = try await trace()
        let expected = [
            Transition(event: .coin(.any), from: .locked, to: .unlocked),
            Transition(event: .pass, from: .unlocked, to: .alarming),
        ]
        await issues(
            """
            the trace differs at 2 of 2:
                  1. coin(FSMValue<Int>.any): locked -> unlocked
                expected 2. pass: unlocked -> alarming
                found    2. pass: unlocked -> locked
            """
        ) { expectTransitions(trace, expected) }
        await issues(
            """
            the trace differs at 2 of 1:
                  1. coin(FSMValue<Int>.any): locked -> unlocked
                expected nothing more
                found    2. pass: unlocked -> locked
            """
        ) { expectTransitions(trace, Array(expected.prefix(1))) }
        await issues(
            """
            the way through the states differs at 5 of 5:
                … 1 as expected
                  2. unlocked
                  3. locked
                  4. alarming
                expected 5. locked
                found    nothing more
            """
        ) { expectStates(trace, [.locked, .unlocked, .locked, .alarming, .locked]) }
    }

    @Test func pathsOfATable() async throws {
        let gate = Gate()
        let paths = try gate.table().paths()
        #expect(expectAllCovered(paths))
        #expect(await expectPaths(paths) { _ in try gate.machine() })
        // A machine that begins elsewhere.
        let other = try Gate().table()
        let text = try #require(paths.paths.first).description
        await issues(
            """
            the path \(text) differs at 1 of 4:
                expected 1. coin(FSMValue<Int>.any): unlocked
                found    1. coin(FSMValue<Int>.any): alarming
            """
        ) {
            await expectPaths(paths) { _ in
                let machine = try other.machine(initialState: .alarming) { gate.rules }
                machine.logHandler = nil
                return machine
            }
        }
    }

    @Test func warningsAndRowsThatAreLeft() async throws {
        struct Lonely: ContextSyntaxBuilder {
            enum State { case one, two, three }
            enum Event { case go, on }
            typealias Context = Int

            var rules: Rules {
                define(.one) { when(.go) | then(.one) }
                define(.two) { when(.on) | then(.one) }
            }
        }
        let table = try FSMContextTable(Lonely(), initialState: .one)
        let paths = table.paths()
        let place = try #require(paths.uncovered.first?.place)
        await issues("no path takes these rows:\n    on: two -> one  \(place)") { expectAllCovered(paths) }
        let warnings = table.engineWarnings
        #expect(warnings.map(\.kind) == [.deadEndState, .unreachableState])
        #expect(expectNoWarnings(warnings, except: [.unreachableState, .deadEndState]))
        await issues(warnings[1].description) { expectNoWarnings(warnings, except: [.deadEndState]) }
    }

    /// Expects one issue with this text, and that the expectation says no.
    private func issues(_ text: String, _ body: () async -> Bool) async {
        let texts = Mutex<[String]>([])
        var isSame = true
        await withKnownIssue {
            isSame = await body()
        } matching: { issue in
            texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }
        #expect(texts.withLock { $0 } == [text])
        #expect(!isSame)
    }
}
