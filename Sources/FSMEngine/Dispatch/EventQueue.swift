import CMemory

/// Events, requests and stops that wait for the present step to end, each with the cases and arguments that were sent
/// with it: a ring that grows by doubling.
struct EventQueue {
    /// For each of them the event, the state requested, a case for each predicate type, and, if some event carries
    /// arguments, in two words the address of its ``ArgumentBlock``, or 0.
    private var words: UnsafeMutablePointer<Int32>?
    /// How many have left the queue so far: the number of the one that waits longest.
    private(set) var first: UInt64 = 0
    @InWord private var caseCount = 0
    @InWord private var capacity = 0
    @InWord private var head = 0
    @InWord private(set) var count = 0
    private let takesArguments: Bool
    /// The one that was taken out last may be put back: its place is kept.
    private var isKeeping = false
    private var keptCount: Int { isKeeping ? 1 : 0 }

    /// So many may wait (`SFSM_QUEUE_LIMIT`).
    static var limit: Int { 16_777_216 }
    /// A ring larger than this is given back as soon as it is empty.
    private static var keptCapacity: Int { 1024 }

    @_optimize(speed)
    init(caseCount: Int, takesArguments: Bool) {
        self.caseCount = caseCount
        self.takesArguments = takesArguments
    }

    private var stride: Int { caseCount + (takesArguments ? 4 : 2) }

    /// Makes sure that there is room for one more: `queued`, or why there is none. O(1) on average.
    @inline(never)
    @_optimize(speed)
    mutating func makeRoom() -> Outcome {
        guard count + keptCount == capacity else { return .queued }
        guard count < Self.limit else { return .queueFull }
        return grow() ? .queued : .outOfMemory
    }

    /// Makes sure that there is room for so many more.
    @inline(never)
    mutating func makeRoom(for more: Int) -> Outcome {
        guard count + more <= Self.limit else { return .queueFull }
        while count + keptCount + more > capacity { if !grow() { return .outOfMemory } }
        return .queued
    }

    /// The number of the next one that is appended.
    var end: UInt64 { first &+ UInt64(count) }

    /// Takes out the newest ones, which carry nothing, from this number on.
    mutating func drop(from number: UInt64) { count = number > first ? min(count, Int(number - first)) : 0 }

    /// Takes out all, which carry nothing, and what was kept. There is room for as many as before.
    mutating func dropAll() {
        first = end
        count = 0
        isKeeping = false
    }

    /// Takes out the newest one, with what it carries.
    mutating func dropLast() {
        guard count > 0, let words else { return }
        count -= 1
        free(arguments(words + ((head + count) & (capacity - 1)) * stride)?.memory)
    }

    /// Puts the one that waits longest behind all others.
    mutating func rotate() {
        guard count > 1, let words else { return }
        let tail = (head + count) & (capacity - 1)
        if tail != head { (words + tail * stride).update(from: words + head * stride, count: stride) }
        head = (head + 1) & (capacity - 1)
    }

    /// Where the cases of the next one belong, once there is room for it.
    var nextCases: UnsafeMutablePointer<Int32> { words! + ((head + count) & (capacity - 1)) * stride + 2 }

    /// Appends what is to be sent; its cases, if there are predicate types, have been written to their place. The queue
    /// owns the arguments from now on.
    @inline(never)
    @_optimize(speed)
    mutating func push(_ trigger: Trigger, _ arguments: ArgumentBlock? = nil) {
        let slot = nextCases - 2
        slot[0] = trigger.event
        slot[1] = trigger.requested
        if takesArguments {
            UnsafeMutableRawPointer(slot + 2 + caseCount)
                .storeBytes(of: UInt(bitPattern: arguments?.memory), as: UInt.self)
        }
        count += 1
    }

    @inline(never)
    @_optimize(speed)
    private func arguments(_ slot: UnsafeMutablePointer<Int32>) -> ArgumentBlock? {
        guard takesArguments else { return nil }
        let address = UnsafeRawPointer(slot + 2 + caseCount).loadUnaligned(as: UInt.self)
        return UnsafeMutableRawPointer(bitPattern: address).map { ArgumentBlock(memory: $0) }
    }

    /// Takes out the one that waits longest, and writes its cases to where they are wanted. The arguments are the
    /// caller's. It may be put back before the next one is taken out, or else its place is given up: ``endKeeping()``.
    @inline(never)
    @_optimize(speed)
    mutating func pop(cases: UnsafeMutablePointer<Int32>?) -> (trigger: Trigger, arguments: ArgumentBlock?)? {
        isKeeping = false
        guard count > 0, let words else { return nil }
        let slot = words + head * stride
        let trigger = Trigger(event: slot[0], requested: slot[1])
        cases?.update(from: slot + 2, count: caseCount)
        let arguments = arguments(slot)
        head = (head + 1) & (capacity - 1)
        count -= 1
        first &+= 1
        isKeeping = true
        return (trigger, arguments)
    }

    /// Lets the one that was taken out last, and kept, wait again as the first, with its arguments. `false` if the queue
    /// was cleared meanwhile.
    mutating func putBack() -> Bool {
        guard isKeeping else { return false }
        isKeeping = false
        head = (head - 1) & (capacity - 1)
        count += 1
        first &-= 1
        return true
    }

    /// The one that was taken out last is not put back.
    mutating func endKeeping() {
        isKeeping = false
        if count == 0 && capacity > Self.keptCapacity { clear() }
    }

    /// Calls `body` with each that waits, from the one that waits longest, with its cases and arguments.
    @inline(never)
    func forEach(_ body: (Trigger, UnsafePointer<Int32>, ArgumentBlock?) -> Void) {
        guard let words else { return }
        for index in 0..<count {
            let slot = words + ((head + index) & (capacity - 1)) * stride
            body(Trigger(event: slot[0], requested: slot[1]), slot + 2, arguments(slot))
        }
    }

    /// Drops all, and the memory.
    @inline(never)
    @_optimize(speed)
    mutating func clear() {
        guard let words else { return }
        if takesArguments {
            for index in 0..<count {
                free(arguments(words + ((head + index) & (capacity - 1)) * stride)?.memory)
            }
        }
        free(words)
        let end = end
        self = EventQueue(caseCount: caseCount, takesArguments: takesArguments)
        first = end
    }

    @inline(never)
    @_optimize(speed)
    private mutating func grow() -> Bool {
        let larger = capacity == 0 ? 16 : capacity * 2
        // A word of 32 bits may not hold the size.
        let bytes = Int64(larger) * Int64(stride) * Int64(MemoryLayout<Int32>.stride)
        guard let size = Int(exactly: bytes), let memory = malloc(size) else { return false }
        let ring = memory.bindMemory(to: Int32.self, capacity: larger * stride)
        if let words {
            let start = (head - keptCount) & (capacity - 1)
            let behind = min(count + keptCount, capacity - start)
            ring.initialize(from: words + start * stride, count: behind * stride)
            (ring + behind * stride).initialize(from: words, count: (count + keptCount - behind) * stride)
        }
        free(words)
        (words, capacity, head) = (ring, larger, keptCount)
        return true
    }
}
