import CMemory

/// Events that wait for the present step to end: a ring that grows by doubling.
struct EventQueue {
    private var events: UnsafeMutablePointer<ID>?
    private var capacity = 0
    private var head = 0
    private(set) var count = 0
    /// How many events have left the queue so far: the number of the one that waits longest.
    private(set) var first: UInt64 = 0

    /// So many events may wait (`SFSM_QUEUE_LIMIT`).
    static var limit: Int { 16_777_216 }
    /// A ring larger than this is given back as soon as it is empty.
    private static var keptCapacity: Int { 1024 }

    /// O(1) on average.
    mutating func push(_ event: ID) -> Outcome {
        if count == capacity {
            guard count < Self.limit else { return .queueFull }
            guard grow() else { return .outOfMemory }
        }
        events![(head + count) & (capacity - 1)] = event
        count += 1
        return .queued
    }

    /// The event that waits longest.
    mutating func pop() -> ID? {
        guard count > 0 else { return nil }
        let event = events![head]
        head = (head + 1) & (capacity - 1)
        count -= 1
        first &+= 1
        if count == 0 && capacity > Self.keptCapacity { clear() }
        return event
    }

    /// Drops all events, and the memory.
    mutating func clear() {
        free(events)
        let first = first &+ UInt64(count)
        self = EventQueue()
        self.first = first
    }

    private mutating func grow() -> Bool {
        let larger = capacity == 0 ? 16 : capacity * 2
        guard let memory = malloc(larger * MemoryLayout<ID>.stride) else { return false }
        let ring = memory.bindMemory(to: ID.self, capacity: larger)
        for position in 0..<count { ring[position] = events![(head + position) & (capacity - 1)] }
        free(events)
        (events, capacity, head) = (ring, larger, 0)
        return true
    }
}
