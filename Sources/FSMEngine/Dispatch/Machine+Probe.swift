import CMemory

extension Machine {
    /// See ``probe(_:)``.
    @inline(never)
    func probe(
        _ trigger: Trigger, _ cases: Cases, _ arguments: Arguments
    ) -> (outcome: Outcome, target: ID) {
        let column = column(of: trigger)
        let fault = fault(of: trigger, column, arguments)
        guard fault == .ok else { return (fault, state) }
        var target = state
        let outcome = withProbe(cases, arguments, column) { step in
            let (outcome, selection) = evaluate(trigger, column, step)
            if outcome == .transitioned { target = storage.pointee.stateIDs[selection.target] }
            return outcome
        }
        return (outcome, target)
    }

    /// What to look for with ``forEachPermitted(_:_:_:)``.
    public struct Permission: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Guards and resolvers are not asked.
        public static var withoutGuards: Permission { Permission(rawValue: 1) }
        /// States that may be requested, instead of events.
        public static var requests: Permission { Permission(rawValue: 2) }
    }

    /// Calls `body` with each event, or state to request, that would be taken now, in ascending order. Stops at a
    /// failure, which it returns. Guards and resolvers of events that carry arguments are not asked.
    public func forEachPermitted(_ permission: Permission, _ cases: Cases, _ body: (ID) -> Void) -> Outcome {
        guard !storage.pointee.flags.contains(.stopped) else { return .notRunning }
        let isRequest = permission.contains(.requests)
        let table = storage.pointee.table
        let ids = isRequest ? table.pointee.states.ids.first : table.pointee.events.ids.first
        let indexCount = isRequest ? table.pointee.states.indexCount : table.pointee.events.indexCount
        return withProbe(cases) { step in
            for number in 0..<indexCount where ids[Int(number)] != ReservedID.none {
                let id = ids[Int(number)]
                let column =
                    isRequest ? table.request(for: CompactIndex(number)) : table.column(of: CompactIndex(number))
                // What a provider is told that is asked first.
                step.pointee.event = isRequest ? ReservedID.request : id
                step.pointee.target = isRequest ? id : ReservedID.none
                let outcome =
                    permission.contains(.withoutGuards) || table.argumentListIndex(column) != 0
                    ? hasRow(column, step)
                    : evaluate(isRequest ? .request(id) : .event(id), column, step).outcome
                if outcome.endsRun { return outcome }
                if outcome == .transitioned { body(id) }
            }
            return .ok
        }
    }

    /// Calls `body` with a step of its own, since the machine's may be under way, that has these cases and arguments,
    /// which are what the event of this number declares.
    /// Guards and resolvers that are asked meanwhile can change nothing about this machine; one that releases it is
    /// heeded after.
    func withProbe(
        _ cases: Cases, _ arguments: Arguments = .nothing, _ column: CompactIndex<Column>? = nil,
        _ body: (UnsafeMutablePointer<Step>) -> Outcome
    ) -> Outcome {
        let count = Int(storage.pointee.table.pointee.predicates.indexCount)
        // Arguments first, then cases.
        let casesOffset = storage.pointee.table.maximumArgumentCount * MemoryLayout<Value>.stride
        var places: UnsafeMutablePointer<Int32>?
        var values: UnsafeMutablePointer<Value>?
        let size = casesOffset + count * MemoryLayout<Int32>.stride
        let memory = size > 0 ? malloc(size) : nil
        defer { free(memory) }
        if size > 0 {
            guard let memory else { return .outOfMemory }
            values = memory.assumingMemoryBound(to: Value.self)
            places = count > 0 ? (memory + casesOffset).bindMemory(to: Int32.self, capacity: count) : nil
            places?.initialize(repeating: ReservedID.none, count: count)
        }
        _ = take(arguments, column, into: values)
        let rejection = take(cases, into: places)
        guard rejection == .ok else { return rejection }
        let wasProbing = storage.pointee.flags.contains(.probing)
        storage.pointee.flags.insert(.probing)
        var step = Step(
            machine: handle, context: context, event: ReservedID.none, source: state, target: ReservedID.none,
            outcome: .ok, cases: UnsafePointer(places), arguments: arguments.isEmpty ? nil : UnsafePointer(values),
            argumentCount: arguments.count)
        let outcome = withUnsafeMutablePointer(to: &step) { body($0) }
        if !wasProbing { storage.pointee.flags.remove(.probing) }
        endRelease()
        return outcome
    }

    /// Select without performing: the outcome of sending now, and what was selected, with its target resolved.
    @inline(never)
    func evaluate(
        _ trigger: Trigger, _ column: CompactIndex<Column>?, _ step: UnsafeMutablePointer<Step>,
        _ trace: UnsafeMutablePointer<SelectionTrace>? = nil
    ) -> (outcome: Outcome, selection: Selection) {
        let table = storage.pointee.table
        let state = storage.pointee.state
        let number = column ?? table.anyEvent
        step.pointee.event = trigger.event
        step.pointee.target = trigger.requested
        step.pointee.rule = nil
        if storage.pointee.isChart { return evaluateChart(number, column == nil, step, trace) }
        var selection = table.select(state, from: table.cell(state, number), number, step, trace: trace)
        guard selection.kind == .rule, let rule = selection.rule else {
            let isUnknown = selection.outcome == .unhandled && column == nil
            return (isUnknown ? .unknownEvent : outcome(of: selection), selection)
        }
        var reason = Reason.Kind.taken
        if rule.pointee.target == .dynamic && !table.pointee.resolvesFirst {
            let resolution = table.resolve(rule, step)
            (selection.outcome, selection.target, selection.failure) = (
                resolution.outcome, resolution.target, resolution.failure
            )
            if selection.outcome == .refused { reason = .resolverRefused }
        }
        trace?.pointee.note(rule, reason)
        return (outcome(of: selection), selection)
    }

    /// Whether some row matches, whatever its guards: `transitioned`, `unhandled`, or how a provider failed.
    @inline(never)
    private func hasRow(_ column: CompactIndex<Column>, _ step: UnsafeMutablePointer<Step>) -> Outcome {
        let table = storage.pointee.table
        if storage.pointee.isChart { return hasRowInChart(column, step) }
        var cell: Cell? = table.cell(storage.pointee.state, column)
        while let present = cell, present.program != 0 {
            let program = storage.pointee.programs + Int(present.program)
            if program.pointee.kind != .decision { return .transitioned }
            let provision = table.holds(table.pointee.decisions + Int(program.pointee.first), step)
            if provision.outcome != .ok { return note(provision) }
            if provision.value > 0 { return .transitioned }
            cell = table.cell(after: program.pointee.level, storage.pointee.state, column)
        }
        return .unhandled
    }
}
