import FSMEngine
import FSMInterning

/// A machine with its table and actions: everything needed to handle an event. Stored behind pointers, so that an event
/// needs no reference counting.
@usableFromInline
final class Runner<State: FSMHashable, Event: FSMHashable> {
    // Unchecked exclusivity: only another thread could read these while they change, and a machine belongs to one
    // thread.

    /// The machine while events can take the fast path: there is a table, no event waits, and there is no log handler.
    @usableFromInline @exclusivity(unchecked) private(set) var fastPathMachine: Machine?
    @usableFromInline @exclusivity(unchecked) private(set) var states = UnsafeMutableBufferPointer<State>(
        start: nil, count: 0)
    /// The numbers of events by their bits; empty if the type is too large.
    @usableFromInline @exclusivity(unchecked) private(set) var eventsByBits = UnsafeMutableBufferPointer<Int32>(
        start: nil, count: 0)
    @usableFromInline @exclusivity(unchecked)
    private(set) var actionLists = UnsafeMutableBufferPointer<ActionList<Event>>(start: nil, count: 0)
    @usableFromInline @exclusivity(unchecked)
    private(set) var actions = UnsafeMutableBufferPointer<Unmanaged<ActionBox<Event>>>(start: nil, count: 0)

    @usableFromInline @exclusivity(unchecked) private(set) var sender: PredicateSender?
    private(set) var machine: Machine?
    @usableFromInline private(set) var table: CompiledTable<State, Event>?
    var isUnobserved = false {
        didSet { updateFastPath() }
    }
    private var turns = Turns() {
        didSet { updateFastPath() }
    }

    @usableFromInline init() {}

    /// Installs a table. Call it once.
    func take(
        _ table: CompiledTable<State, Event>, _ actionLists: ActionLists<Event>, initialState: State
    ) throws {
        machine = try table.machine(initialState: initialState)
        self.table = table
        states = Self.copy(table.states.values)
        eventsByBits = Self.copy(table.events.bits.numbers)
        self.actionLists = Self.copy(actionLists.lists)
        sender = PredicateSender(table.predicates)
        actions = Self.copy(actionLists.actions.map { Unmanaged.passRetained(ActionBox($0)) })
        updateFastPath()
    }

    deinit {
        machine?.release()
        for action in actions { action.release() }
        Self.free(states)
        Self.free(eventsByBits)
        Self.free(actionLists)
        Self.free(actions)
    }

    private func updateFastPath() { fastPathMachine = isUnobserved && turns.areFree ? machine : nil }

    private static func copy<Element>(_ elements: some Collection<Element>) -> UnsafeMutableBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = buffer.initialize(from: elements)
        return buffer
    }

    private static func free<Element>(_ buffer: UnsafeMutableBufferPointer<Element>) {
        buffer.deinitialize()
        buffer.deallocate()
    }

    @inlinable @inline(__always)
    func number(of event: Event) -> Int32 {
        if BitNumbers<Event>.isPossible {
            let pattern = BitNumbers<Event>.pattern(of: event)
            if pattern < eventsByBits.count, eventsByBits[pattern] >= 0 { return eventsByBits[pattern] }
        }
        return search(event)
    }

    @inlinable
    func search(_ event: Event) -> Int32 { table?.events.search(event) ?? -1 }

    /// Changes the state for an event.
    @inlinable @inline(__always)
    func advance(_ machine: Machine, _ event: Event, _ predicates: [any Predicate]) -> Advance {
        let number = number(of: event)
        guard !predicates.isEmpty, let sender else { return machine.advance(number) }
        return sender.advance(machine, number, predicates)
    }

    /// The current state; `nil` while there is no table.
    var state: State? { machine.map { states[Int($0.state)] } }

    /// Restores the state before a step whose actions have not run.
    @usableFromInline
    func undo(_ advance: Advance) { _ = machine?.setState(Int32(advance.source)) }

    // MARK: - Turns

    /// Waits until an event sent by the current task can be handled.
    func waitForTurn(isolation: isolated (any Actor)?) async {
        let inside = AwaitedStep.innermost(of: ObjectIdentifier(self))
        guard !turns.isTurn(ofThoseInside: inside) else { return }
        await withCheckedContinuation(isolation: isolation) { turns.wait(inside: inside, $0) }
        turns.beginPromised()
    }

    /// Whether an event sent by the current task can be handled without waiting.
    var isTurn: Bool { turns.isTurn(ofThoseInside: AwaitedStep.innermost(of: ObjectIdentifier(self))) }

    /// Resumes the next waiting task. Call it after a step without `await`.
    func wakeNext() { turns.wakeNext() }

    /// Runs actions of which some must be awaited.
    @usableFromInline
    func perform(
        _ actionList: ActionList<Event>, _ event: Event, isolation: isolated (any Actor)?
    ) async {
        let step = AwaitedStep(of: ObjectIdentifier(self))
        turns.begin(step)
        await AwaitedStep.$innermost.withValue(step) {
            for number in actionList.first..<actionList.first + actionList.count {
                await actions[number].takeUnretainedValue().action.call(event, isolation: isolation)
            }
        }
        turns.end()
        wakeNext()
    }

    /// Runs actions that the caller can call directly.
    @inlinable @inline(__always)
    func performDirectly(_ actionList: ActionList<Event>, _ event: Event) {
        var number = actionList.first
        let end = number + actionList.count
        while number < end {
            actions[number]._withUnsafeGuaranteedRef { $0.action.callDirectly(event) }
            number += 1
        }
    }
}
