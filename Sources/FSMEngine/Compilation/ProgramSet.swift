/// The programs and callbacks of a table in the making; equal flat programs are kept once. An object, since it is never
/// copied.
final class ProgramSet {
    private(set) var programs: [Program] = [.none]
    private(set) var callbacks: [Callback] = []
    private var groups = EqualityGroups()
    /// The program of each group of equal ones.
    private var programOfGroup: [UInt32] = []
    /// Lists of callbacks that states have, each kept once: where the one that opened each group begins.
    private var listGroups = EqualityGroups()
    private var listStarts: [UInt32] = []
    /// The copies of programs that are not for the fast path.
    private var slowProgram = IndexMap<UInt64>()
    /// The flat program in the making.
    private var scratch: [Callback] = []
    private var scratchCommit = 0
    /// For each callback the node whose it is, or ``ChartNode/none``, up to the last one that has a node; and the same of
    /// the program in the making.
    private(set) var owners: [UInt32] = []
    private var scratchOwners: [UInt32] = []
    /// How many of its callbacks are exit and entry callbacks; only in a chart.
    var exitCount: UInt8 = 0
    var entryCount: UInt8 = 0
    /// The flat programs without callbacks, by level; `.max` while there is none.
    private var silentPrograms: [UInt32] = [.max, .max, .max, .max]
    /// The flat program that was found last: consecutive rows often have the same callbacks.
    private var lastFlat: UInt32 = 0
    /// Programs of the fast path, each where its callback was last looked for; 0 where there is none.
    private var recent = [UInt32](repeating: 0, count: 256)

    /// Appends the callbacks of a chain.
    func addList(_ chain: Chain, of pool: ListPool<Callback>) -> CallbackList {
        let first = callbacks.count
        pool.forEach(in: chain) { callbacks.append($0) }
        return CallbackList(first: UInt32(first), count: UInt32(callbacks.count - first))
    }

    /// Appends a callback to the list that was added last.
    func extend(_ list: inout CallbackList, by callback: Callback) {
        if list.isEmpty { list.first = UInt32(callbacks.count) }
        callbacks.append(callback)
        list.count += 1
    }

    /// A program that tries so many rules, from this one on.
    func addRules(first: Int, count: Int, level: Program.Precedence, isPlain: Bool = false) -> UInt32 {
        add(.rules, first: first, count: count, commit: isPlain ? 1 : 0, level)
    }

    /// A program that decides by cases.
    func addDecision(_ number: Int, level: Program.Precedence) -> UInt32 {
        add(.decision, first: number, count: 0, commit: 0, level)
    }

    @inline(never)
    private func add(
        _ kind: Program.Kind, first: Int, count: Int, commit: UInt32, _ level: Program.Precedence
    ) -> UInt32 {
        var program = Program.none
        program.kind = kind
        program.first = UInt32(first)
        program.count = UInt32(count)
        program.commit = commit
        program.level = level
        programs.append(program)
        return UInt32(programs.count &- 1)
    }

    /// A program that does the same as this one, but is not for the step's fast path.
    func withoutFastPath(_ number: UInt32) -> UInt32 {
        guard programs[Int(number)].function != nil else { return number }
        let next = UInt32(programs.count)
        let copy = slowProgram.index(of: UInt64(number), orInsert: next)
        if copy == next {
            var program = programs[Int(number)]
            program.function = nil
            program.context = nil
            programs.append(program)
        }
        return copy
    }

    // MARK: - Flat programs

    /// Begins a flat program: callbacks and the commit are then added in the order in which they run.
    @_optimize(speed)
    func beginFlat() {
        // There are few: to take them out one by one is less work than removeAll(keepingCapacity:), which replaces a range.
        while !scratch.isEmpty { scratch.removeLast() }
        while !scratchOwners.isEmpty { scratchOwners.removeLast() }
        scratchCommit = 0
        exitCount = 0
        entryCount = 0
    }

    func addToFlat(_ list: CallbackList) {
        for index in Int(list.first)..<Int(list.first + list.count) { scratch.appendInline(callbacks[index]) }
    }

    @_optimize(speed)
    func addToFlat(_ chain: Chain, of pool: ListPool<Callback>) {
        pool.forEach(in: chain) { scratch.appendInline($0) }
    }

    /// All that were added since the last call are callbacks of this node.
    func own(_ node: UInt32) { while scratchOwners.count < scratch.count { scratchOwners.append(node) } }

    @_optimize(speed)
    func commitInFlat() { scratchCommit = scratch.count }

    /// The number of the flat program that was begun, or of an equal one.
    @_optimize(speed)
    func endFlat(level: Program.Precedence) -> UInt32 {
        if scratch.isEmpty { return silentProgram(level: level) }
        if isScratch(lastFlat, level) { return lastFlat }
        let hash = scratchHash(level)
        var group = groups.first(hash: hash)
        while group >= 0 && !isScratch(programOfGroup[group], level) { group = groups.next(group) }
        if group < 0 {
            group = groups.open(with: programOfGroup.count, hash: hash)
            programOfGroup.append(appendScratch(level))
        }
        lastFlat = programOfGroup[group]
        return lastFlat
    }

    /// The number of the flat program that calls this and then changes the state.
    @inline(never)
    @_optimize(speed)
    func singleProgram(_ callback: Callback, level: Program.Precedence) -> UInt32 {
        var hash = WordHasher()
        hash.add(UInt64(callback.address) ^ UInt64(UInt(bitPattern: callback.context)) &<< 20)
        let place = Int(truncatingIfNeeded: hash.value) & 0xff
        let known = recent[place]
        let program = programs[Int(known)]
        if let function = program.function, unsafeBitCast(function, to: UInt.self) == callback.address,
            program.context == callback.context, program.level == level, !program.hasOwners
        {
            return known
        }
        beginFlat()
        scratch.appendInline(callback)
        commitInFlat()
        recent[place] = endFlat(level: level)
        return recent[place]
    }

    /// The callbacks that were added since ``beginFlat()`` as a list, which equal ones share.
    @inline(never)
    func endList() -> CallbackList {
        if scratch.isEmpty { return .empty }
        let hash = scratchHash(.stateAndEvent)
        var group = listGroups.first(hash: hash)
        while group >= 0 && !isScratch(at: Int(listStarts[group])) { group = listGroups.next(group) }
        if group < 0 {
            group = listGroups.open(with: listStarts.count, hash: hash)
            listStarts.append(UInt32(callbacks.count))
            appendScratch()
        }
        return CallbackList(first: listStarts[group], count: UInt32(scratch.count))
    }

    @inline(never)
    @_optimize(speed)
    private func appendScratch() {
        for index in scratch.indices { callbacks.append(scratch[index]) }
    }

    /// Whether the callbacks from here on are those that were added.
    @inline(never)
    @_optimize(speed)
    private func isScratch(at first: Int) -> Bool {
        guard first &+ scratch.count <= callbacks.count else { return false }
        for index in scratch.indices where !callbacks[first &+ index].isSame(as: scratch[index]) { return false }
        return true
    }

    /// The number of the flat program that does nothing but change the state.
    func silentProgram(level: Program.Precedence) -> UInt32 {
        let known = silentPrograms[Int(level.rawValue)]
        if known != .max { return known }
        beginFlat()
        let program = appendScratch(level)
        // To call what does nothing is quicker than to leave the step's fast path.
        programs[Int(program)].function = Callback.idle.function
        silentPrograms[Int(level.rawValue)] = program
        return program
    }

    /// Whether the callbacks from this one on belong to the nodes to which those in the making do.
    private func hasScratchOwners(_ first: Int) -> Bool {
        if owners.isEmpty && scratchOwners.isEmpty { return true }
        for index in scratch.indices {
            let owner = first &+ index < owners.count ? owners[first &+ index] : ChartNode.none
            if owner != (index < scratchOwners.count ? scratchOwners[index] : ChartNode.none) { return false }
        }
        return true
    }

    private func setOwners(from first: Int) {
        while owners.count < first { owners.append(ChartNode.none) }
        for owner in scratchOwners { owners.append(owner) }
    }

    /// Whether the flat program in the making is like this program.
    @_optimize(speed)
    private func isScratch(_ number: UInt32, _ level: Program.Precedence) -> Bool {
        let program = programs[Int(number)]
        guard program.kind == .flat, program.commit == UInt32(scratchCommit), program.level == level,
            program.count == UInt32(scratch.count), program.exitCount == exitCount, program.entryCount == entryCount
        else { return false }
        return isScratch(at: Int(program.first)) && hasScratchOwners(Int(program.first))
    }

    @_optimize(speed)
    private func scratchHash(_ level: Program.Precedence) -> UInt64 {
        var hash = WordHasher()
        hash.add(UInt64(scratchCommit) << 8 | UInt64(level.rawValue))
        for callback in scratch { hash.add(callback) }
        return hash.value
    }

    @_optimize(speed)
    private func appendScratch(_ level: Program.Precedence) -> UInt32 {
        var program = Program.none
        program.kind = .flat
        program.first = UInt32(callbacks.count)
        program.count = UInt32(scratch.count)
        program.commit = UInt32(scratchCommit)
        program.level = level
        program.exitCount = exitCount
        program.entryCount = entryCount
        if !scratchOwners.isEmpty { setOwners(from: Int(program.first)) }
        if scratch.count == 1 && scratchCommit == 1 {
            program.function = scratch[0].function
            program.context = scratch[0].context
        }
        appendScratch()
        programs.append(program)
        return UInt32(programs.count - 1)
    }
}
