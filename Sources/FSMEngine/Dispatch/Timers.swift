import CMemory

/// Events that wait for a time: a binary heap, with the one on top that is due first; of several that are due at the same
/// time, the one that was started first.
///
/// Each timer has a number by which it is found: below its slot, above how often that has been used. A slot that was used
/// too often is not used again, so that no number comes twice.
struct Timers {
    struct Item {
        let due: Int64
        /// How many were started before.
        let order: UInt64
        let event: ID
        let slot: UInt32
    }

    var items: UnsafeMutablePointer<Item>?
    /// The first memory of a machine's timers, where that is part of the machine's block.
    private var lent: UnsafeMutableRawPointer?
    /// For each slot how often it was used, and below that the position of its item; of a free one the next free slot.
    var slots: UnsafeMutablePointer<UInt64>?
    var count = 0
    var capacity = 0
    var firstFree: UInt64 = 0
    /// Slots that are not used again.
    private var spentCount = 0
    /// No slot was used more often than this.
    var mostUses: UInt64 = 1
    /// How many were started so far.
    var startedCount: UInt64 = 0
    /// The numbers of timers that come from a snapshot, ascending: those of slot 0 and on. As long as such a timer waits,
    /// its slot was used no times.
    var oldNumbers: UnsafeMutablePointer<UInt64>?
    var oldCount = 0
    /// Room that is kept for the timeouts of the step under way.
    private var reserved = 0
    /// The one that is taken out, and may have to be put back: its slot is not free.
    private var taken: Item?
    private var isOneOut: Bool { taken != nil }
    /// None was started yet whose number still counts.
    var isUnused: Bool { count == 0 && !isOneOut && mostUses <= 1 }
    /// Timers that are started without a delay make further rounds at the same time: how many, and which timer is the
    /// first of the next; 0 if none is sent.
    private var rounds = 0
    private var roundEnd: UInt64 = 0
    /// The time that was told, while plans are made of what is due by then.
    var told: Int64 = 0

    /// So many may wait (`SFSM_QUEUE_LIMIT`).
    static var limit: Int { EventQueue.limit }
    /// More memory than for so many is given back as soon as none waits.
    private static var keptCapacity: Int { 1024 }
    static var slotBits: UInt64 { 24 }
    static var slotMask: UInt64 { 1 << slotBits - 1 }

    // MARK: - Room

    /// Makes sure that there is room for so many more, beside what is reserved: `queued`, or why there is none.
    @inline(never)
    mutating func makeRoom(for more: Int = 1) -> Outcome {
        let wanted = count + spentCount + reserved + more + (isOneOut ? 1 : 0)
        guard wanted > capacity else { return .queued }
        guard wanted <= Self.limit else { return .queueFull }
        var larger = max(capacity, 4)
        while larger < wanted { larger *= 2 }
        return grow(to: larger) ? .queued : .outOfMemory
    }

    /// Keeps room for so many, in the place of what was reserved before.
    @inline(never)
    mutating func reserve(_ more: Int) -> Outcome {
        reserved = 0
        let room = makeRoom(for: more)
        if room == .queued { reserved = more }
        return room
    }

    /// What was reserved is used now, or not at all.
    mutating func endReservation() { reserved = 0 }

    @inline(never)
    mutating func grow(to larger: Int) -> Bool {
        // A word of 32 bits may not hold the size.
        guard let size = Int(exactly: Int64(larger) * Int64(Self.itemSize)), let memory = malloc(size) else {
            return false
        }
        move(to: memory, room: larger)
        return true
    }

    /// The bytes for one timer.
    static var itemSize: Int { MemoryLayout<Item>.stride + MemoryLayout<UInt64>.stride }

    /// Begins in memory that the machine has, for so many.
    @inline(never)
    mutating func use(_ memory: UnsafeMutableRawPointer, room: Int) {
        lent = memory
        move(to: memory, room: room)
    }

    /// Goes on in other memory, for more.
    @inline(never)
    private mutating func move(to memory: UnsafeMutableRawPointer, room larger: Int) {
        let stride = MemoryLayout<Item>.stride
        let newItems = memory.bindMemory(to: Item.self, capacity: larger)
        let newSlots = (memory + larger * stride).bindMemory(to: UInt64.self, capacity: larger)
        if let items, let slots {
            newItems.initialize(from: items, count: count)
            newSlots.initialize(from: slots, count: capacity)
        }
        for slot in capacity..<larger {
            let next = slot == larger - 1 ? firstFree : UInt64(slot + 1)
            (newSlots + slot).initialize(to: mostUses << Self.slotBits | next)
        }
        firstFree = UInt64(capacity)
        giveBack()
        (items, slots, capacity) = (newItems, newSlots, larger)
    }

    private func giveBack() { if items != lent?.assumingMemoryBound(to: Item.self) { free(items) } }

    /// Gives the memory back, if none waits and it is much.
    @inline(never)
    mutating func shrink() {
        if count > 0 || isOneOut || capacity <= Self.keptCapacity { return }
        destroy()
        (items, slots, capacity, spentCount, reserved) = (nil, nil, 0, 0, 0)
        (oldNumbers, oldCount) = (nil, 0)
        mostUses += 1
    }

    /// Frees the memory; there will be no timers any more.
    @inline(never)
    func destroy() {
        giveBack()
        free(oldNumbers)
    }

    // MARK: - Timers

    /// The one that is due first. O(1).
    var first: Item? { count > 0 ? items?.pointee : nil }

    /// Takes out the one that is due first, which has to be put back or dropped then. O(log n).
    mutating func takeFirst() -> Item {
        let item = items!.pointee
        unlink(at: 0)
        taken = item
        return item
    }

    /// Lets the one that was taken out wait again. O(log n).
    mutating func putBack() {
        guard let item = taken else { return }
        taken = nil
        count += 1
        rise(item, from: count - 1)
    }

    /// The one that was taken out is over.
    mutating func drop() {
        guard let item = taken else { return }
        taken = nil
        freeSlot(item.slot)
    }

    /// Whether the rounds at one time allow to send the next one; `now` is the time of the last.
    mutating func enterRound(_ next: Item, now: Int64) -> Bool {
        if next.due != now || roundEnd == 0 {
            (rounds, roundEnd) = (0, startedCount)
        } else if next.order >= roundEnd {
            rounds += 1
            guard rounds <= ChartMachine.stepLimit else { return false }
            roundEnd = startedCount
        }
        return true
    }

    /// Whether timers are being sent.
    var isInRound: Bool { roundEnd != 0 }

    mutating func endRounds() { roundEnd = 0 }

    /// Starts a timer, for which there is room, and returns its number. O(log n).
    @inline(never)
    mutating func start(_ event: ID, due: Int64) -> UInt64 {
        let item = Item(due: due, order: startedCount, event: event, slot: UInt32(firstFree))
        firstFree = slots![Int(item.slot)] & Self.slotMask
        startedCount += 1
        count += 1
        rise(item, from: count - 1)
        return number(of: item)
    }

    /// The number of a timer.
    func number(of item: Item) -> UInt64 {
        let uses = slots![Int(item.slot)] & ~Self.slotMask
        return uses == 0 ? oldNumbers![Int(item.slot)] : uses | UInt64(item.slot)
    }

    /// Ends the timer of this number; `false` if there is none. O(log n).
    @inline(never)
    mutating func end(_ number: UInt64) -> Bool {
        guard let position = position(of: number) else { return false }
        remove(at: position)
        return true
    }

    /// Ends all. O(n).
    mutating func endAll() {
        while count > 0 { remove(at: count - 1) }
        reserved = 0
        shrink()
    }

    @inline(never)
    private mutating func remove(at position: Int) {
        let slot = items![position].slot
        unlink(at: position)
        freeSlot(slot)
    }

    @inline(never)
    private mutating func unlink(at position: Int) {
        let items = items!
        count -= 1
        if position < count {
            let last = items[count]
            if position > 0 && Self.precedes(last, items[(position - 1) / 2]) {
                rise(last, from: position)
            } else {
                sink(last, from: position)
            }
        }
    }

    @inline(never)
    private mutating func freeSlot(_ slot: UInt32) {
        let before = slots![Int(slot)] >> Self.slotBits
        let uses = before == 0 ? mostUses : before + 1
        guard uses >> (64 - Self.slotBits) == 0 else {
            spentCount += 1
            return
        }
        slots![Int(slot)] = uses << Self.slotBits | firstFree
        firstFree = UInt64(slot)
        mostUses = max(mostUses, uses)
    }

    // MARK: - The heap

    @inline(__always)
    static func precedes(_ one: Item, _ other: Item) -> Bool {
        one.due != other.due ? one.due < other.due : one.order < other.order
    }

    @inline(__always)
    func place(_ item: Item, at position: Int) {
        items![position] = item
        let uses = slots![Int(item.slot)] & ~Self.slotMask
        slots![Int(item.slot)] = uses | UInt64(position)
    }

    @inline(never)
    private func rise(_ item: Item, from start: Int) {
        let items = items!
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard Self.precedes(item, items[parent]) else { break }
            place(items[parent], at: position)
            position = parent
        }
        place(item, at: position)
    }

    func sink(_ item: Item, from start: Int) {
        let items = items!
        var position = start
        while 2 * position + 1 < count {
            var child = 2 * position + 1
            if child + 1 < count && Self.precedes(items[child + 1], items[child]) { child += 1 }
            guard Self.precedes(items[child], item) else { break }
            place(items[child], at: position)
            position = child
        }
        place(item, at: position)
    }
}
