import Testing

@testable import SwiftFSM

/// The update callbacks of documents, and ``FSM/update(_:isolation:)``.
@Suite struct ReadingUpdateTests {
    enum State: String, CaseIterable { case idle, hot, off }
    enum Event: EventWithValues, CaseIterable {
        case warm(FSMValue<Int>), cool, stop
        static let allCases: [Event] = [.warm(.any), .cool, .stop]
    }

    static let text = """
        definition heater
          guards first match
          event warm (i64)
          initial idle
          state idle
            update heat watch
            warm -> hot / note
            stop -> off
          state hot
            update cool
            exit note
            cool -> idle
          state off final

        """

    final class Trace {
        var names: [String] = []

        func take() -> [String] {
            defer { names = [] }
            return names
        }
    }

    static func machine(_ trace: Trace = Trace(), text: String = text) throws -> FSM<State, Event> {
        let machine = try FSMTable<State, Event>(reading: text, file: "heater.fsm").machine { wanted in
            switch (wanted.role, wanted.name) {
            case (.update, "heat"):
                .update { time in
                    trace.names.append("heat \(time)")
                    return time < 10 ? nil : .warm(.some(Int(time)))
                }
            case (.update, "watch"):
                .update {
                    trace.names.append("watch")
                    return nil
                }
            case (.update, _): .update { .cool }
            default: .action { event in trace.names.append("\(wanted.name) \(event)") }
            }
        }
        machine.logHandler = nil
        return machine
    }

    @Test func theFirstThatNamesAnEventIsFollowed() throws {
        let trace = Trace()
        let machine = try Self.machine(trace)
        #expect(try machine.update(5) == nil)
        #expect(trace.take() == ["heat 5.0", "watch"] && machine.state == .idle)
        #expect(try machine.update(20) == .transitioned(from: .idle, to: .hot))
        #expect(trace.take() == ["heat 20.0", "note warm(20)"])
        #expect(try machine.update() == .transitioned(from: .hot, to: .idle))
        #expect(trace.take() == ["note cool"])
        try machine.handleEvent(.stop)
        #expect(try machine.update(20) == nil && machine.state == .off && trace.take() == [])
    }

    @Test func theEventIsOneAsAnyOther() throws {
        let machine = try Self.machine()
        var steps: [FSMOutcome<State>] = []
        machine.stepHandler = { steps.append($0.outcome) }
        try machine.update(1)
        try machine.update(50)
        #expect(steps == [.transitioned(from: .idle, to: .hot)])
    }

    @Test func oneWithoutARowIsNotFound() throws {
        let text =
            "definition\n  initial a\n  state a\n    update next\n  a go -> b\n  b stop -> a\n  state b\n    update next\n"
        let machine = try FSMTable<String, String>(reading: text, file: "a.fsm").machine { _ in .update { "go" } }
        machine.logHandler = nil
        #expect(try machine.update() == .transitioned(from: "a", to: "b"))
        #expect(try machine.update() == .notFound && machine.state == "b")
    }

    @Test func inAChartAllActiveStatesAreAsked() throws {
        let text = """
            definition
              initial on
              state on
                update outer
                default low
                state low
                  update inner
                  go -> high
                state high final

            """
        let trace = Trace()
        let machine = try FSMTable<String, String>(reading: text, file: "a.fsm").machine { wanted in
            .update {
                trace.names.append(wanted.name)
                return wanted.name == "inner" ? "go" : nil
            }
        }
        machine.logHandler = nil
        #expect(try machine.update() == .transitioned(from: "low", to: "high"))
        #expect(trace.take() == ["outer", "inner"] && machine.states == ["high"])
        #expect(try machine.update() == nil && trace.take() == ["outer"])
    }

    @Test func actionsAreAwaited() async throws {
        let trace = Trace()
        let machine = try FSMTable<State, Event>(reading: Self.text, file: "heater.fsm").machine { wanted in
            wanted.role == .update
                ? .update { wanted.name == "heat" ? .warm(.some(3)) : .cool }
                : .action {
                    await Task.yield()
                    trace.names.append(wanted.name)
                }
        }
        machine.logHandler = nil
        func updateSynchronously() throws { try machine.update() }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try updateSynchronously() }
        #expect(trace.take() == [] && machine.state == .idle)
        #expect(try await machine.update() == .transitioned(from: .idle, to: .hot))
        #expect(trace.take() == ["note"])
    }

    @Test func notInsideAnAction() throws {
        var thrown: (any Error)?
        var machine: FSM<String, String>?
        let text = "definition\n  initial a\n  state a\n    update next\n  a go -> b / act\n  state b final\n"
        machine = try FSMTable<String, String>(reading: text, file: "a.fsm").machine { wanted in
            wanted.role == .update
                ? .update { "go" } : .action { do { try machine?.update() } catch { thrown = error } }
        }
        machine?.logHandler = nil
        #expect(try machine?.update() == .transitioned(from: "a", to: "b"))
        #expect(thrown as? FSMTimeError == .insideAction)
        machine = nil
    }

    @Test func whoIsAskedTellsNoTime() throws {
        var thrown: [any Error] = []
        var times: [Double] = []
        var machine: FSM<String, String>?
        let text = "definition\n  initial a\n  state a\n    update first second\n  a go -> a\n"
        machine = try FSMTable<String, String>(reading: text, file: "a.fsm").machine { wanted in
            .update { time in
                times.append(time)
                do { try machine?.update(99) } catch { thrown.append(error) }
                do { try machine?.advance(to: .seconds(1)) } catch { thrown.append(error) }
                return nil
            }
        }
        machine?.logHandler = nil
        #expect(try machine?.update(1) == nil && times == [1, 1])
        #expect(thrown.map { $0 as? FSMTimeError } == Array(repeating: .insideAction, count: 4))
        try machine?.advance(to: .seconds(1))
        machine = nil
    }

    /// The clock goes on while a callback is asked.
    @Test @MainActor func itsEventComesBeforeWhatBecomesDueMeanwhile() async throws {
        let text = """
            definition
              initial a
              state a
                update check
                timeout 1000 late
                late -> b
                go -> c
              state b
                go -> d
              state c final
              state d final

            """
        let clock = ManualClock()
        let machine = try FSMTable<String, String>(reading: text, file: "a.fsm").machine { _ in
            .update { @MainActor _ in
                clock.show(.seconds(1))
                return "go"
            }
        }
        machine.logHandler = nil
        let timing = Task { try await machine.run(on: clock) }
        _ = await clock.firstDeadline()
        #expect(try await machine.update() == .transitioned(from: "a", to: "c"))
        timing.cancel()
    }

    @Test func whoIsAskedChangesNothing() throws {
        var outcomes: [FSMOutcome<String>?] = []
        var machine: FSM<String, String>?
        let text = "definition\n  initial a\n  state a\n    update next\n  a go -> b\n  b go -> a\n"
        machine = try FSMTable<String, String>(reading: text, file: "a.fsm").machine { _ in
            .update {
                outcomes.append(try? machine?.handleEventAtOnce("go"))
                return nil
            }
        }
        machine?.logHandler = nil
        #expect(try machine?.update() == nil)
        #expect(machine?.state == "a")
        #expect(outcomes == [.notFound])
        #expect(try machine?.handleEvent("go") == .transitioned(from: "a", to: "b") && machine?.state == "b")
        machine = nil
    }

    @Test @MainActor func whatIsDueComesBefore() async throws {
        let text = """
            definition
              initial a
              state a
                timeout 5000 late
                late -> b
              state b
                update check
                late -> c
              state c final

            """
        let clock = ManualClock()
        let machine = try FSMTable<String, String>(reading: text, file: "a.fsm").machine { _ in
            .update { @MainActor _ in "late" }
        }
        machine.logHandler = nil
        let timing = Task { try await machine.run(on: clock) }
        _ = await clock.firstDeadline()
        clock.show(.seconds(6))  // and the task has not woken yet
        #expect(try await machine.update() == .transitioned(from: "b", to: "c"))
        timing.cancel()
    }

    @Test func machinesWithoutOneHaveNoEvent() throws {
        let machine = FSM<Int, Int>(initialState: 1)
        #expect(throws: FSMTimeError.noTable) { try machine.update() }
        let text = "definition\n  initial a\n  a go -> b\n  state b final\n"
        #expect(try FSMTable<String, String>(reading: text, file: "a.fsm").machine().update(3) == nil)
    }

    @Test func othersAreErrors() throws {
        let table = try FSMTable<State, Event>(reading: Self.text, file: "heater.fsm")
        func faults(_ update: FSMCallback<Event>?, _ action: FSMCallback<Event> = .action {}) -> String {
            do { _ = try table.machine { $0.role == .update ? update : action } } catch { return "\(error)" }
            return ""
        }
        #expect(
            faults(nil).contains("heater.fsm:6:12: error: expected a callback for update 'heat': none was supplied"))
        #expect(faults(.action {}).contains("expected a callback for update 'heat': found an action"))
        #expect(faults(.update { nil }, .update { nil }).contains("action 'note': found an update callback"))
    }
}
