// The active states of a machine. Over a flat table that is one.
extension Machine {
    /// Whether a state is active: the machine is in it, or in a state that is nested in it. O(1).
    public func isActive(_ id: ID) -> Bool {
        guard !storage.pointee.flags.contains(.stopped),
            let state = storage.pointee.table.pointee.states.index(of: id)
        else { return false }
        guard let table = storage.pointee.table.pointee.chart else { return storage.pointee.state == state }
        synchronize()
        return active.contains(table.pointee.nodeOfState[Int(state.value)])
    }

    /// Calls `body` with each active state that has no active child, in document order. O(states / 64).
    public func forEachActiveLeaf(_ body: (ID) -> Void) {
        if storage.pointee.flags.contains(.stopped) { return }
        guard let table = storage.pointee.table.pointee.chart else { return body(state) }
        synchronize()
        var number = active.first(from: 1)
        while let present = number {
            let item = table.pointee.nodes + Int(present)
            if item.pointee.kind == .atomic || item.pointee.kind == .final {
                body(storage.pointee.stateIDs[item.pointee.state])
            }
            number = active.first(from: present &+ 1)
        }
    }

    /// Whether a final state of the chart itself was entered: the machine has left everything and stopped.
    public var isDone: Bool {
        storage.pointee.flags.contains(.stopped) && storage.pointee.configuration?.pointee.isDone ?? false
    }

    /// Calls `body` with each active state, in document order.
    func forEachActive(_ body: (CompactIndex<State>) -> Void) {
        let table = storage.pointee.table.pointee.chart!
        synchronize()
        var number = active.first(from: 1)
        while let present = number {
            body(table.pointee.nodes[Int(present)].state)
            number = active.first(from: present &+ 1)
        }
    }

    // MARK: - Starting and stopping

    /// Enters a state of a stopped machine with what is around it and below; or what was active as it stopped.
    func startChart(_ state: CompactIndex<State>, isLast: Bool) -> Outcome {
        let ended = prepareStart(state, isLast: isLast) { enter($0) }
        clearInputs()
        guard ended != .outOfMemory, ended != .queueFull else {
            storage.pointee.flags.insert(.stopped)
            storage.pointee.flags.remove(.busy)
            return ended
        }
        let outcome = finish(ended)
        return outcome == .transitioned ? .ok : outcome
    }

    /// Calls `body` with what a start enters, for which there is memory then.
    func prepareStart(
        _ state: CompactIndex<State>, isLast: Bool, _ body: (ChartStep) -> Outcome
    ) -> Outcome {
        guard makeWork() else { return .outOfMemory }
        configuration.pointee.isDone = false
        chart.pointee.restartCounting(after: 0)
        if isLast { synchronize() }
        return ChartStep.with(storage.pointee.table, configuration) { step in
            let former = isLast ? active.first(from: 1) : nil
            if former != nil {
                step.entries.copy(active)
            } else {
                configuration.forgetHistories(storage.pointee.table.pointee.chart!)
                step.enterFromOutside(step.node(of: state))
            }
            let room = makeRoom(for: step)
            return room == .queued ? body(step) : room
        } ?? .outOfMemory
    }

    /// Makes what is entered active, and calls its entry callbacks.
    @inline(never)
    private func enter(_ step: ChartStep) -> Outcome {
        active.removeAll()
        commit(step)
        begin(ReservedID.none, from: ReservedID.none, to: storage.pointee.stateIDs[storage.pointee.state])
        var result: Int32 = 0
        let isDone = step.forEachCall(of: .entry, stepPointer) {
            raise($0, step)
        } _: {
            result = call($0)
            return result >= 0
        }
        endRaising(step, isCommitted: true, raisedBefore: 0)
        return end(isDone ? .transitioned : failed(result, isCommitted: true))
    }

    /// Calls the exit callbacks of all active states, from the last to the first. Returns the result of the first that
    /// fails, or 0.
    func callExits() -> Int32 {
        let table = storage.pointee.table.pointee.chart!
        synchronize()
        var number = active.last(upTo: table.pointee.nodeCount &- 1)
        while let present = number, present > 0 {
            storage.pointee.calling = present
            let result = call(
                storage.pointee.table.pointee.stateCallbacks[table.pointee.nodes[Int(present)].state].exit)
            storage.pointee.calling = ChartNode.none
            if result < 0 { return result }
            number = active.last(upTo: present &- 1)
        }
        return 0
    }

    // MARK: - Putting a machine into states

    /// Makes what a machine over a chart has besides, in the default configuration of a state. `false` without memory.
    func makeChart(
        _ table: UnsafePointer<ChartTable>, _ layout: MachineLayout, _ state: CompactIndex<State>?
    ) -> Bool {
        let memory = UnsafeMutableRawPointer(storage) + layout.chart
        let configuration = memory.bindMemory(to: Configuration.self, capacity: 1)
        configuration.initialize(to: Configuration())
        let count = table.pointee.machineWordCount
        let words = (memory + Configuration.stride).bindMemory(to: UInt64.self, capacity: count)
        words.initialize(repeating: 0, count: count)
        storage.pointee.configuration = configuration
        // What follows each step by itself is tried without asking for memory.
        if table.pointee.hasEventless { makeWork(in: UnsafeMutableRawPointer(storage) + layout.work) }
        if layout.timerRoom > 0 {
            makeTimers(in: UnsafeMutableRawPointer(storage) + layout.timers, room: layout.timerRoom)
        }
        guard let state else { return true }
        guard enterSilently(state, isRunning: false) == .ok else { return false }
        storage.pointee.step.source = self.state
        return true
    }

    /// Makes the default configuration of a state the active one, without any callback.
    @inline(never)
    func enterSilently(_ state: CompactIndex<State>, isRunning: Bool) -> Outcome {
        let outcome = ChartStep.with(storage.pointee.table, configuration, takesRows: false) { step -> Outcome in
            step.enterFromOutside(step.node(of: state))
            return replaceActive(by: step, isRunning: isRunning)
        }
        guard outcome == .ok else { return outcome ?? .outOfMemory }
        configuration.pointee.isDone = false
        setLeaf()
        return .ok
    }

    /// Makes these leaves the active ones, with the states around them, without any callback. `badConfiguration` unless
    /// they are all leaves of a configuration that the chart can be in. O(states).
    public func setStates(_ ids: UnsafeBufferPointer<ID>) -> Outcome {
        guard storage.pointee.flags.isDisjoint(with: .inside) else { return .busy }
        guard storage.pointee.isChart else {
            return ids.count == 1 ? setState(ids[0]) : .badConfiguration
        }
        let outcome = ChartStep.with(storage.pointee.table, configuration) { step -> Outcome in
            for id in ids {
                guard let state = storage.pointee.table.pointee.states.index(of: id) else { return .unknownState }
                var number = step.node(of: state)
                let kind = step.node(number).pointee.kind
                guard kind == .atomic || kind == .final, !step.entries.contains(number) else {
                    return .badConfiguration
                }
                while number != 0 {
                    step.entries.insert(number)
                    number = step.node(number).pointee.parent
                }
            }
            guard step.isWhole(0) else { return .badConfiguration }
            return replaceActive(by: step, isRunning: !storage.pointee.flags.contains(.stopped))
        }
        guard outcome == .ok else { return outcome ?? .outOfMemory }
        storage.pointee.flags.remove(.stopped)
        configuration.pointee.isDone = false
        setLeaf()
        storage.pointee.step.source = storage.pointee.stateIDs[storage.pointee.state]
        journalChange()
        return .ok
    }
}

extension ChartStep {
    /// Whether what is entered is a configuration, from this node on. Around each node that is entered the others are.
    @inline(never)
    func isWhole(_ number: UInt32) -> Bool {
        guard entersChildren(of: number) else { return false }
        var next = entries.first(from: number &+ 1)
        while let present = next, present <= node(number).pointee.last {
            guard entersChildren(of: present) else { return false }
            next = entries.first(from: present &+ 1)
        }
        return true
    }

    /// Whether of a compound state one child is entered, of a parallel one all of them.
    private func entersChildren(of number: UInt32) -> Bool {
        let kind = node(number).pointee.kind
        guard kind == .compound || kind == .parallel else { return true }
        var all = 0
        var entered = 0
        forEachChild(of: number) { child in
            all += 1
            if entries.contains(child) { entered += 1 }
        }
        return entered == (kind == .parallel ? all : 1)
    }
}
