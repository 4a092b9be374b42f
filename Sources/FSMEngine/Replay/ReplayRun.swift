import CMemory

/// A replay in parts, which as many workers carry out as there are threads: each begins with one of its own, and then takes
/// the next that nobody has taken. Parts become shorter towards the end, so that all workers end at about the same time,
/// even if some thread has to wait for a processor.
struct ReplayRun {
    private let table: Unmanaged<Table>
    private let request: UnsafePointer<ReplayRequest>
    private let variant: UnsafePointer<TableStorage>
    /// Events are sent to machines: otherwise cells are followed.
    private let sendsEvents: Bool
    private let workerCount: Int
    private let partCount: Int
    private var parts: UnsafeMutablePointer<ReplayPart>?
    /// Counts of rows, then times, of all workers but the first, which uses the caller's.
    private var numbers: UnsafeMutablePointer<Int64>?
    private let rowCount: Int
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
        rowCount = table.rowCount + 1
        workerCount = request.pointee.workerCount
        partCount = workerCount == 1 ? 1 : workerCount * Self.partsOfWorker
    }

    /// So many parts are made for each worker, if there are several.
    private static var partsOfWorker: Int { 10 }

    mutating func perform(_ counts: inout ReplayCounts) -> Outcome {
        let size = partCount * MemoryLayout<ReplayPart>.stride
        guard let memory = malloc(size) else { return .outOfMemory }
        defer { free(memory) }
        let parts = memory.bindMemory(to: ReplayPart.self, capacity: partCount)
        self.parts = parts
        makeParts(parts)
        parts.pointee.useCallersViolations()
        let answer = makeRoom() ? call() : Outcome.outOfMemory.rawValue
        var outcome = Outcome(rawValue: min(answer, 0))
        collect(&counts, &outcome)
        if outcome == .ok, let progress = request.pointee.progress {
            let answer = progress(request.pointee.progressContext, counts.events, Int64(parts.pointee.endOfAll))
            outcome = Outcome(rawValue: min(answer, 0))
        }
        return outcome
    }

    /// Divides the tokens by their events: each part has half of what a worker's share of the rest would be. Nobody has looked
    /// at the lists yet: they may be anywhere.
    private func makeParts(_ parts: UnsafeMutablePointer<ReplayPart>) {
        let tokenCount = request.pointee.tokenCount
        let half = Int64(2 * workerCount)
        var token = 0
        for index in 0..<partCount {
            var end = tokenCount
            if let offsets = request.pointee.offsets, index + 1 < partCount {
                let last = offsets[tokenCount]
                let least = (last &- offsets[0]) / (32 * half) &+ 1
                let share = max((last &- offsets[token]) / half, least)
                end = max(token, position(of: offsets[token] &+ share, offsets, tokenCount))
            }
            (parts + index).initialize(to: ReplayPart(request, table, sum, tokens: token..<end))
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

    /// Makes room for the counts of rows of all workers but the first.
    private mutating func makeRoom() -> Bool {
        let count = (workerCount - 1) * 2 * rowCount
        if count == 0 || (request.pointee.rowCounts == nil && request.pointee.rowTimes == nil) { return true }
        guard let memory = calloc(count, MemoryLayout<Int64>.stride) else { return false }
        numbers = memory.bindMemory(to: Int64.self, capacity: count)
        return true
    }

    /// Checks all lists, then carries out all parts. Returns what the host's `parallel` returned, otherwise 0. Its threads may
    /// run one after the other, so none can wait for the others: the lists are checked before.
    private mutating func call() -> Int32 {
        let check: ReplayRequest.Part = { context, worker in
            context!.assumingMemoryBound(to: ReplayRun.self).pointee.check(worker)
        }
        let carryOut: ReplayRequest.Part = { context, worker in
            context!.assumingMemoryBound(to: ReplayRun.self).pointee.carryOut(worker)
        }
        let count = workerCount
        return withUnsafeMutablePointer(to: &self) { run in
            guard count == 1 || run.pointee.request.pointee.parallel != nil else {
                swiftfsm_run_parts(check, carryOut, run, count)
                return 0
            }
            for worker in 0..<count { check(run, worker) }
            guard !run.pointee.parts.unsafelyUnwrapped.pointee.isOverForAll else { return 0 }
            if count > 1, let parallel = run.pointee.request.pointee.parallel {
                return parallel(run.pointee.request.pointee.parallelContext, carryOut, run, count)
            }
            carryOut(run, 0)
            return 0
        }
    }

    /// The part that a worker carries out after those it has had; `nil` if all are taken.
    private func next(_ taken: UnsafeMutablePointer<Int64>) -> Int? {
        let number = workerCount + Int(swiftfsm_add(taken, 1)) - 1
        return number < partCount ? number : nil
    }

    private func check(_ worker: Int) {
        var part: Int? = worker
        while let number = part {
            parts.unsafelyUnwrapped[number].check()
            part = next(sum.checked)
        }
    }

    private func carryOut(_ worker: Int) {
        guard worker >= 0 && worker < workerCount else { return }
        if sendsEvents { carryOut(ReplayMachine.self, worker) } else { carryOut(ReplayWalk.self, worker) }
    }

    private func carryOut<Worker: ReplayWorker>(_: Worker.Type, _ index: Int) {
        let parts = parts.unsafelyUnwrapped
        var number = index
        if parts[number].isOverForAll { return }
        equip(parts + number, index)
        guard var worker = Worker(parts[number], variant) else {
            parts[number].end(.outOfMemory, index: -1)
            return parts[number].report(0)
        }
        while true {
            worker.run()
            parts[number] = worker.part
            guard !parts[number].isOverForAll, let next = next(sum.taken) else { break }
            number = next
            equip(parts + number, index)
            worker.begin(parts[number])
        }
        worker.release()
    }

    /// Gives a part what belongs to the worker that carries it out.
    private func equip(_ part: UnsafeMutablePointer<ReplayPart>, _ worker: Int) {
        part.pointee.isOfFirst = worker == 0
        part.pointee.rowCounts = request.pointee.rowCounts
        part.pointee.rowTimes = request.pointee.rowTimes
        if worker == 0 { return }
        let own = numbers.map { $0 + (worker - 1) * 2 * rowCount }
        if part.pointee.rowCounts != nil { part.pointee.rowCounts = own }
        if part.pointee.rowTimes != nil { part.pointee.rowTimes = own.map { $0 + rowCount } }
    }

    /// Puts together what the parts have found, and frees their memory.
    private func collect(_ counts: inout ReplayCounts, _ outcome: inout Outcome) {
        let parts = parts.unsafelyUnwrapped
        var violationCount = parts.pointee.violationCount
        for index in 0..<partCount {
            let part = parts + index
            counts.add(part.pointee.counts)
            if part.pointee.outcome != .ok && outcome == .ok {
                outcome = part.pointee.outcome
                counts.index = part.pointee.counts.index
                counts.failure = part.pointee.counts.failure
            }
            if index > 0, let found = part.pointee.violations, let violations = request.pointee.violations {
                let count = min(part.pointee.violationCount, request.pointee.violationCapacity - violationCount)
                (violations + violationCount).update(from: found, count: count)
                violationCount += count
            }
            part.pointee.release()
        }
        if let numbers {
            for worker in 0..<workerCount - 1 {
                let own = numbers + worker * 2 * rowCount
                add(own, to: request.pointee.rowCounts)
                add(own + rowCount, to: request.pointee.rowTimes)
            }
            free(numbers)
        }
        counts.violations = counts.refused + counts.unhandled
        counts.transitioned = counts.events - counts.violations - counts.skipped
    }

    private func add(_ numbers: UnsafeMutablePointer<Int64>, to sums: UnsafeMutablePointer<Int64>?) {
        guard let sums else { return }
        for index in 0..<rowCount { sums[index] &+= numbers[index] }
    }
}

/// Carries out parts of a replay, one after the other.
protocol ReplayWorker {
    /// `nil` if there is no memory.
    init?(_ part: ReplayPart, _ variant: UnsafePointer<TableStorage>)
    /// The present part.
    var part: ReplayPart { get }
    /// Takes up another part of the same replay.
    mutating func begin(_ part: ReplayPart)
    /// Replays all events of the part.
    mutating func run()
    func release()
}
