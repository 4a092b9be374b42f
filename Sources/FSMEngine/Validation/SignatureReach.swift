extension ValidationSubject {
    /// Reports entry, exit and cycle callbacks that name other arguments than an event carries that leads there.
    func checkBlockArguments(_ callbacks: [SignedCallback], _ found: inout [Diagnostic]) {
        var reach = SignatureReach(definition, states: states.span)
        for (number, callback) in callbacks.enumerated() {
            if case .block(let block) = callback.owner, !callback.types.isEmpty { reach.add(number, ofBlock: block) }
        }
        guard reach.hasCallbacks else { return }
        for cell in cells.cells {
            for stateRow in cells.rows(of: cell) {
                let row = definition.rows[stateRow.number]
                let payload = definition.payloads.number(ofEvent: row.event)
                for (role, state) in visits(of: row, from: cell.state) where reach.isNew(role, state, payload) {
                    for state in state == states.span ? 0..<states.span : state..<state + 1 {
                        for block in inheritance.blocksOfState[state] {
                            for number in reach.callbacksOfBlock[block] where callbacks[number].role == role {
                                guard reach.isNew(callback: number, payload) else { continue }
                                checkArguments(callbacks[number], row.event, &found)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Whose entry, exit and cycle callbacks a row reaches; the number that follows the last state's stands for all.
    @inline(never)
    private func visits(of row: Row, from source: Int) -> [(SignatureRole, Int)] {
        let all = states.span
        var target = all
        switch row.target {
        case ReservedID.internal: return []
        case ReservedID.same: target = source
        case ReservedID.dynamic, ReservedID.any: break
        default: target = states.number(of: row.target) ?? all
        }
        // A row for any state that names a target reaches it from others, and from itself.
        let isSame = row.target == ReservedID.same || (source == target && source != all)
        let mayStay = isSame || source == all || target == all
        let mayLeave = !isSame || definition.entryExit == .always
        var visits: [(SignatureRole, Int)] = []
        if mayLeave { visits += [(.exit, source), (.entry, target)] }
        if mayStay { visits.append((.cycle, target)) }
        return visits
    }
}

/// Which lists of types have been seen to reach the callbacks of states.
private struct SignatureReach {
    private let states: Int
    private let payloads: Int
    private var seen = NumberMap<UInt64>()
    private var reported = NumberMap<UInt64>()
    /// The callbacks of each block that name arguments.
    private(set) var callbacksOfBlock: [[Int]]
    private(set) var hasCallbacks = false

    init(_ definition: Definition, states: Int) {
        self.states = states
        payloads = definition.payloads.lists.count
        callbacksOfBlock = [[Int]](repeating: [], count: definition.blocks.count)
    }

    mutating func add(_ callback: Int, ofBlock block: Int) {
        callbacksOfBlock[block].append(callback)
        hasCallbacks = true
    }

    @inline(never)
    mutating func isNew(_ role: SignatureRole, _ state: Int, _ payload: Int) -> Bool {
        let key = (role.rawValue * UInt64(states + 1) + UInt64(state)) * UInt64(payloads) + UInt64(payload)
        let next = UInt32(seen.count)
        return seen.number(of: key, orInsert: next) == next
    }

    /// A superstate's callback is one, however many states have it.
    @inline(never)
    mutating func isNew(callback: Int, _ payload: Int) -> Bool {
        let next = UInt32(reported.count)
        return reported.number(of: UInt64(callback) << 32 | UInt64(payload), orInsert: next) == next
    }
}
