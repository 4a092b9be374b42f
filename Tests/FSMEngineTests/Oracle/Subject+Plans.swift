@testable import FSMEngine

/// The same calls as a host makes them that performs plans itself: the trace must be that of ``Machine/send(_:)``.
extension Machine {
    /// Sends by plans, then plans what waits.
    func sendByPlans(_ message: Message) -> Outcome {
        // Inside a callback what is sent waits, as ever.
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return send(message) }
        let position = pendingCount
        let plan = plan(message)
        if plan.outcome == .queued { return performWaiting(after: .queued, own: position) }
        // What waited before goes on waiting behind a mistake.
        if position > 0 { return plan.outcome }
        return performWaiting(after: perform(plan))
    }

    func startByPlan(_ state: ID) -> Outcome {
        let outcome = performWaiting(after: perform(planStart(state)))
        return outcome == .transitioned ? .ok : outcome
    }

    /// Up to a failure, after which the rest goes on waiting.
    private func performWaiting(after first: Outcome, own: Int = -1) -> Outcome {
        if first.endsRun { return first }
        var outcome = first
        var position = 0
        while let plan = planNext() {
            let next = perform(plan)
            if position == own { outcome = next }
            if next.endsRun { break }
            position += 1
        }
        return outcome
    }

    /// Does what a plan asks for.
    private func perform(_ plan: StepPlan) -> Outcome {
        var plan = plan
        var result: Int32 = 0
        while result >= 0, let call = plan.next() {
            switch call {
            case .callback(let callback): result = callback.call(stepPointer)
            case .resolver(let resolver):
                let outcome = resolve(&plan, to: resolver.call(stepPointer))
                guard outcome == .transitioned else { return outcome }
            case .commit: commit(plan)
            }
        }
        guard plan.outcome == .transitioned else { return plan.outcome }
        return complete(plan, result)
    }
}
