@testable import FSMEngine

extension Model {
    /// How many there are of each: at most, but for calls.
    struct Size {
        var states = 6
        var events = 5
        var rows = 13
        var blocks = 4
        var calls = 12
    }

    /// A model made from random numbers; faulty in one of four cases.
    init(_ random: inout Random, _ size: Size = Size()) {
        self.init()
        let states = Self.ids(&random, count: 1 + random.below(size.states))
        let events = Self.ids(&random, count: 1 + random.below(size.events))
        let isFaulty = random.chance(1, in: 4)
        entryExit = random.chance(1, in: 3) ? .always : .onChange
        guardPolicy = random.chance(1, in: 2) ? .firstMatch : .exclusive
        if random.chance(1, in: 2) { phases = Self.order(&random) }
        salt = random.next()
        addRows(&random, states, events, most: size.rows)
        addBlocks(&random, states, most: size.blocks)
        if random.chance(1, in: 2) { addSuperstates(&random, states, events, isFaulty) }
        if random.chance(1, in: 3) { addRequests(&random, states) }
        if random.chance(1, in: 2) { addPredicates(&random, isFaulty) }
        if random.chance(1, in: 2) { addEvents(&random, events, isFaulty) }
        if random.chance(1, in: 2) { initials = [random.pick(states)] }
        if random.chance(1, in: 3) { namedEvents = [random.pick(events), 4242] }
        if isFaulty { addFaults(&random, states, events) } else { removeRivals() }
        // Targets that nothing declares would all be faults.
        if !isFaulty {
            for state in rows.map({ $0.target }) + initials
            where state >= ReservedID.first && !self.states.contains(state) {
                blocks.append(Block(state: state, isFinal: true))
            }
        }
        if self.states.isEmpty { blocks.append(Block(state: states[0], isFinal: true)) }
        // A signature can ask for what a provider tells: then there are callables more often.
        let hasProviders = predicates.contains { $0.provider != nil }
        if random.chance(hasProviders ? 2 : 1, in: 3) { addCallables(&random, isFaulty) }
        start = random.pick(self.states)
        isLenient = random.chance(1, in: 3)
        hasHooks = random.chance(1, in: 4)
        calls = (0..<size.calls).map { _ in call(&random, states, events) }
    }

    /// Dense from any start, or scattered over the whole range.
    static func ids(_ random: inout Random, count: Int) -> [ID] {
        switch random.below(4) {
        case 0: return (0..<count).map { ID($0) }
        case 1: return (0..<count).map { ID($0) * 2 - 3 }
        case 2: return (0..<count).map { ReservedID.first + ID($0) }
        default:
            var ids: [ID] = [ID.max]
            while ids.count < count {
                let id = ID(truncatingIfNeeded: random.next())
                if id >= ReservedID.first && !ids.contains(id) { ids.append(id) }
            }
            return ids
        }
    }

    static func order(_ random: inout Random) -> [Phase] {
        while true {
            var phases: [Phase] = [.resolve, .exit, .actions, .commit, .entry]
            for last in (1..<5).reversed() { phases.swapAt(last, random.below(last + 1)) }
            if StepOrder(phases) != nil { return phases }
        }
    }

    static func callbacks(_ random: inout Random, most: Int) -> [Int] {
        // At times very many, so that no flat program is made.
        let count = random.chance(1, in: 40) ? 20 : random.below(most + 1)
        return (0..<count).map { _ in random.below(6) }
    }

    /// Rows for requests, mostly of a state that they name.
    private mutating func addRequests(_ random: inout Random, _ states: [ID]) {
        for _ in 0..<(1 + random.below(5)) {
            let target = random.chance(1, in: 4) ? ReservedID.any : random.pick(states)
            var row = Row(
                source: random.chance(1, in: 4) ? ReservedID.any : random.pick(states), event: ReservedID.request,
                target: target)
            if random.chance(1, in: 3) { row.guards = Self.callbacks(&random, most: 2) }
            row.actions = Self.callbacks(&random, most: 2)
            rows.append(row)
            guard let superstate = blocks.firstIndex(where: { $0.isSuperstate }), random.chance(1, in: 4) else {
                continue
            }
            rows[rows.count - 1].source = ReservedID.none
            rows[rows.count - 1].block = superstate
        }
    }

    private mutating func addRows(_ random: inout Random, _ states: [ID], _ events: [ID], most: Int) {
        for _ in 0..<random.below(most + 1) {
            var row = Row(
                source: random.chance(1, in: 5) ? ReservedID.any : random.pick(states),
                event: random.chance(1, in: 6) ? ReservedID.any : random.pick(events), target: random.pick(states))
            switch random.below(8) {
            case 0: row.target = ReservedID.same
            case 1: row.target = ReservedID.internal
            case 2:
                row.target = ReservedID.dynamic
                row.resolver = random.below(3)
            default: break
            }
            if random.chance(1, in: 2) { row.guards = Self.callbacks(&random, most: 2) }
            row.actions = Self.callbacks(&random, most: 3)
            rows.append(row)
        }
    }

    private mutating func addBlocks(_ random: inout Random, _ states: [ID], most: Int) {
        for _ in 0..<random.below(most + 1) {
            let block = Block(
                state: random.pick(states), isFinal: random.chance(1, in: 4),
                entry: Self.callbacks(&random, most: 2), exit: Self.callbacks(&random, most: 2),
                cycle: Self.callbacks(&random, most: 1), update: Self.callbacks(&random, most: 1))
            if !block.saysNothing { blocks.append(block) }
        }
    }

    /// Superstates with rows and callbacks, adopted by states and by each other, and rows that override theirs.
    private mutating func addSuperstates(_ random: inout Random, _ states: [ID], _ events: [ID], _ isFaulty: Bool) {
        var superstates: [Int] = []
        for _ in 0..<(1 + random.below(3)) {
            var block = Block(state: ReservedID.none, isSuperstate: true)
            block.entry = Self.callbacks(&random, most: 2)
            block.exit = Self.callbacks(&random, most: 1)
            block.cycle = [random.below(6)]
            block.adopts = superstates.filter { _ in random.chance(1, in: 3) }
            superstates.append(blocks.count)
            for _ in 0..<random.below(4) {
                rows.append(
                    Row(
                        source: ReservedID.none,
                        event: random.chance(1, in: 6) ? ReservedID.any : random.pick(events),
                        target: random.chance(1, in: 3) ? ReservedID.same : random.pick(states),
                        guards: random.chance(1, in: 4) ? [random.below(6)] : [],
                        actions: Self.callbacks(&random, most: 2), block: blocks.count,
                        isOverriding: random.chance(1, in: 3)))
            }
            blocks.append(block)
        }
        if isFaulty && random.chance(1, in: 4) { blocks[superstates[0]].adopts.append(random.pick(superstates)) }
        for _ in 0..<(1 + random.below(3)) {
            let adopted = superstates.filter { _ in random.chance(1, in: 2) }
            let isFinal = random.chance(1, in: 4)
            blocks.append(Block(state: random.pick(states), adopts: adopted, isFinal: isFinal || adopted.isEmpty))
        }
        for index in rows.indices where rows[index].source >= ReservedID.first {
            rows[index].isOverriding = random.chance(1, in: 4)
        }
    }
}
