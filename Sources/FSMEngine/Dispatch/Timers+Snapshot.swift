// Timers in a snapshot: three words each, in the order in which they are due (see ``SnapshotHead``).
extension Timers {
    /// The words of a timer.
    static var recordSize: Int { 3 }

    /// Whether the timer of this number waits.
    func isWaiting(_ number: UInt64) -> Bool { position(of: number) != nil }

    /// Where the timer of this number is among the items. O(1).
    @inline(never)
    func position(of number: UInt64) -> Int? {
        guard let slots, let items else { return nil }
        let slot = Int(truncatingIfNeeded: number & Self.slotMask)
        guard slot < capacity, slots[slot] >> Self.slotBits == number >> Self.slotBits else { return nil }
        let position = Int(truncatingIfNeeded: slots[slot] & Self.slotMask)
        return position < count && Int(items[position].slot) == slot ? position : nil
    }

    /// Puts them into the order in which they are due, which is a heap too. O(n · log n), and O(n) if they are in order.
    @inline(never)
    mutating func sort() {
        guard let items, count > 1, !isSorted else { return }
        let all = count
        while count > 1 {
            count -= 1
            let (first, last) = (items[0], items[count])
            place(first, at: count)
            sink(last, from: 0)
        }
        count = all
        for position in 0..<all / 2 {
            let (one, other) = (items[position], items[all - 1 - position])
            place(other, at: position)
            place(one, at: all - 1 - position)
        }
    }

    private var isSorted: Bool {
        for position in 1..<max(count, 1) where Self.precedes(items![position], items![position - 1]) { return false }
        return true
    }

    /// Writes all of them, with what is left of their delays.
    mutating func write(to words: inout SnapshotWriter, now: Int64) {
        sort()
        for position in 0..<count {
            let item = items![position]
            words.add(UInt64(UInt32(bitPattern: item.event)))
            // Only what was due before the time began, as words may say, can be further away than a word tells.
            let (left, isTooMuch) = item.due.subtractingReportingOverflow(now)
            words.add(UInt64(bitPattern: isTooMuch ? .min : left))
            words.add(number(of: item))
        }
    }

    /// Starts timers as they were written, in memory of their own. `badConfiguration` if they cannot be: not in order, or
    /// two with the same number.
    static func restore(_ head: SnapshotHead, _ records: UnsafePointer<UInt64>, now: Int64) -> (Outcome, Timers) {
        var timers = Timers()
        // So that numbers stay far from where they end.
        guard head.mostUses > 0, head.mostUses >> 39 == 0 else { return (.badConfiguration, timers) }
        timers.mostUses = head.mostUses
        guard head.timerCount > 0 else { return (.ok, timers) }
        var mostSlot: UInt64 = 3
        for index in 0..<head.timerCount { mostSlot = max(mostSlot, records[index * recordSize + 2] & slotMask) }
        var capacity = 4
        while UInt64(capacity) <= mostSlot { capacity *= 2 }
        guard timers.grow(to: capacity) else { return (.outOfMemory, timers) }
        for index in 0..<head.timerCount {
            guard timers.append(records + index * recordSize, now: now) else {
                timers.destroy()
                return (.badConfiguration, Timers())
            }
        }
        timers.linkFreeSlots()
        return (.ok, timers)
    }

    /// Adds a timer that is due no earlier than all others, in a slot for which there is room. `false` if it is not.
    private mutating func append(_ record: UnsafePointer<UInt64>, now: Int64) -> Bool {
        let left = Int64(bitPattern: record[1])
        let number = record[2]
        let slot = UInt32(truncatingIfNeeded: number & Self.slotMask)
        let uses = number >> Self.slotBits
        guard uses > 0, uses <= mostUses, !isTaken(Int(slot)) else { return false }
        let (sum, isTooMuch) = now.addingReportingOverflow(left)
        let due = isTooMuch ? (left < 0 ? .min : .max) : sum
        if count > 0 && due < items![count - 1].due { return false }
        slots![Int(slot)] = number & ~Self.slotMask
        let event = Int32(truncatingIfNeeded: record[0])
        place(Item(due: due, order: startedCount, event: event, slot: slot), at: count)
        count += 1
        startedCount += 1
        return true
    }

    private func isTaken(_ slot: Int) -> Bool {
        let position = Int(truncatingIfNeeded: slots![slot] & Self.slotMask)
        return position < count && Int(items![position].slot) == slot
    }

    /// All slots that no timer has are free.
    private mutating func linkFreeSlots() {
        firstFree = 0
        var slot = capacity
        while slot > 0 {
            slot -= 1
            if isTaken(slot) { continue }
            slots![slot] = mostUses << Self.slotBits | firstFree
            firstFree = UInt64(slot)
        }
    }
}
