@testable import FSMEngine

extension Interpreter {
    /// Calls callbacks that return whether they are done.
    func call(_ role: Model.Role, _ callbacks: [Int], _ target: ID) throws {
        for callback in callbacks {
            let answer = try ask(role, callback, target)
            if answer.fails { throw failed(answer.failure) }
        }
    }

    /// Calls a callback, with the cases that it takes; what it does to its own machine is done then.
    func ask(_ role: Model.Role, _ callback: Int, _ target: ID) throws -> Answer {
        shown.target = target
        try provide(model.predicatesTaken(by: role, callback))
        let state = state ?? ReservedID.none
        trace.append(Trace.callback(role, callback, shown, model, state: state))
        callbackCalls += 1
        let answer = Answer(model, role, callback, call: callbackCalls)
        script?.append(role, callback, answer, shown, model, state: state)
        script?.depth += 1
        act(answer)
        script?.depth -= 1
        return answer
    }

    /// Asks for the cases of these predicate types that nobody has sent, and whose types have somebody to ask.
    func provide(_ predicates: [ID]) throws {
        for id in predicates where shown.cases[id] == nil {
            guard let provider = model.provider(of: id) else { continue }
            let answer = try ask(.provider, provider, shown.target)
            if answer.fails { throw failed(answer.failure) }
            if answer.provided >= model.caseCount(id)! {
                mistakes.predicateCase = Model.Case(predicate: id, value: answer.provided)
                throw Failure.unknownCase
            }
            shown.cases[id] = answer.provided
        }
    }

    /// What a callback does to its own machine.
    private func act(_ answer: Answer) {
        if answer.calls && budget > 0 {
            budget -= 1
            let call = answer.call
            record("inside", { $0.text(of: call) }) { performInside(call) }
        }
        if answer.stops {
            record("inside", { _ in "stop" }) {
                if isInquiring { return Told(.busy) }
                queue.append(nil)
                return Told(.queued)
            }
        }
    }

    // MARK: - Failures

    func failed(_ result: Int32) -> Failure {
        mistakes.failure = result
        return .callback
    }

    func attempt(_ body: () throws -> Outcome) -> Outcome {
        do {
            return try body()
        } catch Failure.unknownState {
            return .unknownState
        } catch Failure.unknownCase where isCommitted && !isInquiring {
            // It must not look as if nothing had happened.
            mistakes.failure = mistakes.predicateCase.value
            return .callbackFailed
        } catch Failure.unknownCase {
            return .unknownCase
        } catch {
            return .callbackFailed
        }
    }

    // MARK: - Hooks

    /// Tells the hook for steps; with that the step is over.
    func end(_ outcome: Outcome) -> Outcome {
        tell("step \(outcome.fullName)")
        shown = Shown()
        return outcome
    }

    func tell(_ hook: String) {
        guard model.hasHooks else { return }
        trace.append(Trace.hook(hook, shown, model))
        script?.append(hook, shown, model)
    }
}
