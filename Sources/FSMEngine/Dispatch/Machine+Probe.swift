extension Machine {
    /// What sending an event would come to now, and the state after it. Guards and resolvers are asked; nothing
    /// changes.
    public func probe(_ event: ID) -> (outcome: Outcome, target: ID) {
        let number = storage.pointee.table.pointee.events.number(of: event)
        let fault = faultOfSending(event, number)
        guard fault == .ok else { return (fault, state) }
        return probing { judge(event, number) }
    }

    /// Calls `body` with each event that would be taken now, in ascending order. Stops at a failure, which it returns.
    public func forEachPermitted(_ body: (ID) -> Void) -> Outcome {
        guard !storage.pointee.flags.contains(.stopped) else { return .notRunning }
        return probing {
            let events = storage.pointee.table.pointee.events
            for number in 0..<Int(events.span) where events.ids[number] != ReservedID.none {
                let outcome = judge(events.ids[number], UInt32(number)).outcome
                if outcome.endsRun { return outcome }
                if outcome == .transitioned { body(events.ids[number]) }
            }
            return .ok
        }
    }

    /// Guards and resolvers that `body` asks can change nothing about this machine; one that releases it is heeded
    /// after.
    private func probing<Result>(_ body: () -> Result) -> Result {
        let wasProbing = storage.pointee.flags.contains(.probing)
        storage.pointee.flags.insert(.probing)
        let result = body()
        if !wasProbing { storage.pointee.flags.remove(.probing) }
        if storage.pointee.flags.contains(.released) && storage.pointee.flags.isDisjoint(with: .inside) { destroy() }
        return result
    }

    private func judge(_ event: ID, _ number: UInt32?) -> (outcome: Outcome, target: ID) {
        let column = number ?? storage.pointee.table.pointee.events.span
        let cell = storage.pointee.table.cell(storage.pointee.state, column)
        guard cell.program != 0 else { return (number == nil ? .unknownEvent : .unhandled, state) }
        // A step of its own: the machine's may be under way.
        var step = Step(
            machine: handle, context: context, event: event, source: state, target: ReservedID.none, outcome: .ok)
        return withUnsafeMutablePointer(to: &step) { step in
            let selection = select(from: cell, column, step)
            var outcome = selection.outcome
            var target = selection.target
            if selection.kind == .rule && selection.rule.pointee.target == .dynamic
                && !storage.pointee.table.pointee.resolvesFirst
            {
                (outcome, target) = resolve(selection.rule, step)
            }
            return (outcome, outcome == .transitioned ? storage.pointee.stateIDs[Int(target)] : state)
        }
    }
}
