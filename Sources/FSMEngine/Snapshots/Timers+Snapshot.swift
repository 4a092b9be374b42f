import CMemory

// Timers in a snapshot, in the order in which they are due.
extension Timers {
    /// The words of a timer as it is restored: its event, when it is due, its number.
    static var recordSize: Int { 3 }

    /// Whether the timer of this number waits.
    func isWaiting(_ number: UInt64) -> Bool { position(of: number) != nil }

    /// Where the timer of this number is among the items. O(1); O(log n) if it comes from a snapshot.
    @inline(never)
    func position(of number: UInt64) -> Int? {
        guard let slots, let items, let slot = slot(of: number) else { return nil }
        let position = Int(truncatingIfNeeded: slots[slot] & Self.slotMask)
        return position < count && Int(items[position].slot) == slot ? position : nil
    }

    /// The slot of the timer of this number, if that waits.
    private func slot(of number: UInt64) -> Int? {
        let slot = Int(truncatingIfNeeded: number & Self.slotMask)
        let uses = number >> Self.slotBits
        guard let slots, uses > 0 else { return nil }
        if slot < capacity && slots[slot] >> Self.slotBits == uses { return slot }
        var (low, high) = (0, oldCount)
        while low < high {
            let middle = (low + high) / 2
            if oldNumbers![middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < oldCount && oldNumbers![low] == number && slots[low] >> Self.slotBits == 0 ? low : nil
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

    /// ``mostUses``; as a snapshot had it that kept its numbers, while its timers are all there are and were.
    var writtenMostUses: UInt64 {
        oldCount > 0 && count == oldCount && startedCount == UInt64(oldCount) ? mostUses - 1 : mostUses
    }

    /// Writes all of them, which are sorted: the number, when it is due, counted from a time, and the event.
    func write(to sink: inout ByteSink, _ names: SnapshotNames, since origin: Int64) {
        for position in 0..<count {
            let item = items![position]
            sink.add(number(of: item))
            // Only what was due before the time began, as a snapshot may say, can be further away than a number tells.
            let (left, isTooMuch) = item.due.subtractingReportingOverflow(origin)
            sink.add(UInt64(bitPattern: isTooMuch ? .min : left))
            names.write(item.event, .event, to: &sink)
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
        let outcome = timers.append(records, head.timerCount, now: now)
        guard outcome == .ok else {
            timers.destroy()
            return (outcome, Timers())
        }
        return (.ok, timers)
    }

    /// Adds timers that keep their numbers, which may lie far apart: a few words must not ask for the memory of all slots
    /// up to the last. They get slots in the order of their numbers.
    @inline(never)
    private mutating func append(_ records: UnsafePointer<UInt64>, _ wanted: Int, now: Int64) -> Outcome {
        var sorted = Timers()
        defer { sorted.destroy() }
        guard makeSlots(wanted), sorted.makeSlots(wanted), let memory = malloc(wanted * MemoryLayout<UInt64>.stride)
        else { return .outOfMemory }
        oldNumbers = memory.bindMemory(to: UInt64.self, capacity: wanted)
        for index in 0..<wanted {
            let number = records[index * Self.recordSize + 2]
            let uses = number >> Self.slotBits
            guard uses > 0, uses <= mostUses else { return .badConfiguration }
            _ = sorted.start(ID(truncatingIfNeeded: index), due: Int64(bitPattern: number))
        }
        sorted.sort()
        for slot in 0..<wanted {
            let item = sorted.items![slot]
            oldNumbers![slot] = UInt64(bitPattern: item.due)
            if slot > 0 && oldNumbers![slot] == oldNumbers![slot - 1] { return .badConfiguration }
            let index = Int(item.event)
            let record = records + index * Self.recordSize
            let left = Int64(bitPattern: record[1])
            let (sum, isTooMuch) = now.addingReportingOverflow(left)
            items![index] = Item(
                due: isTooMuch ? (left < 0 ? .min : .max) : sum, order: UInt64(index),
                event: ID(truncatingIfNeeded: record[0]), slot: UInt32(truncatingIfNeeded: slot))
            slots![slot] = UInt64(index)
        }
        (count, oldCount, startedCount, firstFree) = (wanted, wanted, UInt64(wanted), UInt64(wanted))
        // New timers get numbers that no old one has.
        mostUses += 1
        for slot in wanted..<capacity { slots![slot] += 1 << Self.slotBits }
        return isSorted ? .ok : .badConfiguration
    }

    private mutating func makeSlots(_ wanted: Int) -> Bool {
        var capacity = 4
        while capacity < wanted { capacity *= 2 }
        return grow(to: capacity)
    }
}
