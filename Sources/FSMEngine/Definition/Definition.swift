/// What a front end says, before anything is judged: rows, blocks, names and policies, in the order in which they came.
///
/// A front end appends and nothing else; ``validate()`` judges the whole.
public struct Definition {
    public internal(set) var rows: [Row] = []
    public internal(set) var blocks: [Block] = []
    /// The states declared as initial, with their places; more than one different state is a fault.
    public internal(set) var initials: [(state: ID, place: Place)] = []
    /// The predicate types as they were declared; one may be declared several times.
    public internal(set) var predicates: [PredicateType] = []
    /// The events that are declared, with what they carry.
    var argumentLists = ArgumentLists()
    public var stateNames = Names()
    /// Naming an event makes it known: sending it where no row takes it is "unhandled" rather than a mistake.
    public var eventNames = Names()
    public var predicateNames = Names()
    /// Names of cases, each in the group of its predicate type.
    public var caseNames = Names()
    public var entryExit = EntryExitPolicy.onChange
    public var guardPolicy = GuardPolicy.exclusive
    public var order = StepOrder.standard
    /// A definition without rows is no fault. For front ends whose machines may be used before anything is said of them:
    /// no event is known to such a table.
    public var mayBeEmpty = false
    /// File names, to which ``Place/file`` is an index.
    public private(set) var files: [String] = []
    private var fileGroups = EqualityGroups()

    var callbacks = ListPool<Callback>()
    var matches = ListPool<MatchPart>()
    /// Hooks that all machines of the table have.
    var unhandledHooks = Chain()
    var stepHooks = Chain()
    private var caseCounts = IndexMap<ID>()
    /// The predicate types that have a provider, each with a chain of just that.
    var providers: [(predicate: ID, chain: Chain)] = []
    private var numberOfProvider = IndexMap<ID>()

    public init() {}

    /// The bytes that it takes to add so many rows, blocks, callbacks and cases of matches: none while there is room.
    public func bytesToAdd(
        rows newRows: Int64 = 0, blocks newBlocks: Int64 = 0, callbacks newCallbacks: Int64 = 0,
        matches newMatches: Int64 = 0
    ) -> Int64 {
        // An array that has to grow gets twice the room, and keeps the old one until it has moved.
        func growth<Element>(_ array: [Element], by count: Int64) -> Int64 {
            let count = Int64(array.count) + count
            return count <= array.capacity ? 0 : 3 * (count + 8) * Int64(MemoryLayout<Element>.stride)
        }
        return growth(rows, by: newRows) + growth(blocks, by: newBlocks) + callbacks.bytesToAdd(newCallbacks)
            + matches.bytesToAdd(newMatches)
    }

    /// The number of a file name, to be used in places. O(length of the name).
    @inline(never)
    public mutating func file(_ name: String) -> Int32 {
        let next = files.count
        var hash = WordHasher()
        for byte in name.utf8 { hash.add(UInt64(byte)) }
        let number = fileGroups.group(of: next, hash: hash.value) { [files] in
            files[$0].utf8.elementsEqual(name.utf8)
        }
        if number == next { files.append(name) }
        return Int32(truncatingIfNeeded: number)
    }

    /// Makes room for so many rows more, so that adding them copies none.
    public mutating func reserve(rows count: Int) {
        // Growing to what is needed and no further would copy all of them at each call.
        if rows.count + count > rows.capacity { rows.reserveCapacity(max(rows.count + count, 2 * rows.capacity)) }
    }

    /// Adds a row and returns its number. O(1).
    @discardableResult
    public mutating func add(_ row: Row) -> Int {
        rows.append(row)
        return rows.count - 1
    }

    /// Adds a block and returns its number. O(1).
    @discardableResult
    public mutating func add(_ block: Block) -> Int {
        blocks.append(block)
        return blocks.count - 1
    }

    /// Lets a block adopt a superstate, after those that it has adopted before. `false` if that is a state's block.
    /// O(1).
    public mutating func adopt(superstate: Int, intoBlock block: Int) -> Bool {
        guard blocks[superstate].isSuperstate else { return false }
        blocks[block].adopted.append(superstate)
        return true
    }

    /// How many superstates a block adopts itself.
    public func adoptionCount(ofBlock block: Int) -> Int { blocks[block].adopted.count }

    public mutating func declareInitial(_ state: ID, place: Place = .unknown) {
        initials.append((state, place))
    }

    /// Declares a predicate type. Declaring it again with another number of cases is a fault. O(1).
    public mutating func declare(_ predicate: PredicateType) {
        predicates.append(predicate)
        let caseCount = UInt32(predicate.caseCount)
        _ = caseCounts.index(of: predicate.id, orInsert: caseCount)
    }

    /// How many cases a predicate type has, as it was declared first; `nil` if it was not. O(1).
    public func caseCount(ofPredicate id: ID) -> Int32? { caseCounts[id].map { Int32($0) } }

    /// The bytes that it takes to declare one more event, or to set one more provider.
    public var bytesToDeclare: Int64 {
        argumentLists.bytesToAdd + 128 * Int64(providers.count) + callbacks.bytesToAdd(1)
    }

    /// Declares an event and what it carries. Declaring it again with other arguments is a fault. O(arguments).
    public mutating func declare(_ event: EventType) { argumentLists.declare(event) }

    /// Lets a declared predicate type ask a callback for its case. `false` if it has one to ask already. O(1).
    public mutating func setProvider(_ callback: Callback, ofPredicate id: ID) -> Bool {
        let next = UInt32(providers.count)
        guard numberOfProvider.index(of: id, orInsert: next) == next else { return false }
        var chain = Chain()
        callbacks.append(callback, to: &chain)
        providers.append((id, chain))
        return true
    }

    /// One more match for a row: it is meant for these cases of a predicate type. O(cases).
    @inline(never)
    public mutating func addMatch(_ predicate: ID, cases: some Sequence<Int32>, toRow row: Int) {
        var opens = true
        for value in cases {
            matches.append(MatchPart(predicate: predicate, value: value, opens: opens), to: &rows[row].matches)
            opens = false
        }
        guard opens else { return }
        matches.append(MatchPart(predicate: predicate, value: nil, opens: true), to: &rows[row].matches)
    }

    /// One more guard for a row; all must say yes. O(1).
    public mutating func addGuard(_ callback: Callback, toRow row: Int) {
        callbacks.append(callback, to: &rows[row].guards)
    }

    /// One more action for a row. O(1).
    public mutating func addAction(_ callback: Callback, toRow row: Int) {
        callbacks.append(callback, to: &rows[row].actions)
    }

    /// The resolver of a row whose target is ``ReservedID/dynamic``. `false` if it has one already.
    public mutating func setResolver(_ callback: Callback, ofRow row: Int) -> Bool {
        guard rows[row].resolver.isEmpty else { return false }
        callbacks.append(callback, to: &rows[row].resolver)
        return true
    }

    /// One more hook for all machines: for every step, or for events that have no row. O(1).
    public mutating func addHook(_ callback: Callback, forUnhandledEvents isUnhandled: Bool) {
        if isUnhandled {
            callbacks.append(callback, to: &unhandledHooks)
        } else {
            callbacks.append(callback, to: &stepHooks)
        }
    }

    /// One more callback for a block. O(1).
    @inline(never)
    public mutating func add(_ callback: Callback, on event: BlockEvent, toBlock block: Int) {
        switch event {
        case .entry: callbacks.append(callback, to: &blocks[block].entry)
        case .exit: callbacks.append(callback, to: &blocks[block].exit)
        case .cycle: callbacks.append(callback, to: &blocks[block].cycle)
        case .update: callbacks.append(callback, to: &blocks[block].update)
        }
    }
}
