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
        if random.chance(1, in: 3) { addRequests(&random, states) }
        if random.chance(1, in: 2) { addPredicates(&random, isFaulty) }
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
        isLenient = random.chance(1, in: 3)
        hasHooks = random.chance(1, in: 4)
        calls = (0..<12).map { _ in call(&random, states, events) }
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

    /// Up to three types, and rows that name some of them; more such rows in the same cells, so that they meet.
    private mutating func addPredicates(_ random: inout Random, _ isFaulty: Bool) {
        let ids = Self.ids(&random, count: 1 + random.below(3))
        for id in ids { predicates.append(Predicate(id: id, caseCount: Int32(1 + random.below(3)))) }
        for row in rows where random.chance(1, in: 2) {
            var other = row
            other.target = rows[random.below(rows.count)].target
            other.actions = Self.callbacks(&random, most: 2)
            if (row.event == ReservedID.request) != ReservedID.contains(other.target) { other.target = row.target }
            other.resolver = other.target == ReservedID.dynamic ? random.below(3) : nil
            rows.append(other)
        }
        for index in rows.indices where random.chance(2, in: 3) {
            for type in predicates where random.chance(1, in: 2) {
                var values = (0..<type.caseCount).filter { _ in random.chance(1, in: 2) }
                if values.isEmpty { values = [Int32(random.below(Int(type.caseCount)))] }
                rows[index].matches.append(Match(predicate: type.id, values: values))
            }
        }
        // In any order, so that not the sorting but the sets are compared.
        for index in rows.indices where random.chance(1, in: 2) { rows[index].matches.reverse() }
        if isFaulty && random.chance(1, in: 2) { addFaultyMatches(&random) }
    }

    private mutating func addFaultyMatches(_ random: inout Random) {
        if random.chance(1, in: 3) {
            predicates.append(Predicate(id: predicates[0].id, caseCount: Int32(1 + random.below(4))))
        }
        guard !rows.isEmpty else { return }
        for _ in 0..<(1 + random.below(2)) {
            let number = random.below(rows.count)
            let id = random.pick(predicates).id
            switch random.below(5) {
            case 0: rows[number].matches.append(Match(predicate: 31_337, values: [0]))
            case 1: rows[number].matches.append(Match(predicate: id, values: []))
            case 2: rows[number].matches.append(Match(predicate: id, values: [Int32(random.below(9)) - 2]))
            case 3: rows[number].matches.append(Match(predicate: id, values: [0, 0]))
            default: rows[number].matches.append(contentsOf: rows[number].matches)
            }
        }
    }

    /// Mostly a send; mostly with a case of each type.
    private func call(_ random: inout Random, _ states: [ID], _ events: [ID]) -> Call {
        var cases = predicateIDs.map { Case(predicate: $0, value: Int32(random.below(Int(caseCount($0)!)))) }
        for other in cases.indices.dropFirst() { cases.swapAt(other, random.below(other + 1)) }
        if random.chance(1, in: 8) {
            switch random.below(4) {
            case 0: if !cases.isEmpty { cases.remove(at: random.below(cases.count)) }
            case 1: cases.append(Case(predicate: 31_337, value: 0))
            case 2: if !cases.isEmpty { cases.append(Case(predicate: cases[0].predicate, value: 0)) }
            default: if !cases.isEmpty { cases[random.below(cases.count)].value = Int32(random.below(9)) - 3 }
            }
        }
        let event = random.chance(1, in: 12) ? 13 : random.pick(events)
        let state = random.chance(1, in: 12) ? 14 : random.pick(states)
        let isRequest = random.chance(1, in: 3)
        switch random.below(12) {
        case 0: return .update(sends: random.chance(1, in: 2))
        case 1: return .probe(event, cases)
        case 2: return .explain(isRequest ? ReservedID.request : event, requested: state, cases)
        case 3: return .permitted(Machine.Permission(rawValue: UInt32(random.below(4))), cases)
        default:
            return isRequest && rows.contains { $0.event == ReservedID.request }
                ? .request(state, cases) : .send(event, cases)
        }
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
        while guardPolicy == .exclusive, let tie = Judge(model: self).tie { rows.remove(at: tie[tie.count - 1].number) }
        // One may have stood in the way of a fault: overriding rows that have lost what they override.
        if Judge(model: self).errors().contains(where: { fault in kinds.contains { fault.text.hasPrefix($0) } }) {
            return removeRivals()
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
