@testable import ConformanceCases
@testable import FSMEngine

extension Conformance {
    /// A run while it is performed: callbacks take what they do and answer from what is expected next.
    final class Performance {
        private let checking: Checking
        private let run: Run
        private var machine: Machine?
        /// The calls under way, the innermost last: of each, what is expected, and how many callbacks have been called.
        private var frames: [(call: Call, next: Int)] = []
        private var timers: [String: UInt64] = [:]
        /// Something was not as expected: nothing that follows would be.
        private var hasDiverged = false

        init(_ checking: Checking, _ run: Run) {
            self.checking = checking
            self.run = run
        }

        var words: Words { checking.test.words }

        func diverge(_ line: Int, _ text: String) {
            if !hasDiverged { checking.report(line, text) }
            hasDiverged = true
        }

        func perform(over table: Table) {
            var outcome = Outcome.ok
            do throws(MachineError) {
                machine = try Machine.create(
                    table, initial: run.initial, context: Unmanaged.passUnretained(self).toOpaque(),
                    isLenient: run.isLenient)
            } catch {
                outcome = error.outcome
            }
            let hasUnfitHook =
                (run.observesUnhandled && isUnfit(.unhandled, table)) || (run.observesSteps && isUnfit(.step, table))
            let words = outcome == .ok && hasUnfitHook ? "bad signature" : outcome.words
            if words != run.failure ?? "ok" { diverge(run.line, "making the machine gives \(words)") }
            guard let machine else { return }
            if run.observesUnhandled { _ = machine.addHook(checking.callback(.unhandled), forUnhandledEvents: true) }
            if run.observesSteps { _ = machine.addHook(checking.callback(.step), forUnhandledEvents: false) }
            for call in run.calls where !hasDiverged { perform(call, machine) }
            machine.release()
        }

        /// The engine takes any hook: whether one of a signature fits is for its host to see.
        private func isUnfit(_ hook: Role, _ table: Table) -> Bool {
            checking.test.signature(hook, "").map { !$0.isForHook(table) } ?? false
        }

        // MARK: - Calls

        private func perform(_ call: Call, _ machine: Machine) {
            guard let expected = call.result else { return }
            frames.append((call, 0))
            let answer = answer(to: call, machine)
            guard let frame = frames.popLast(), !hasDiverged else { return }
            if frame.next < call.trace.count {
                let missing = call.trace[frame.next]
                diverge(missing.line, "\(missing.words) is expected, but not called")
            }
            let (outcome, state) = (answer.outcome.words, machine.state)
            if outcome != expected.outcome || state != expected.state {
                diverge(
                    expected.line,
                    "the result is \(outcome) \(words.text(state, .state)), not \(expected.outcome) "
                        + words.text(expected.state, .state))
            }
            checkDetails(expected, answer, machine)
            checkReasons(call, answer, machine)
        }

        /// What a call gives.
        struct Answer {
            var outcome = Outcome.ok
            var id = ReservedID.none
            var ids: [ID] = []
            var reasons: [Reason] = []
        }

        private func answer(to call: Call, _ machine: Machine) -> Answer {
            var answer = Answer()
            (call.cases ?? []).withUnsafeBufferPointer { cases in
                guard let arguments = call.arguments else { return take(call, machine, cases, nil, &answer) }
                Datum.lend(arguments) { take(call, machine, cases, $0, &answer) }
            }
            return answer
        }

        private func take(
            _ call: Call, _ machine: Machine, _ cases: FSMEngine.Cases, _ lent: Arguments?, _ answer: inout Answer
        ) {
            let arguments = lent ?? .nothing
            switch call.verb {
            case .send(let event):
                let isPlain = call.cases == nil && lent == nil
                answer.outcome =
                    isPlain ? machine.send(event) : machine.send(.event(event, cases: cases, arguments: arguments))
            case .sendLater(let event, let delay, let name):
                let (outcome, timer) = machine.sendLater(event, after: delay)
                answer.outcome = outcome
                if let name { timers[name] = timer }
            case .cancel(let name): answer.outcome = machine.cancel(timers[name] ?? 0)
            case .advance(let now): answer.outcome = machine.advance(to: now)
            case .raise(let event): answer.outcome = machine.raise(event)
            case .request(let state): answer.outcome = machine.send(.request(state, cases: cases))
            case .start(let state): answer.outcome = machine.start(state)
            case .stop: answer.outcome = machine.stop()
            case .update(let time, let isHandedOver):
                (answer.outcome, answer.id) = machine.update(time: time, sends: !isHandedOver)
            case .setState(let state): answer.outcome = machine.setState(state)
            case .setStates(let states): answer.outcome = states.withUnsafeBufferPointer { machine.setStates($0) }
            case .run: answer.outcome = machine.run()
            case .discard: machine.discard()
            case .probe(let event):
                (answer.outcome, answer.id) = machine.probe(.event(event, cases: cases, arguments: arguments))
            case .permitted(let permission):
                answer.outcome = machine.forEachPermitted(permission, cases) { answer.ids.append($0) }
            case .explain(let event):
                answer.outcome = machine.explain(.event(event, cases: cases, arguments: arguments)) {
                    answer.reasons.append($0)
                }
            case .explainRequest(let state):
                answer.outcome = machine.explain(.request(state, cases: cases)) { answer.reasons.append($0) }
            }
        }

        // MARK: - Callbacks

        /// What a callback does and returns: what is expected next.
        func answer(_ role: Role, _ name: String, _ step: UnsafeMutablePointer<Step>) -> Int32 {
            // Once nothing is as expected a resolver refuses, and an update callback names nothing.
            let idle: Int32 = role == .resolver || role == .update ? ReservedID.none : 0
            guard !hasDiverged, let machine else { return idle }
            let signature = checking.test.signature(role, name)
            for predicate in signature?.neededPredicates(machine.table) ?? [] {
                let failure = step.provide(predicate)
                if failure < 0 { return role == .resolver || role == .update ? ReservedID.failed : failure }
            }
            let isTold = signature?.takesStep ?? true
            let called = Conformance.words(role, name, role == .step && isTold ? step.pointee.outcome.words : "")
            guard !hasDiverged, let frame = frames.last else { return idle }
            guard frame.next < frame.call.trace.count else {
                diverge(
                    frame.call.result?.line ?? frame.call.line, "\(called) is called, but nothing more is expected")
                return idle
            }
            let expected = frame.call.trace[frame.next]
            frames[frames.count - 1].next += 1
            guard called == expected.words else {
                diverge(expected.line, "\(called) is called, but \(expected.words) is expected")
                return idle
            }
            if isTold { check(step.pointee, expected, machine) }
            if let given = expected.given, let passed = signature?.passed(step, machine.table), passed != given {
                diverge(expected.line, "given is \(passed), not \(given)")
            }
            if let state = expected.state, state != machine.state {
                diverge(expected.line, "the state is \(words.text(machine.state, .state))")
            }
            for call in expected.calls where !hasDiverged { perform(call, machine) }
            return expected.answer
        }

        /// Compares what the step tells, as far as it is written, and what must hold of every step.
        private func check(_ step: Step, _ expected: Happening, _ machine: Machine) {
            if step.machine != machine.handle || step.context != Unmanaged.passUnretained(self).toOpaque() {
                diverge(expected.line, "the step is told of another machine")
            }
            if let (source, event, target) = expected.step,
                step.source != source || step.event != event || step.target != target
            {
                let words = [
                    words.text(step.source, .state), words.text(step.event, .event), words.text(step.target, .state),
                ]
                diverge(expected.line, "the step is (\(words.joined(separator: " ")))")
            }
            checkArguments(step, expected)
            for part in expected.cases where step.value(of: part.predicate) != part.value {
                let actual = PredicateCase(part.predicate, step.value(of: part.predicate))
                diverge(expected.line, "the case is \(words.text(actual))")
            }
            // Only update callbacks are told a time, and providers that one of them needs.
            var isInUpdate = false
            if case .update? = frames.last?.call.verb { isInUpdate = true }
            let mayBeTimed = expected.role == .update || (expected.role == .provider && isInUpdate)
            if let time = expected.time ?? (mayBeTimed ? nil : 0), step.time != time {
                diverge(expected.line, "the time is \(step.time), not \(time)")
            }
        }

        /// Compares what the event carries: always so much as it declares, unless nobody has sent it.
        private func checkArguments(_ step: Step, _ expected: Happening) {
            let carried = step.carried
            let declared = checking.test.eventTypes.first { $0.id == step.event }?.types.count ?? 0
            var isSent = true
            if case .permitted? = frames.last?.call.verb { isSent = false }
            if carried.isEmpty != (step.arguments == nil) || (isSent && carried.count != declared) {
                diverge(expected.line, "the event carries \(carried.count) arguments")
            }
            if let arguments = expected.arguments, arguments != carried {
                diverge(expected.line, "the event carries \(carried), not \(arguments)")
            }
        }
    }
}
