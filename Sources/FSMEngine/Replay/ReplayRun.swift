import CMemory

/// A replay in parts, each of which may be carried out on a thread of its own.
struct ReplayRun {
    private let table: Unmanaged<Table>
    private let request: UnsafePointer<ReplayRequest>
    private let variant: UnsafePointer<TableStorage>
    /// Events are sent to machines: otherwise cells are followed.
    private let sendsEvents: Bool
    private var parts: UnsafeMutablePointer<ReplayPart>?
    private var partCount = 0
    private let sum: ReplaySum

    init(
        _ table: Table, _ request: UnsafePointer<ReplayRequest>, _ variant: UnsafePointer<TableStorage>,
        sendsEvents: Bool, _ sum: ReplaySum
    ) {
        self.sum = sum
        self.table = Unmanaged.passUnretained(table)
        self.request = request
        self.variant = variant
        self.sendsEvents = sendsEvents
    }

    /// No more threads than this are started.
    private static var maximumPartCount: Int { 256 }

    mutating func perform(_ counts: inout ReplayCounts) -> Outcome {
        let stops = request.pointee.reaction == .stops
        let wanted = stops ? 1 : min(max(request.pointee.threadCount, 1), Self.maximumPartCount)
        partCount = max(1, min(wanted, request.pointee.tokenCount))
        let size = partCount * MemoryLayout<ReplayPart>.stride
        guard let memory = malloc(size) else { return .outOfMemory }
        defer { free(memory) }
        let parts = memory.bindMemory(to: ReplayPart.self, capacity: partCount)
        self.parts = parts
        makeParts(parts)
        let answer = makeRoom(parts) ? call() : Outcome.outOfMemory.rawValue
        var outcome = Outcome(rawValue: min(answer, 0))
        collect(&counts, &outcome)
        if outcome == .ok, let progress = request.pointee.progress {
            let answer = progress(request.pointee.progressContext, counts.events, Int64(parts.pointee.endOfAll))
            outcome = Outcome(rawValue: min(answer, 0))
        }
        return outcome
    }

    /// Divides the tokens so that all parts have about as many events.
    private func makeParts(_ parts: UnsafeMutablePointer<ReplayPart>) {
        let tokenCount = request.pointee.tokenCount
        var token = 0
        for index in 0..<partCount {
            var end = tokenCount
            if let offsets = request.pointee.offsets, index + 1 < partCount {
                let (first, last) = (offsets[0], offsets[tokenCount])
                let share = (last &- first) / Int64(partCount) &* Int64(index + 1) &+ first
                end = max(token, position(of: share, offsets, tokenCount))
            }
            (parts + index).initialize(
                to: ReplayPart(request, table, sum, tokens: token..<end, isFirst: index == 0))
            token = end
        }
    }

    /// The first token whose events begin at a share or behind it.
    private func position(of share: Int64, _ offsets: UnsafePointer<Int64>, _ count: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < share { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Lists of violations and counts of rows for all parts but the first, which uses the caller's.
    private func makeRoom(_ parts: UnsafeMutablePointer<ReplayPart>) -> Bool {
        let rowCount = table._withUnsafeGuaranteedRef { $0.rowCount } + 1
        for index in 1..<max(partCount, 1) {
            let part = parts + index
            let eventCount = min(request.pointee.eventCount, part.pointee.endEvent &- part.pointee.firstEvent)
            let capacity = min(request.pointee.violationCapacity, eventCount)
            part.pointee.violations = nil
            part.pointee.rowCounts = nil
            part.pointee.rowTimes = nil
            var isThere = true
            if capacity > 0 {
                let memory = malloc(capacity * MemoryLayout<ReplayViolation>.stride)
                part.pointee.violations = memory?.bindMemory(to: ReplayViolation.self, capacity: capacity)
                isThere = memory != nil
            }
            if request.pointee.rowCounts != nil { part.pointee.rowCounts = counts(rowCount, &isThere) }
            if request.pointee.rowTimes != nil { part.pointee.rowTimes = counts(rowCount, &isThere) }
            if !isThere {
                for rest in index + 1..<max(partCount, index + 1) {
                    parts[rest].violations = nil
                    parts[rest].rowCounts = nil
                    parts[rest].rowTimes = nil
                }
                return false
            }
        }
        return true
    }

    private func counts(_ count: Int, _ isThere: inout Bool) -> UnsafeMutablePointer<Int64>? {
        let memory = calloc(count, MemoryLayout<Int64>.stride)
        if memory == nil { isThere = false }
        return memory?.bindMemory(to: Int64.self, capacity: count)
    }

    /// Checks all lists, then carries out all parts. Returns what the host's `parallel` returned, otherwise 0. Its parts may
    /// run one after the other, so none can wait for the others: the lists are checked before.
    private mutating func call() -> Int32 {
        let check: ReplayRequest.Part = { context, index in
            (context!.assumingMemoryBound(to: ReplayRun.self).pointee.parts! + index).pointee.check()
        }
        let part: ReplayRequest.Part = { context, index in
            context!.assumingMemoryBound(to: ReplayRun.self).pointee.perform(part: index)
        }
        let count = partCount
        return withUnsafeMutablePointer(to: &self) { run in
            guard count == 1 || run.pointee.request.pointee.parallel != nil else {
                swiftfsm_run_parts(check, part, run, count)
                return 0
            }
            for index in 0..<count { check(run, index) }
            guard !run.pointee.parts!.pointee.isOverForAll else { return 0 }
            if count > 1, let parallel = run.pointee.request.pointee.parallel {
                return parallel(run.pointee.request.pointee.parallelContext, part, run, count)
            }
            run.pointee.perform(part: 0)
            return 0
        }
    }

    private func perform(part index: Int) {
        guard let parts, index >= 0 && index < partCount else { return }
        let part = parts + index
        if part.pointee.isOverForAll { return }
        if sendsEvents {
            guard var machine = ReplayMachine(part.pointee, variant) else { return lackMemory(part) }
            machine.run()
            part.pointee = machine.part
            machine.release()
        } else {
            guard var walk = ReplayWalk(part.pointee, variant) else { return lackMemory(part) }
            walk.run()
            part.pointee = walk.part
            walk.release()
        }
    }

    private func lackMemory(_ part: UnsafeMutablePointer<ReplayPart>) {
        part.pointee.end(.outOfMemory, index: -1)
        part.pointee.report(0)
    }

    /// Puts together what the parts have found, and frees their own memory.
    private func collect(_ counts: inout ReplayCounts, _ outcome: inout Outcome) {
        guard let parts else { return }
        var violationCount = 0
        let rowCount = table._withUnsafeGuaranteedRef { $0.rowCount } + 1
        for index in 0..<partCount {
            let part = parts + index
            counts.add(part.pointee.counts)
            if part.pointee.outcome != .ok && outcome == .ok {
                outcome = part.pointee.outcome
                counts.index = part.pointee.counts.index
                counts.failure = part.pointee.counts.failure
            }
            if index == 0 {
                violationCount = part.pointee.violationCount
                continue
            }
            if let found = part.pointee.violations, let violations = request.pointee.violations {
                let count = min(part.pointee.violationCount, request.pointee.violationCapacity - violationCount)
                (violations + violationCount).update(from: found, count: count)
                violationCount += count
                free(found)
            }
            add(part.pointee.rowCounts, to: request.pointee.rowCounts, rowCount)
            add(part.pointee.rowTimes, to: request.pointee.rowTimes, rowCount)
        }
        counts.violations = counts.refused + counts.unhandled
        counts.transitioned = counts.events - counts.violations - counts.skipped
    }

    private func add(_ numbers: UnsafeMutablePointer<Int64>?, to sums: UnsafeMutablePointer<Int64>?, _ count: Int) {
        guard let numbers else { return }
        if let sums { for index in 0..<count { sums[index] &+= numbers[index] } }
        free(numbers)
    }
}
