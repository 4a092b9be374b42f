/// What a front end says, before anything is judged: rows, blocks, names and policies, in the order in which they came.
///
/// A front end appends and nothing else; ``validate(signatureOf:)`` judges the whole.
public struct Definition {
    /// The rows, in the order in which they were added.
    public internal(set) var rows: [Row] = []
    /// The blocks of states and superstates, in the order in which they were opened.
    public internal(set) var blocks: [Block] = []
    /// The states declared as initial, with their places; more than one different state is a fault.
    public internal(set) var initials: [(state: ID, place: Place)] = []
    /// The predicate types as they were declared; one may be declared several times.
    public internal(set) var predicates: [PredicateType] = []
    /// The events that are declared, with what they carry.
    var argumentLists = ArgumentLists()
    /// The names of states.
    public var stateNames = Names()
    /// Naming an event makes it known: sending it where no row takes it is "unhandled" rather than a mistake.
    public var eventNames = Names()
    /// The names of predicate types.
    public var predicateNames = Names()
    /// Names of cases, each in the group of its predicate type.
    public var caseNames = Names()
    /// Names of superstates, by the index of their block.
    public var superstateNames = Names()
    /// When entry and exit callbacks run.
    public var entryExit = EntryExitPolicy.onChange
    /// How guards select among rows.
    public var guardPolicy = GuardPolicy.exclusive
    /// The order of a step.
    public var order = StepOrder.standard
    /// Neither a definition without rows nor an empty block is an error. For front ends whose machines may be used
    /// before they have rows (such a table knows no event), and that declare a state by its block alone.
    public var mayBeEmpty = false
    /// The warnings to report.
    public var warnings = Warnings.all
    /// File names, to which ``Place/file`` is an index.
    public internal(set) var files: [Text] = []
    var fileGroups = EqualityGroups()

    var callbackNames = CallbackNames()
    /// What documents say besides; `nil` if none was read.
    var document: DocumentParts?
    /// What is said of nesting.
    var chart = ChartParts()
    var callbacks = ListPool<Callback>()
    var matches = ListPool<MatchPart>()
    /// The superstates that blocks adopt.
    var adoptions = ListPool<Int32>()
    /// Hooks that all machines of the table have.
    var unhandledHooks = Chain()
    var stepHooks = Chain()
    var caseCounts = IndexMap<ID>()
    /// The predicate types that have a provider, each with a chain of just that.
    var providers: [(predicate: ID, chain: Chain)] = []
    var numberOfProvider = IndexMap<ID>()
    /// The first call that was a mistake.
    public var rejection: Rejection?
    /// Whose memory the room of ``reserve(rows:blocks:callbacks:matches:)`` and its like is.
    let memory: MemoryRegion

    /// An empty definition, whose memory is taken from this region.
    public init(in memory: MemoryRegion = .none) { self.memory = memory }

    /// Adds a row and returns its number. O(1).
    @discardableResult
    @_optimize(speed)
    public mutating func add(_ row: Row) -> Int {
        rows.appendInline(row)
        return rows.count - 1
    }

    /// Adds a block and returns its number. O(1).
    @discardableResult
    public mutating func add(_ block: Block) -> Int {
        if block.kind != .plain { chart.hasKinds = true }
        blocks.append(block)
        return blocks.count - 1
    }

    /// Lets a block adopt a superstate, after those that it has adopted before. `false` if that is a state's block.
    /// O(1).
    public mutating func adopt(superstate: Int, intoBlock block: Int) -> Bool {
        guard blocks[superstate].isSuperstate else { return false }
        adoptions.append(Int32(truncatingIfNeeded: superstate), to: &blocks[block].adopted)
        return true
    }

    /// The superstate that a link of a block's chain of them stands for.
    @inline(__always)
    func superstate(_ link: Int32) -> TypedIndex<Block> { TypedIndex(Int(adoptions[link])) }

    /// Declares the initial state. Two different ones are an error of the definition.
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
    @inline(never)
    @_optimize(speed)
    public mutating func addGuard(_ callback: Callback, toRow row: Int) {
        callbacks.append(callback, to: &rows[row].guards)
    }

    /// One more action for a row. O(1).
    @inline(never)
    @_optimize(speed)
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
