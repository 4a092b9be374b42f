// A plan may be postponed by a callback that is asked for it and cannot answer yet, because the host has to await the
// answer, say. Then nothing has happened, and what the plan was made for is there as before: the host asks for the plan
// again, with the answer.

/// Where an event comes from for which a plan is made.
enum PlanOrigin {
    /// The host has it, and sends it again.
    case host
    case queue
    case timer
}

extension Machine {
    /// Postpones the plan that is being made, from inside a guard, resolver, provider or hook, which has to fail then.
    /// `badValue` if none is being made.
    public func postpone() -> Outcome {
        guard storage.pointee.flags.contains(.planning) else { return .badValue }
        storage.pointee.flags.insert(.postponed)
        return .ok
    }

    /// Tells the hooks what has come of an event, unless the plan for it is postponed.
    func tell(_ outcome: Outcome) -> Outcome {
        if outcome == .unknownEvent { return outcome }
        if isPostponed(outcome) {
            storage.pointee.step.source = state
            storage.pointee.step.rule = nil
            return outcome
        }
        let told = end(outcome)
        if isPostponed(told) && outcome == .deferred { chart.pointee.deferred.dropLast() }
        return told
    }

    /// Whether a plan that has ended like this is postponed. A callback that did not fail has not postponed it.
    private func isPostponed(_ outcome: Outcome) -> Bool {
        guard storage.pointee.flags.contains(.postponed) else { return false }
        if outcome != .callbackFailed { storage.pointee.flags.remove(.postponed) }
        return outcome == .callbackFailed
    }

    /// Ends the planning of an event: one whose plan is postponed is put back to where it was.
    func endPlanning(_ outcome: Outcome, from origin: PlanOrigin) {
        let isPostponed = storage.pointee.flags.contains(.postponed)
        switch origin {
        case .host: if isPostponed { storage.pointee.flags.insert(.resuming) }
        case .queue: putBack(isPostponed || outcome.lacksRoom, &storage.pointee.queue)
        case .timer:
            // An event for which there is no memory stays due.
            if isPostponed || outcome.lacksRoom {
                storage.pointee.timers?.pointee.putBack()
            } else {
                storage.pointee.timers?.pointee.drop()
            }
        }
        if isPostponed, origin != .host, storage.pointee.chart?.pointee.hasAskedEventless == true {
            configuration.pointee.isRestless = true
            storage.pointee.flags.insert(.unsettled)
        }
        if storage.pointee.queue.count > 0 { storage.pointee.flags.insert(.waiting) }
    }

    /// Puts back an event with what it carries, or forgets its place.
    func putBack(_ isWanted: Bool, _ queue: inout EventQueue) {
        if !isWanted {
            queue.endKeeping()
        } else if queue.putBack() {
            storage.pointee.carried = nil
        }
    }
}
