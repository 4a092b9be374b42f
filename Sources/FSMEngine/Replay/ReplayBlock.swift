import CMemory

/// A run of events of a replay, in numbers of 32 bits: what is of other types lies in memory of its own.
struct ReplayBlock {
    /// No block is longer.
    static var capacity: Int { 2048 }

    private let request: UnsafePointer<ReplayRequest>
    private let table: UnsafePointer<TableStorage>
    /// Room for events, tokens, columns, and the cases of each type.
    private let memory: UnsafeMutablePointer<Int32>
    /// Where it begins among the events, and how many they are.
    private(set) var first = 0
    private(set) var count = 0
    /// Ids or codes.
    private(set) var events: UnsafePointer<Int32>
    /// Whose each event is; without meaning in lists.
    private(set) var tokens: UnsafePointer<Int32>
    /// What is wrong with the event behind it, so that it ends there.
    private(set) var fault: Outcome?

    /// `nil` if there is no memory.
    init?(_ request: UnsafePointer<ReplayRequest>, _ table: UnsafePointer<TableStorage>) {
        let count = (3 + request.pointee.caseColumnCount) * Self.capacity
        guard let memory = malloc(count * MemoryLayout<Int32>.stride) else { return nil }
        self.request = request
        self.table = table
        self.memory = memory.bindMemory(to: Int32.self, capacity: count)
        events = UnsafePointer(self.memory)
        tokens = UnsafePointer(self.memory)
    }

    func release() { free(memory) }

    /// Room for as many numbers as events.
    var columns: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(memory + 2 * Self.capacity).assumingMemoryBound(to: UInt32.self)
    }

    /// The cases of a column, one for each event.
    @inline(__always)
    func cases(_ column: Int) -> UnsafePointer<Int32> { UnsafePointer(memory + (3 &+ column) &* Self.capacity) }

    /// Reads the events from here on, up to one with which something is wrong.
    @inline(never)
    @_optimize(speed)
    mutating func read(from first: Int, limit: Int) {
        self.first = first
        count = min(limit, Self.capacity)
        fault = nil
        // Codes outside of a map, and ids that no event has.
        let other = request.pointee.eventMap == nil ? ReservedID.none : -1
        events = request.pointee.events.ids(from: first, count, in: memory, other: other)
        if !request.pointee.isOfLists { readTokens() }
        var column = 0
        while column < request.pointee.caseColumnCount {
            readCases(column)
            column &+= 1
        }
    }

    /// How many numbers a line of the cache has.
    static var lineCount: Int { 16 }

    /// Asks for the line of the cache that has an index in the next block, so that it is near when that block is read.
    @inline(__always)
    func prefetchNext(_ index: Int) {
        swiftfsm_prefetch(events + (index &+ Self.capacity))
        swiftfsm_prefetch(tokens + (index &+ Self.capacity))
    }

    @_optimize(speed)
    private mutating func readTokens() {
        let count = count
        let tokens = request.pointee.tokens.ids(from: first, count, in: memory + Self.capacity, other: -1)
        let tokenCount = UInt32(truncatingIfNeeded: request.pointee.tokenCount)
        self.tokens = tokens
        let last = Int32(bitPattern: tokenCount &- 1)
        // Negative once one is outside: without a branch, so that several are looked at in one instruction.
        var outside = last
        var index = 0
        while index < count {
            outside |= tokens[index] | (last &- tokens[index])
            index &+= 1
        }
        if outside >= 0 { return }
        index = 0
        while index < count && UInt32(bitPattern: tokens[index]) < tokenCount { index &+= 1 }
        end(at: index, .outOfRange)
    }

    private mutating func readCases(_ number: Int) {
        guard let column = request.pointee.cases?[number] else { return }
        let place = memory + (3 &+ number) &* Self.capacity
        let cases = column.column.ids(from: first, count, in: place, other: -1)
        if cases != UnsafePointer(place) { place.update(from: cases, count: count) }
        guard let predicate = table.pointee.predicates.index(of: column.predicate) else { return }
        let caseCount = UInt32(bitPattern: table.pointee.predicateRecords[predicate].caseCount)
        let mayBeMissing =
            request.pointee.flags.contains(.lenient)
            || (request.pointee.guards == .asked && table.pointee.predicateRecords[predicate].provider != .max)
        for index in 0..<count where UInt32(bitPattern: place[index]) >= caseCount {
            let isMissing = place[index] == ReservedID.none
            if isMissing && mayBeMissing { continue }
            return end(at: index, isMissing ? .missingPredicate : .unknownCase)
        }
    }

    private mutating func end(at index: Int, _ fault: Outcome) {
        count = index
        self.fault = fault
    }
}
