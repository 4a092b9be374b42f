import CMemory

// The ways of what is sent with cases or arguments, where these are just what the table asks for. Whatever is not goes on
// the common way, which finds out what is wrong.
extension Machine {
    /// Sends an event with cases: one of each predicate type, to a machine at rest whose table decides by combination.
    @inline(never)
    @_optimize(speed)
    public func send(_ event: ID, matching cases: Cases) -> Outcome {
        let offset = UInt32(bitPattern: event &- storage.pointee.eventBase)
        // The count is kept once, and the table is loaded again: the loop needs the registers.
        guard storage.pointee.flags.rawValue == 0, storage.pointee.matchingCount != 0,
            cases.count == Int(storage.pointee.matchingCount),
            offset < storage.pointee.table.pointee.events.indexCount
        else { return send(.event(event), cases) }
        let program = storage.pointee.programs + Int(storage.pointee.cell(CompactIndex(offset)).program)
        guard program.pointee.kind == .decision else { return send(.event(event), cases) }
        let decision = storage.pointee.table.pointee.decisions + Int(program.pointee.first)
        let isTable = decision.pointee.wordCount == 0
        var index = -1
        if isTable && decision.pointee.digitCount == cases.count {
            index = takeInOrder(cases, storage.pointee.table.pointee.digits + decision.pointee.firstDigit)
        }
        if index < 0 {
            guard takeAll(cases) else { return send(.event(event), cases) }
            if isTable {
                index = storage.pointee.table.combination(decision, UnsafePointer(stepCases.unsafelyUnwrapped))
            }
        }
        if isTable {
            let outcome = storage.pointee.table.pointee.outcomes[decision.pointee.firstOutcome &+ index]
            let chosen = storage.pointee.programs + Int(outcome.program)
            if let function = chosen.pointee.function {
                let count = UInt32(truncatingIfNeeded: cases.count)
                return performOnly(function, of: chosen, event, outcome.target, caseCount: count)
            }
        }
        // Loaded again: nothing is kept for this way.
        let cell = storage.pointee.cell(CompactIndex(offset))
        return sendFound(event, cell.program, cell.target, CompactIndex(offset))
    }

    /// Writes the cases to where a step sees them, and returns the index of the outcome for them, where there are a digit
    /// and a case of each predicate type in the order of their ids. -1 if there are not; then the places stay empty.
    @inline(__always)
    private func takeInOrder(_ cases: Cases, _ digits: UnsafePointer<Digit>) -> Int {
        let places = stepCases.unsafelyUnwrapped
        let sent = cases.baseAddress.unsafelyUnwrapped
        let weights = storage.pointee.table.pointee.weights
        var predicate = storage.pointee.predicateBase
        var record = storage.pointee.predicateRecords.first
        var digit = digits
        // Of a few cases the processor can learn what follows; of many it would be wrong about some at each step.
        let hints = cases.count <= 3
        var outcome = 0
        var index = 0
        while index < cases.count {
            let value = sent[index].value
            guard sent[index].predicate == predicate,
                UInt32(bitPattern: value) < UInt32(bitPattern: record.pointee.caseCount)
            else {
                forgetCases()
                return -1
            }
            if hints {
                if value & 1 != 0 { swiftfsm_hint() }
                if value & 2 != 0 { swiftfsm_hint() }
            }
            places[index] = value
            let offset = UInt32(bitPattern: value &- digit.pointee.low)
            outcome &+= Int(weights[digit.pointee.firstWeight &+ Int(min(offset, digit.pointee.count))])
            predicate &+= 1
            record += 1
            digit += 1
            index &+= 1
        }
        return outcome
    }

    /// Writes the cases to where a step sees them, if there is one of each predicate type; otherwise the places stay empty.
    @inline(__always)
    private func takeAll(_ cases: Cases) -> Bool {
        let places = stepCases.unsafelyUnwrapped
        let sent = cases.baseAddress.unsafelyUnwrapped
        let base = storage.pointee.predicateBase
        let records = storage.pointee.predicateRecords
        let count = UInt32(truncatingIfNeeded: cases.count)
        var missing = UInt64.max &>> (64 &- UInt64(count))
        var index = 0
        while index < cases.count {
            let number = UInt32(bitPattern: sent[index].predicate &- base)
            let value = UInt32(bitPattern: sent[index].value)
            guard number < count, value < UInt32(bitPattern: records[CompactIndex(number)].caseCount) else { break }
            missing &= ~(1 &<< UInt64(number))
            places[Int(number)] = Int32(bitPattern: value)
            index &+= 1
        }
        if missing == 0 { return true }
        forgetCases()
        return false
    }

    @inline(never)
    private func forgetCases() { forget(stepCases) }

    /// Sends an event that carries arguments to a machine at rest: as many as it declares, which become what it declares.
    @inline(never)
    @_optimize(speed)
    public func send(_ event: ID, carrying arguments: Arguments) -> Outcome {
        let offset = UInt32(bitPattern: event &- storage.pointee.eventBase)
        let column = CompactIndex<Column>(offset)
        guard storage.pointee.flags.rawValue == 0, offset < storage.pointee.eventIndexCount,
            storage.pointee.step.cases == nil
        else { return send(.event(event), .none, arguments) }
        let cell = storage.pointee.cell(column)
        let program = storage.pointee.programs + Int(cell.program)
        guard program.pointee.kind == .flat, !program.pointee.hasOwners, takeAll(arguments, column) else {
            return send(.event(event), .none, arguments)
        }
        storage.pointee.step.event = event
        storage.pointee.step.arguments = UnsafePointer(storage.pointee.arguments)
        storage.pointee.step.argumentCount = arguments.count
        storage.pointee.flags = .busy
        let callbacks = storage.pointee.table.pointee.callbacks + Int(program.pointee.first)
        return performFlat(program, callbacks, cell.target, isCarrying: true)
    }

    /// Writes the arguments to where a step sees them, if they are what the event declares.
    @inline(__always)
    private func takeAll(_ arguments: Arguments, _ column: CompactIndex<Column>) -> Bool {
        guard let lists = storage.pointee.table.pointee.argumentLists else { return false }
        let bounds = lists.pointee.starts + Int(lists.pointee.numbers[CompactIndex(column.value)])
        guard Int(bounds[1] &- bounds[0]) == arguments.count else { return false }
        let types = lists.pointee.types + Int(bounds[0])
        let places = storage.pointee.arguments
        var index = 0
        while index < arguments.count {
            guard let value = arguments[index].taken(as: types[index]) else { return false }
            places[index] = value
            index &+= 1
        }
        return true
    }
}
