import CMemory

/// Sends events to one machine, which stands for each token in turn: for charts, and where something is to be called.
struct ReplayMachine: ReplayWorker {
    private(set) var part: ReplayPart
    private var block: ReplayBlock
    private let machine: Machine
    private let table: UnsafePointer<TableStorage>
    private let chart: ReplayChart?
    /// Numbers of the caller's for each token.
    private let width: Int
    /// Callbacks see arguments.
    private let takesArguments: Bool
    /// What is sent with an event.
    private let memory: UnsafeMutableRawPointer
    private let cases: UnsafeMutablePointer<PredicateCase>
    private let caseCount: Int
    private let arguments: UnsafeMutablePointer<Value>
    /// The rows that were taken, if somebody asks.
    private let taken: UnsafeMutablePointer<TakenRows>
    /// The list of which events are sent, and the token for which the machine stands.
    private var token: Int
    private var present = -1

    /// What the hook of the machine notes.
    private struct TakenRows {
        /// The row of the first step of an event, by its number from 1; 0 for none.
        var first: UInt32 = 0
        var counts: UnsafeMutablePointer<Int64>?
    }

    /// `nil` if there is no memory.
    init?(_ part: ReplayPart, _ variant: UnsafePointer<TableStorage>) {
        let request = part.request.pointee
        self.part = part
        table = variant
        caseCount = request.caseColumnCount
        takesArguments = variant.maximumArgumentCount > 0
        let argumentSize = variant.maximumArgumentCount * MemoryLayout<Value>.stride
        let caseSize = caseCount * MemoryLayout<PredicateCase>.stride
        guard let block = ReplayBlock(part.request, variant) else { return nil }
        let size = MemoryLayout<TakenRows>.stride + argumentSize + caseSize
        guard let memory = malloc(size) else {
            block.release()
            return nil
        }
        let isLenient = request.flags.contains(.lenient)
        let made = part.table._withUnsafeGuaranteedRef { table -> Machine? in
            do throws(MachineError) {
                return try Machine.create(table, variant, initial: ReservedID.none, isLenient: isLenient)
            } catch {
                return nil
            }
        }
        guard let made else {
            block.release()
            free(memory)
            return nil
        }
        self.block = block
        self.memory = memory
        machine = made
        taken = memory.bindMemory(to: TakenRows.self, capacity: 1)
        taken.initialize(to: TakenRows(counts: part.rowCounts))
        let behind = memory + MemoryLayout<TakenRows>.stride
        arguments = behind.bindMemory(to: Value.self, capacity: variant.maximumArgumentCount)
        cases = (behind + argumentSize).bindMemory(to: PredicateCase.self, capacity: caseCount)
        chart = variant.pointee.chart.map { ReplayChart(made, $0) }
        width = chart?.width ?? 1
        token = part.firstToken
        machine.storage.pointee.isReplaying = true
        guard part.records else { return }
        let hook = Callback({ ReplayMachine.noteRow($0, $1) }, context: memory)
        if machine.addHook(hook, forUnhandledEvents: false) != .ok {
            release()
            return nil
        }
    }

    func release() {
        block.release()
        machine.destroy()
        free(memory)
    }

    mutating func begin(_ part: ReplayPart) {
        self.part = part
        token = part.firstToken
        present = -1
    }

    /// The hook that notes rows.
    private static func noteRow(_ step: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?) -> Int32 {
        let step = step.assumingMemoryBound(to: Step.self)
        guard step.pointee.outcome == .transitioned, let row = step.row, let context else { return 0 }
        let taken = context.assumingMemoryBound(to: TakenRows.self)
        let number = UInt32(truncatingIfNeeded: row + 1)
        if taken.pointee.first == 0 { taken.pointee.first = number }
        taken.pointee.counts?[Int(number)] &+= 1
        return 0
    }

    /// Sends all events of the part.
    @_optimize(speed)
    mutating func run() {
        let offsets = part.request.pointee.offsets
        var position = part.firstEvent
        while position < part.endEvent && !part.isOver {
            block.read(from: position, limit: part.endEvent - position)
            var index = 0
            while index < block.count {
                if let offsets {
                    while Int(offsets[token &+ 1]) <= position &+ index { token &+= 1 }
                } else {
                    prefetch(index &+ 16)
                    token = Int(block.tokens[index])
                }
                if part.stopsTokens && part.isStopped(token) {
                    part.skip(position &+ index)
                } else {
                    send(index)
                    if part.isOver { break }
                }
                index &+= 1
            }
            // One that only ends the replay was looked at.
            let count = part.isOver && part.outcome == .ok ? index + 1 : index
            position += count
            if !part.isOver, let fault = block.fault { part.end(fault, index: position) }
            part.report(count)
        }
    }

    /// What the event at an index will need.
    @inline(__always)
    private func prefetch(_ index: Int) {
        if index >= block.count { return }
        let token = Int(block.tokens[index])
        swiftfsm_prefetch(part.request.pointee.states.unsafelyUnwrapped + token &* width)
        if let contexts = part.request.pointee.contexts {
            swiftfsm_prefetch(contexts + token &* part.request.pointee.contextStride)
        }
    }

    /// Sends one event to the present token.
    @inline(__always)
    private mutating func send(_ index: Int) {
        let position = block.first &+ index
        let raw = block.events[index]
        let event = part.request.pointee.eventMap == nil ? raw : part.event(raw)
        if token != present {
            let loaded = load()
            if loaded == .notRunning {
                present = token
                violate(.notRunning, index, event, state: machine.state)
                present = -1
                return
            }
            guard loaded == .ok else { return part.end(loaded, index: position) }
            present = token
        }
        machine.storage.pointee.step.context = part.request.pointee.context(of: token)
        let state = machine.storage.pointee.state
        var outcome = Outcome.unknownEvent
        if !ReservedID.contains(event) {
            outcome = caseCount == 0 && !takesArguments ? machine.send(event) : send(event, position)
        }
        if outcome == .transitioned {
            store()
            // The hook counts rows.
            let row = taken.pointee.first
            taken.pointee.first = 0
            if part.records { note(row, position) }
            return
        }
        end(outcome, index, event, in: table.pointee.states.ids[state])
    }

    private mutating func note(_ row: UInt32, _ position: Int) {
        let counts = part.rowCounts
        part.rowCounts = nil
        part.note(row: row, position, token)
        part.rowCounts = counts
    }

    /// An event that takes no row.
    @inline(never)
    private mutating func end(_ outcome: Outcome, _ index: Int, _ event: ID, in state: ID) {
        let position = block.first &+ index
        taken.pointee.first = 0
        if outcome == .refused || outcome == .unhandled {
            return violate(outcome, index, event, state: state)
        }
        if outcome == .unknownEvent && part.request.pointee.flags.contains(.skipsUnknown) {
            return part.skip(position)
        }
        let isFailure = outcome == .callbackFailed
        machine.dropWaiting()
        if outcome.endsRun { store() }
        part.end(outcome, index: position, failure: isFailure ? machine.failure : 0)
    }

    private mutating func violate(_ outcome: Outcome, _ index: Int, _ event: ID, state: ID) {
        // A new token has begun; and in a chart guards and hooks may have raised events.
        let isNew = part.request.pointee.states.unsafelyUnwrapped[token &* width] == ReservedID.none
        if isNew || (chart != nil && token == present) { store() }
        _ = part.violate(outcome, block.first &+ index, token, state: state, event: event)
    }

    // MARK: - What is sent

    @inline(never)
    private mutating func send(_ event: ID, _ position: Int) -> Outcome {
        var count = 0
        for number in 0..<caseCount {
            guard let column = part.request.pointee.cases?[number] else { continue }
            let value = block.cases(number)[position &- block.first]
            if value == ReservedID.none { continue }
            (cases + count).initialize(to: PredicateCase(column.predicate, value))
            count += 1
        }
        var argumentCount = 0
        if takesArguments, let column = table.column(ofEvent: event) {
            let types = table.argumentTypes(column)
            for number in types.indices {
                if types[number] == .ptr { return .unsupported }
                guard let value = argument(event, number, position) else { return .argumentCount }
                (arguments + number).initialize(to: value)
            }
            argumentCount = types.count
        }
        return machine.send(
            .event(event), Cases(start: UnsafePointer(cases), count: count),
            Arguments(start: UnsafePointer(arguments), count: argumentCount))
    }

    private func argument(_ event: ID, _ number: Int, _ position: Int) -> Value? {
        for index in 0..<part.request.pointee.argumentColumnCount {
            guard let column = part.request.pointee.arguments?[index] else { continue }
            if column.event == event && Int(column.number) == number { return column.column.argument(at: position) }
        }
        return nil
    }

    // MARK: - Tokens

    /// Makes the machine that of the present token; `notRunning` if its chart is done.
    @inline(__always)
    private func load() -> Outcome {
        let states = part.request.pointee.states.unsafelyUnwrapped + token &* width
        if let chart { return chart.load(states, initial: part.request.pointee.initial) }
        guard let state = table.pointee.states.index(of: states[0]) ?? firstState(states[0]) else {
            return .unknownState
        }
        machine.storage.pointee.flags.remove(.stopped)
        machine.storage.pointee.state = state
        machine.storage.pointee.step.source = table.pointee.states.ids[state]
        return .ok
    }

    /// Where a new token begins.
    @inline(never)
    private func firstState(_ id: ID) -> CompactIndex<State>? {
        id == ReservedID.none ? machine.state(named: part.request.pointee.initial) : nil
    }

    /// Writes where the present token is.
    @inline(__always)
    private mutating func store() {
        let states = part.request.pointee.states.unsafelyUnwrapped + token &* width
        if let chart {
            chart.store(states)
            if machine.storage.pointee.flags.contains(.stopped) { present = -1 }
        } else {
            states[0] = table.pointee.states.ids[machine.storage.pointee.state]
        }
    }
}
