import CMemory

// The ways of an event, from the shortest to the longest. Each goes on with the next where its conditions do not hold:
//
//     send(event)        fast path: at rest, narrow cells, one callback before the commit
//       sendFlat         performs a flat program of any number of callbacks
//       sendPlain        finds out whether that or a rule can be performed at rest, without a step hook, cases and arguments
//       sendToRegions    at rest, narrow cells, regions that react by themselves
//       sendByLookup     at rest, any layout, no cases, no arguments; also events that nobody knows
//         send(message)  checks what is sent; queues it inside a step, or behind what a failure left
//           sendFound    performs a cell at rest, without a step hook
//           step         performs a step with its hooks: of a queued event, or of an observed machine
//
// and the ways out: `finishFastPath` where the callback of the fast path failed, sent or released; `finish`, which runs
// what was queued meanwhile.
extension Machine {
    /// Sends an event and runs its step to completion, then those of the events that its callbacks sent.
    ///
    /// The fast path, for a machine at rest, a table of narrow cells, and a transition with exactly one callback before
    /// the commit: no call but the callback's, no allocation, no reference count, no lock. O(1).
    @inline(__always)
    public func send(_ event: ID) -> Outcome {
        let offset = UInt32(bitPattern: event &- storage.pointee.eventBase)
        guard storage.pointee.flags.rawValue == 0 else { return sendByLookup(event) }
        guard offset < storage.pointee.eventIndexCount else { return sendByLookup(event) }
        // Of two events that come as they like the processor is wrong about every other one: here it finds that out before
        // the cell is loaded, at the call only afterwards.
        if offset == 0 { swiftfsm_hint() }
        let cell = storage.pointee.cell(CompactIndex(offset))
        let program = storage.pointee.programs + Int(cell.program)
        guard let function = program.pointee.function else {
            if let callbacks = program.pointee.context {
                return sendFlat(event, program, callbacks.assumingMemoryBound(to: Callback.self), cell.target)
            }
            // An unhandled event may be one that the table does not know, in a gap of the range of those that it knows;
            // and one that carries arguments has no fast path.
            let isPlain = cell.program != 0 && !storage.pointee.takesArguments
            return isPlain ? sendPlain(event, cell.program, cell.target, CompactIndex(offset)) : sendUnfound(event)
        }
        return performOnly(function, of: program, event, cell.target)
    }

    /// Performs a step with this one callback, which comes before the commit, and forgets so many cases after it.
    @inline(__always)
    func performOnly(
        _ function: Callback.Function, of program: UnsafePointer<Program>, _ event: ID,
        _ target: CompactIndex<State>, caseCount: UInt32 = 0
    ) -> Outcome {
        storage.pointee.step.event = event
        storage.pointee.step.target = storage.pointee.stateIDs[target]
        storage.pointee.flags = .busy
        storage.pointee.findCells(of: target)
        let context = program.pointee.context ?? storage.pointee.step.context
        let result = function(UnsafeRawPointer(storage), context)
        guard result >= 0, storage.pointee.flags.rawValue == MachineFlags.busy.rawValue else {
            return finishFastPath(result, target)
        }
        storage.pointee.enter(target)
        if target.value == 0 { swiftfsm_hint() }
        storage.pointee.step.source = storage.pointee.step.target
        storage.pointee.flags = []
        if caseCount != 0 {
            stepCases.unsafelyUnwrapped.update(repeating: ReservedID.none, count: Int(caseCount))
        }
        return .transitioned
    }

    /// The end of a step that began the fast path, but whose callback failed, asked a provider, sent events, or
    /// released the machine.
    @inline(never)
    @_optimize(speed)
    private func finishFastPath(_ result: Int32, _ target: CompactIndex<State>) -> Outcome {
        clearInputs()
        guard result >= 0 else {
            storage.pointee.findPresentCells()
            return finish(failed(result))
        }
        storage.pointee.enter(target)
        storage.pointee.step.source = storage.pointee.step.target
        return finish(.transitioned)
    }

    /// Sends an event for which a narrow table has no cell with a program.
    @inline(never)
    @_optimize(speed)
    private func sendUnfound(_ event: ID) -> Outcome {
        let isForRegions = storage.pointee.isChart && !storage.pointee.takesArguments
        let column = CompactIndex<Column>(UInt32(bitPattern: event &- storage.pointee.eventBase))
        return isForRegions ? sendToRegions(event, column) : sendByLookup(event)
    }

    /// Sends an event whatever the machine is doing and however the table is laid out.
    @inline(never)
    @_optimize(speed)
    func sendByLookup(_ event: ID) -> Outcome {
        if storage.pointee.flags.rawValue == 0, let hash = storage.pointee.eventHash,
            let column = hash.findInline(event, storage.pointee.table.pointee.events.ids.first)
        {
            let cell = storage.pointee.cell(CompactIndex(column))
            let program = storage.pointee.programs + Int(cell.program)
            if let function = program.pointee.function {
                return performOnly(function, of: program, event, cell.target)
            }
        }
        return sendByAnyLookup(event)
    }

    /// The same, not on the fast path.
    @inline(never)
    @_optimize(speed)
    private func sendByAnyLookup(_ event: ID) -> Outcome {
        let table = storage.pointee.table
        if storage.pointee.flags.rawValue == 0, storage.pointee.step.cases == nil,
            let column = table.column(ofEvent: event),
            !storage.pointee.takesArguments || table.argumentListIndex(column) == 0
        {
            let cell = table.eventCell(storage.pointee.state, column)
            if cell.program != 0 { return sendPlain(event, cell.program, cell.target, column) }
            // Nothing happens, and nobody is to be told.
            if !storage.pointee.isChart && !storage.pointee.hasUnhandledHooks { return .unhandled }
            storage.pointee.flags = .busy
            return finish(step(.event(event), column))
        }
        return send(.event(event), .none)
    }

    /// Sends what has a cell with a program, to a machine at rest and without a hook for steps. Its cases and arguments
    /// are in their place. Words by themselves, which structures would be put together of and taken apart again.
    @inline(never)
    @_optimize(speed)
    func sendFound(
        _ event: ID, _ program: UInt32, _ target: CompactIndex<State>, _ column: CompactIndex<Column>,
        requested: ID = ReservedID.none
    ) -> Outcome {
        let cell = Cell(target: target, program: program)
        storage.pointee.flags = .busy
        storage.pointee.step.event = event
        var outcome = Outcome.transitioned
        if let flat = storage.pointee.table.flatCell(cell, storage.pointee.step.cases) {
            outcome = perform(storage.pointee.programs + Int(flat.program), target: flat.target)
        } else {
            storage.pointee.step.target = requested
            outcome = perform(cell, column)
            storage.pointee.step.rule = nil
        }
        storage.pointee.step.source = storage.pointee.stateIDs[storage.pointee.state]
        clearInputs()
        guard storage.pointee.flags.rawValue != MachineFlags.busy.rawValue else {
            storage.pointee.flags = []
            return outcome
        }
        return finish(outcome)
    }

    /// See ``send(_:)-(Message)``.
    @inline(never)
    @_optimize(speed)
    func send(_ trigger: Trigger, _ cases: Cases, _ arguments: Arguments = .nothing) -> Outcome {
        let column = column(of: trigger)
        let fault = fault(of: trigger, column)
        guard fault == .ok else { return fault }
        let flags = storage.pointee.flags
        let isFree = flags.isDisjoint(with: [.inside, .waiting])
        let refusal = take(arguments, column, into: isFree ? storage.pointee.arguments : nil)
        guard refusal == .ok else { return refusal }
        if flags.contains(.probing) { return .busy }
        if !flags.isDisjoint(with: [.busy, .planned]) { return enqueue(trigger, column, cases, arguments) }
        guard flags.contains(.waiting) else {
            let rejection = take(cases, into: stepCases)
            guard rejection == .ok else {
                clearInputs()
                return rejection
            }
            bindArguments(arguments.count)
            if flags.rawValue == 0 {
                let table = storage.pointee.table
                let column = column ?? table.anyEvent
                let cell = table.cell(storage.pointee.state, column)
                if cell.program != 0 {
                    return sendFound(trigger.event, cell.program, cell.target, column, requested: trigger.requested)
                }
            }
            storage.pointee.flags.insert(.busy)
            let outcome = step(trigger, column)
            clearInputs()
            return finish(outcome)
        }
        // Events that a failure left behind come first.
        let awaitedPosition = storage.pointee.queue.first &+ UInt64(storage.pointee.queue.count)
        let queued = enqueue(trigger, column, cases, arguments)
        guard queued == .queued else { return queued }
        storage.pointee.flags.insert(.busy)
        return finish(.queued, awaiting: awaitedPosition)
    }

    /// Puts what is to be sent behind the events that wait, with copies of its cases and arguments, which are what the
    /// event of this number declares.
    @_optimize(speed)
    func enqueue(_ trigger: Trigger, _ column: CompactIndex<Column>?, _ cases: Cases, _ arguments: Arguments) -> Outcome
    {
        if storage.pointee.isReplaying { return .busy }
        let hasRoom = storage.pointee.queue.makeRoom()
        guard hasRoom == .queued else { return hasRoom }
        var block: ArgumentBlock?
        if arguments.count > 0, let column {
            block = ArgumentBlock(copying: arguments)
            guard let block else { return .outOfMemory }
            block.take(as: storage.pointee.table.argumentTypes(column))
        }
        let places = stepCases == nil ? nil : storage.pointee.queue.nextCases
        forget(places)
        let rejection = take(
            cases, into: places, inheriting: storage.pointee.flags.isDisjoint(with: .inside) ? nil : stepCases)
        guard rejection == .ok else {
            free(block?.memory)
            return rejection
        }
        return letWait(trigger, block)
    }

    /// Puts it behind the events that wait. The journal does not have it yet: whatever ends the call, or the plan, writes it.
    @inline(never)
    private func letWait(_ trigger: Trigger, _ block: ArgumentBlock? = nil) -> Outcome {
        storage.pointee.queue.push(trigger, block)
        storage.pointee.flags.insert(.waiting)
        if storage.pointee.flags.contains(.journaled) { storage.pointee.journal!.pointee.isCurrent = false }
        return .queued
    }

    /// Puts a stop behind the events that wait.
    @_optimize(speed)
    func enqueueStop() -> Outcome {
        if storage.pointee.isReplaying { return .busy }
        let hasRoom = storage.pointee.queue.makeRoom()
        guard hasRoom == .queued else { return hasRoom }
        if stepCases != nil { forget(storage.pointee.queue.nextCases) }
        return letWait(.stop)
    }

    /// Ends the outermost call, mostly with nothing left to do.
    @inline(__always)
    func finish(_ outcome: Outcome) -> Outcome {
        let quiet = storage.pointee.flags.isDisjoint(with: [.waiting, .released, .unsettled, .journaled])
        guard quiet else { return finish(outcome, awaiting: nil) }
        storage.pointee.flags.remove(.busy)
        return outcome
    }

    /// Ends the outermost call: runs the events that wait, unless a callback failed, and frees the machine if it was
    /// released meanwhile. The outcome stays that of the step that was sent, whatever becomes of those that follow. With
    /// `awaitedPosition` it is that of the event that has this number in the queue; with `isRun` that of the step that
    /// fails, if one does. What follows a failure waits, and so does an event for whose step there is no memory.
    @inline(never)
    @_optimize(speed)
    func finish(_ outcome: Outcome, awaiting awaitedPosition: UInt64?, isRun: Bool = false) -> Outcome {
        leave(runToRest(outcome, awaiting: awaitedPosition, isRun: isRun))
    }

    /// Runs the events that wait: see ``finish(_:awaiting:isRun:)``.
    @inline(never)
    @_optimize(speed)
    func runToRest(_ outcome: Outcome, awaiting awaitedPosition: UInt64? = nil, isRun: Bool) -> Outcome {
        var outcome = outcome
        // A replay cannot keep what waits.
        let isRun = isRun || storage.pointee.isReplaying
        while !outcome.endsRun {
            if storage.pointee.flags.contains(.released) { break }
            if storage.pointee.flags.contains(.unsettled) {
                let next = settle()
                let isOver = next.endsRun || next.lacksRoom
                if (isRun && isOver) || next == .stepLimit { outcome = next }
                if isOver { break }
                continue
            }
            let number = storage.pointee.queue.first
            guard let (trigger, arguments) = storage.pointee.queue.pop(cases: stepCases) else { break }
            bindArguments(arguments)
            let isStop = trigger.event == ReservedID.none
            let next = isStop ? performStop() : step(trigger, column(of: trigger))
            // The one that is awaited is its sender's again.
            putBack(next.lacksRoom && number != awaitedPosition, &storage.pointee.queue)
            clearInputs()
            let isOver = next.endsRun || next.lacksRoom
            if number == awaitedPosition || (isRun && isOver) { outcome = next }
            if isOver { break }
        }
        return outcome
    }

    /// Ends the outermost call, after which nothing runs.
    @inline(never)
    @_optimize(speed)
    func leave(_ outcome: Outcome) -> Outcome {
        storage.pointee.flags.remove(.busy)
        if storage.pointee.flags.contains(.unsettled) {
            // What a failure left behind comes before the next event.
            storage.pointee.flags.insert(.waiting)
        } else if storage.pointee.queue.count == 0 {
            storage.pointee.flags.remove(.waiting)
        }
        if storage.pointee.flags.contains(.journaled) { journalState() }
        endRelease()
        return outcome
    }

    /// Frees the machine, if it was released from inside of the call that ends.
    @inline(__always)
    public func endRelease() {
        guard storage.pointee.flags.contains(.released) else { return }
        if storage.pointee.flags.isDisjoint(with: .inside) && !storage.pointee.isRunning { destroy() }
    }

    /// Nothing may be sent while `body` runs.
    @inline(__always)
    public func whileBusy<Result>(_ body: () -> Result) -> Result {
        let isOutermost = !storage.pointee.flags.contains(.probing)
        storage.pointee.flags.insert(.probing)
        defer { if isOutermost { storage.pointee.flags.remove(.probing) } }
        return body()
    }

    /// Runs the events that a failure left waiting.
    @_optimize(speed)
    public func run() -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        guard storage.pointee.flags.contains(.waiting) else { return .ok }
        storage.pointee.flags.insert(.busy)
        return finish(.ok, awaiting: nil, isRun: true)
    }

    /// Drops the events that wait. Inside a step that is all: what follows it by itself is still tried. Outside it is not,
    /// and a chart that is done but could not end stays as it is.
    @_optimize(speed)
    public func discard() {
        guard storage.pointee.flags.isDisjoint(with: [.busy, .planned]) else {
            storage.pointee.queue.clear()
            storage.pointee.chart?.pointee.drop()
            return journalChange()
        }
        dropWaiting()
        if !storage.pointee.flags.contains(.stopped) { storage.pointee.configuration?.pointee.isDone = false }
        journalChange()
    }

    /// Drops the events that wait, and what follows by itself.
    func dropWaiting() {
        storage.pointee.queue.clear()
        storage.pointee.chart?.pointee.clear()
        storage.pointee.chart?.pointee.restartCounting(after: 1)
        storage.pointee.flags.subtract([.waiting, .unsettled])
    }
}
