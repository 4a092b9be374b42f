@testable import FSMEngine

extension Model {
    /// A model made from random numbers; faulty in one of four cases.
    init(_ random: inout Random) {
        self.init()
        let states = Self.ids(&random, count: 1 + random.below(6))
        let events = Self.ids(&random, count: 1 + random.below(5))
        let isFaulty = random.chance(1, in: 4)
        entryExit = random.chance(1, in: 3) ? .always : .onChange
        guardPolicy = random.chance(1, in: 2) ? .firstMatch : .exclusive
        if random.chance(1, in: 2) { phases = Self.order(&random) }
        salt = random.next()
        addRows(&random, states, events)
        addBlocks(&random, states)
        if random.chance(1, in: 2) { addSuperstates(&random, states, events, isFaulty) }
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
        start = random.pick(self.states)
        self.events = (0..<12).map { _ in random.chance(1, in: 12) ? 13 : random.pick(events) }
    }

    /// Dense from any start, or scattered over the whole range.
    private static func ids(_ random: inout Random, count: Int) -> [ID] {
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

    private static func order(_ random: inout Random) -> [Phase] {
        while true {
            var phases: [Phase] = [.resolve, .exit, .actions, .commit, .entry]
            for last in (1..<5).reversed() { phases.swapAt(last, random.below(last + 1)) }
            if StepOrder(phases) != nil { return phases }
        }
    }

    private static func callbacks(_ random: inout Random, most: Int) -> [Int] {
        // At times very many, so that no flat program is made.
        let count = random.chance(1, in: 40) ? 20 : random.below(most + 1)
        return (0..<count).map { _ in random.below(6) }
    }

    private mutating func addRows(_ random: inout Random, _ states: [ID], _ events: [ID]) {
        for _ in 0..<random.below(14) {
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

    private mutating func addBlocks(_ random: inout Random, _ states: [ID]) {
        for _ in 0..<random.below(5) {
            let block = Block(
                state: random.pick(states), isFinal: random.chance(1, in: 4),
                entry: Self.callbacks(&random, most: 2), exit: Self.callbacks(&random, most: 2),
                cycle: Self.callbacks(&random, most: 1))
            let isEmpty = block.entry.isEmpty && block.exit.isEmpty && block.cycle.isEmpty && !block.isFinal
            if !isEmpty { blocks.append(block) }
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

    /// Takes rows away until none is at fault with another.
    private mutating func removeRivals() {
        let kinds = ["duplicate", "clash", "nothingToOverride", "overrideOutOfOrder"]
        while let fault = Judge(model: self).errors().first(where: { fault in
            kinds.contains { fault.text.hasPrefix($0) }
        }) {
            // The key ends with the lines of the rows concerned; the last of them goes.
            let lines = fault.key.split { !$0.isNumber }
            rows.remove(at: Int(lines[lines.count - 1])! - 1)
        }
        if rows.isEmpty { rows.append(Row(source: ReservedID.any, event: 13, target: ReservedID.same)) }
    }

    private mutating func addFaults(_ random: inout Random, _ states: [ID], _ events: [ID]) {
        let reserved = (0..<16).map { ID.min + $0 }
        for _ in 0..<random.below(4) {
            switch random.below(7) {
            case 0: blocks.append(Block(state: random.chance(1, in: 4) ? random.pick(reserved) : random.pick(states)))
            case 1: initials.append(random.chance(1, in: 3) ? random.pick(reserved) : random.pick(states))
            case 2: initials.append(777)
            default:
                guard !rows.isEmpty else { continue }
                let number = random.below(rows.count)
                switch random.below(6) {
                case 0: rows[number].source = random.pick(reserved)
                case 1: rows[number].event = random.pick(reserved)
                case 2: rows[number].target = random.pick(reserved)
                case 3: rows[number].target = 888
                case 4: rows[number].resolver = rows[number].resolver == nil ? 1 : nil
                default: if !blocks.isEmpty { rows[number].block = random.below(blocks.count) }
                }
            }
        }
    }
}
