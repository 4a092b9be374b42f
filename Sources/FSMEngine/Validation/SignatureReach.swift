extension ResolvedDefinition {
    /// Reports entry, exit and cycle callbacks that name other arguments than an event carries that leads there.
    func checkBlockArguments(_ callbacks: [SignedCallback], _ found: inout [Diagnostic]) {
        let reach = SignatureReach(definition, states)
        for number in callbacks.indices where !callbacks[number].types.isEmpty {
            if case .block(let block) = callbacks[number].owner { reach.add(number, ofBlock: block) }
        }
        guard reach.hasCallbacks else { return }
        if let tree {
            if tree.faults.isEmpty { checkChartArguments(callbacks, ChartSubject(self, tree), reach, &found) }
            return
        }
        for cell in cells.cells {
            for position in cell.first..<cell.first + cell.count {
                let row = definition.rows[cells.rows[position].index]
                let argumentList = definition.argumentLists.number(ofEvent: row.event)
                for visit in visits(of: row, from: cell.state) {
                    for state in reach.newStates(of: visit, argumentList) {
                        checkArguments(callbacks, visit.role, state, reach, argumentList, row.event, &found)
                    }
                }
            }
        }
    }

    /// Reports the callbacks of one role in a state that name other arguments than an event carries.
    @inline(never)
    func checkArguments(
        _ callbacks: [SignedCallback], _ role: SignatureRole, _ state: TypedIndex<State>, _ reach: SignatureReach,
        _ argumentList: Int, _ event: ID, _ found: inout [Diagnostic]
    ) {
        for block in inheritance.blocksOfState[state] {
            for number in reach.callbacksOfBlock[block] where callbacks[number].role == role {
                if reach.isNew(callback: number, argumentList) { checkArguments(callbacks[number], event, &found) }
            }
        }
    }

    /// Whose entry, exit and cycle callbacks a row reaches. The number that follows the last state's stands for all.
    @inline(never)
    private func visits(of row: Row, from source: TypedIndex<State>) -> [SignatureVisit] {
        let all = states.end
        var target = all
        switch row.target {
        case .internal, .deferred: return []
        case .same: target = source
        case .dynamic, .anyRequested: break
        case .state(let id):
            // A target that is no state is a fault of its own.
            guard let number = states.index(of: id) else { return [SignatureVisit(.exit, source)] }
            target = number
        }
        let phases = definition.order.phases
        // Before the target is known every state is left, and so entered again.
        let leavesFirst =
            row.target.isDynamic && phases.firstIndex(of: .exit)! < phases.firstIndex(of: .resolve)!
        let isSame = row.target == .same || (source == target && source != all)
        let always = leavesFirst || definition.entryExit == .always
        var visits: [SignatureVisit] = []
        if always || !isSame {
            // One of the two is another state than the other.
            visits.add(SignatureVisit(.exit, source, except: always ? nil : target))
            visits.add(SignatureVisit(.entry, target, except: always ? nil : source))
        }
        if isSame || source == all || target == all { visits.add(SignatureVisit(.cycle, min(source, target))) }
        return visits
    }
}

/// The callbacks of one role in a state, or in all states but perhaps one.
private struct SignatureVisit {
    var role: SignatureRole
    var state: TypedIndex<State>
    var exception: TypedIndex<State>?

    init(_ role: SignatureRole, _ state: TypedIndex<State>, except exception: TypedIndex<State>? = nil) {
        self.role = role
        self.state = state
        self.exception = exception
    }
}

/// Which lists of types have been seen to reach the callbacks of states.
final class SignatureReach {
    /// The number that follows the last state's.
    private let all: TypedIndex<State>
    private let isAlone: Bool
    private let argumentLists: Int
    private var seen = IndexMap<UInt64>()
    private var reported = IndexMap<UInt64>()
    /// The callbacks of each block that name arguments.
    private(set) var callbacksOfBlock: IndexedArray<Block, [Int]>
    private(set) var hasCallbacks = false

    init(_ definition: Definition, _ states: IDIndex<State>) {
        all = states.end
        isAlone = states.count == 1
        argumentLists = definition.argumentLists.lists.count
        callbacksOfBlock = IndexedArray(repeating: [], count: definition.blocks.count)
    }

    func add(_ callback: Int, ofBlock block: TypedIndex<Block>) {
        callbacksOfBlock[block].append(callback)
        hasCallbacks = true
    }

    /// The states of a visit that have not been visited so, with this list of types. Each is returned once, so that all
    /// visits together are linear in the states.
    ///
    /// Example: there are the states 0, 1 and 2, and three rows for any state lead to 1, to 2 and to 0. Each leaves all
    /// states but its target.
    /// - all but 1: 0 and 2 are new.
    /// - all but 1 again: nothing is, and no state is looked at.
    /// - all but 2: this is another exception, so that no state is left out by both: 1 is new, and all are marked.
    /// - all but 0, or 2 alone, or all: nothing is new.
    ///
    /// Marks are kept by number: a state under its own; `all` once all are visited; `all + 2 + exception` for each
    /// exception (-1 where there is none); `2 * all + 3` as soon as there was a first one.
    @inline(never)
    fileprivate func newStates(of visit: SignatureVisit, _ argumentList: Int) -> [TypedIndex<State>] {
        let group = visit.role.rawValue * UInt64(argumentLists) + UInt64(argumentList)
        // A single state has no other to come from or go to.
        if visit.exception == all && isAlone { return [] }
        guard visit.state == all else { return isNew(group, visit.state.value) ? [visit.state] : [] }
        // Without one state and without another are all of them: so nothing is gone through three times.
        let exceptionMark = all.value + 2 + (visit.exception?.value ?? -1)
        if seen[key(group, all.value)] != nil || !isNew(group, exceptionMark) { return [] }
        let hadOthers = !isNew(group, 2 * all.value + 3)
        if hadOthers || visit.exception == nil || visit.exception == all { _ = isNew(group, all.value) }
        var states: [TypedIndex<State>] = []
        for state in TypedIndices<State>(count: all.value) where state != visit.exception {
            if isNew(group, state.value) { states.add(state) }
        }
        return states
    }

    @inline(never)
    private func isNew(_ group: UInt64, _ mark: Int) -> Bool {
        let next = UInt32(seen.count)
        return seen.index(of: key(group, mark), orInsert: next) == next
    }

    private func key(_ group: UInt64, _ mark: Int) -> UInt64 { group * UInt64(2 * all.value + 4) + UInt64(mark) }

    /// A superstate's callback is one, however many states have it.
    @inline(never)
    func isNew(callback: Int, _ argumentList: Int) -> Bool {
        let next = UInt32(reported.count)
        return reported.index(of: UInt64(callback) << 32 | UInt64(argumentList), orInsert: next) == next
    }
}
