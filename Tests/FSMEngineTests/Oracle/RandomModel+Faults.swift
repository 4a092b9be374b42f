@testable import FSMEngine

extension Model {
    /// Takes rows away until none is at fault with another.
    mutating func removeRivals() {
        var judge = Judge(model: self)
        // Of the rows concerned the last one goes.
        while let lines = judge.rivalries.first?.lines {
            rows.remove(at: lines[lines.count - 1] - 1)
            judge = Judge(model: self)
        }
        while guardPolicy == .exclusive, let tie = judge.tie {
            rows.remove(at: tie[tie.count - 1].number)
            judge = Judge(model: self)
        }
        // One may have stood in the way of a fault: overriding rows that have lost what they override.
        if !judge.rivalries.isEmpty { return removeRivals() }
        if rows.isEmpty { rows.append(Row(source: ReservedID.any, event: 13, target: ReservedID.same)) }
    }

    mutating func addFaults(_ random: inout Random, _ states: [ID], _ events: [ID]) {
        // Those that belong to charts only are others instead.
        let reserved = (0..<16).map { ID.min + ($0 == 9 || $0 == 10 ? $0 + 2 : $0) }
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
