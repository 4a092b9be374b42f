import CMemory

/// A part of a replay: some of the tokens with their events, or all. What it finds is written where it belongs; its list of
/// violations may be its own, its counts of rows those of a worker.
struct ReplayPart {
    let request: UnsafePointer<ReplayRequest>
    let table: Unmanaged<Table>
    /// How far all parts are together.
    let sum: ReplaySum
    /// The first token, and the events.
    let firstToken: Int
    let firstEvent: Int
    let endEvent: Int
    /// Its worker is the first, which tells how far all are.
    var isOfFirst = false

    var counts = ReplayCounts(size: MemoryLayout<ReplayCounts>.size)
    /// What ended it, or `ok`: also what the host's progress returned.
    var outcome = Outcome.ok
    /// It has come to its end, or something ended it.
    var isOver = false
    /// The caller's for the first part; otherwise its own, with room for some.
    private(set) var violations: UnsafeMutablePointer<ReplayViolation>?
    private(set) var violationCount = 0
    private var violationRoom = 0
    var rowCounts: UnsafeMutablePointer<Int64>?
    var rowTimes: UnsafeMutablePointer<Int64>?
    /// Which tokens, from the first on, have violated the rules, if the caller has no place for that. Made when needed.
    private var marks: UnsafeMutablePointer<UInt64>?
    private let tokenCount: Int
    private let reaction: ReplayRequest.Reaction
    /// Something is written for each event, or each row.
    let records: Bool

    init(
        _ request: UnsafePointer<ReplayRequest>, _ table: Unmanaged<Table>, _ sum: ReplaySum, tokens: Range<Int>
    ) {
        self.request = request
        self.table = table
        self.sum = sum
        firstToken = tokens.lowerBound
        tokenCount = tokens.count
        // Nobody has looked at the lists yet: they may be anywhere.
        let offsets = request.pointee.offsets
        firstEvent = offsets.map { Int(truncatingIfNeeded: $0[tokens.lowerBound]) } ?? 0
        endEvent = offsets.map { Int(truncatingIfNeeded: $0[tokens.upperBound]) } ?? request.pointee.eventCount
        reaction = request.pointee.reaction ?? .stays
        let own = request.pointee
        records =
            own.outcomes != nil || own.rows != nil || own.rowCounts != nil || own.rowTimes != nil || own.entered != nil
    }

    /// Uses the caller's list of violations: only for the first part.
    mutating func useCallersViolations() {
        violations = request.pointee.violations
        violationRoom = request.pointee.violationCapacity
    }

    /// Frees its memory, with the list of violations unless that is the caller's.
    func release() {
        free(marks)
        if violations != request.pointee.violations { free(violations) }
    }

    /// Looks at its lists, before any part begins.
    mutating func check() {
        guard let fault = request.faultOfLists(firstToken..<firstToken + tokenCount) else { return }
        end(fault.outcome, index: Int(fault.index))
        report(0)
    }

    /// Some part has ended for all.
    var isOverForAll: Bool { swiftfsm_sum(sum.ended) != 0 }

    // MARK: - Events

    /// Notes that a row was taken, by its number from 1.
    @inline(__always)
    mutating func note(row: UInt32, _ index: Int, _ token: Int) {
        request.pointee.outcomes?[index] = UInt8(truncatingIfNeeded: Outcome.transitioned.rawValue)
        request.pointee.rows?[index] = Int32(bitPattern: row)
        rowCounts?[Int(row)] &+= 1
        if request.pointee.entered != nil { noteTime(row, index, token) }
    }

    /// Notes how long the token was in the state that it leaves.
    @inline(never)
    mutating func noteTime(_ row: UInt32, _ index: Int, _ token: Int) {
        guard let entered = request.pointee.entered, let time = request.pointee.times?[index], leavesState(row) else {
            return
        }
        if entered[token] != .min { rowTimes?[Int(row)] &+= time &- entered[token] }
        entered[token] = time
    }

    private func leavesState(_ row: UInt32) -> Bool {
        table._withUnsafeGuaranteedRef { table in
            row == 0 || table.definition.pointee.rows[TypedIndex(Int(row) &- 1)].target != .internal
        }
    }

    /// Notes an event that is passed over.
    @inline(never)
    mutating func skip(_ index: Int) {
        counts.skipped += 1
        request.pointee.outcomes?[index] = 0
        request.pointee.rows?[index] = 0
    }

    /// Notes an event that the rules do not permit. `false` if the token's later events are not looked at.
    @inline(never)
    mutating func violate(_ outcome: Outcome, _ index: Int, _ token: Int, state: ID, event: ID) -> Bool {
        if lacksMarks || lacksRoom, !makeRoom(index) { return false }
        let isRefused = outcome == .refused
        if isRefused { counts.refused += 1 } else { counts.unhandled += 1 }
        // A chart that is done takes nothing.
        let told = isRefused ? outcome : .unhandled
        request.pointee.outcomes?[index] = UInt8(truncatingIfNeeded: told.rawValue)
        request.pointee.rows?[index] = 0
        if violationCount < violationRoom, let violations {
            (violations + violationCount).initialize(
                to: ReplayViolation(
                    index: request.pointee.firstIndex &+ Int64(index), token: Int64(token), state: state, event: event,
                    outcome: outcome))
            violationCount += 1
        }
        markFirst(index, token)
        if reaction == .stops { isOver = true }
        return reaction == .stays
    }

    private var lacksMarks: Bool { marks == nil && request.pointee.first == nil }
    private var lacksRoom: Bool {
        violationCount == violationRoom && violationRoom < request.pointee.violationCapacity
    }

    /// Makes room to note one more violation, of the event at an index. `false` if there is no memory: then nothing is noted,
    /// and the event is not looked at.
    @inline(never)
    private mutating func makeRoom(_ index: Int) -> Bool {
        if lacksMarks {
            let words = tokenCount / 64 + 1
            let memory = calloc(words, MemoryLayout<UInt64>.stride)
            marks = memory?.bindMemory(to: UInt64.self, capacity: words)
            if memory == nil { end(.outOfMemory, index: index) }
        }
        if lacksRoom { growViolations(index) }
        return outcome == .ok
    }

    private mutating func growViolations(_ index: Int) {
        let room = min(max(2 * violationRoom, 64), request.pointee.violationCapacity)
        guard let memory = malloc(room * MemoryLayout<ReplayViolation>.stride) else {
            return end(.outOfMemory, index: index)
        }
        if let violations { memcpy(memory, violations, violationCount * MemoryLayout<ReplayViolation>.stride) }
        free(violations)
        violations = memory.bindMemory(to: ReplayViolation.self, capacity: room)
        violationRoom = room
    }

    private mutating func markFirst(_ index: Int, _ token: Int) {
        if let first = request.pointee.first {
            guard first[token] < 0 else { return }
            first[token] = request.pointee.firstIndex &+ Int64(index)
        } else if !mark(token) {
            return
        }
        counts.violatedTokens += 1
        if let times = request.pointee.times { request.pointee.firstTimes?[token] = times[index] }
    }

    /// Marks a token. `false` if it was marked before.
    private mutating func mark(_ token: Int) -> Bool {
        let number = token - firstToken
        let bit: UInt64 = 1 << UInt64(number & 63)
        if marks![number >> 6] & bit != 0 { return false }
        marks![number >> 6] |= bit
        return true
    }

    var stopsTokens: Bool { reaction == .stopsToken }

    /// Whether nothing more of a token is looked at.
    @inline(never)
    func isStopped(_ token: Int) -> Bool {
        if let first = request.pointee.first { return first[token] >= 0 }
        let number = token - firstToken
        guard let marks else { return false }
        return marks[number >> 6] >> UInt64(number & 63) & 1 != 0
    }

    // MARK: - The end

    /// Something ended it, at an event.
    @inline(never)
    mutating func end(_ outcome: Outcome, index: Int, failure: Int32 = 0) {
        if self.outcome != .ok { return }
        self.outcome = outcome
        counts.index = Int64(index)
        counts.failure = failure
        isOver = true
    }

    /// Tells how far all parts are, and learns whether they end.
    @inline(never)
    mutating func report(_ count: Int) {
        counts.events += Int64(count)
        if isOver && outcome != .ok { _ = swiftfsm_add(sum.ended, 1) }
        if isOverForAll { isOver = true }
        // Threads that share a number wait for each other: only if somebody asks.
        guard let progress = request.pointee.progress else { return }
        let done = swiftfsm_add(sum.done, Int64(count))
        guard isOfFirst, !isOver, done >= sum.told.pointee + ReplaySum.interval else { return }
        sum.told.pointee = done
        let answer = progress(request.pointee.progressContext, done, Int64(endOfAll))
        if answer < 0 {
            end(Outcome(rawValue: answer), index: -1)
            _ = swiftfsm_add(sum.ended, 1)
        }
    }

    /// The number of all events that are looked at.
    var endOfAll: Int {
        guard let offsets = request.pointee.offsets else { return request.pointee.eventCount }
        return Int(offsets[request.pointee.tokenCount] - offsets[0])
    }

    /// The id of the event at an index; ``ReservedID/none`` if it is none.
    @inline(never)
    func event(_ raw: Int32) -> ID {
        guard let map = request.pointee.eventMap else { return raw }
        return raw >= 0 && Int(raw) < request.pointee.eventMapCount ? map[Int(raw)] : ReservedID.none
    }
}

/// What the parts of a replay tell each other.
struct ReplaySum {
    /// The events that were looked at.
    let done: UnsafeMutablePointer<Int64>
    /// Not 0 once one of the parts has ended for all.
    let ended: UnsafeMutablePointer<Int64>
    /// What was told last; only the first worker's.
    let told: UnsafeMutablePointer<Int64>
    /// How many parts were checked, and taken, besides the first ones of all workers.
    let checked: UnsafeMutablePointer<Int64>
    let taken: UnsafeMutablePointer<Int64>

    /// How many numbers that are.
    static var count: Int { 5 }

    /// Over so many numbers, which are 0.
    init(_ numbers: UnsafeMutablePointer<Int64>) {
        done = numbers
        ended = numbers + 1
        told = numbers + 2
        checked = numbers + 3
        taken = numbers + 4
    }

    /// The caller is told about every so many events.
    static var interval: Int64 { 1 << 20 }
}
