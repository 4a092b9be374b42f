import FSMEngine
import FSMInterning

/// The engine's table of the routes as they are, and a machine over it.
@usableFromInline
final class RouteTable<S: StateType, E: EventType> {
    @usableFromInline let machine: FSMEngine.Machine
    @usableFromInline let states: ValueIndex<S>
    @usableFromInline let events: ValueIndex<E>
    let isPlain: Bool
    /// Conditions or mappings are being asked: the machine is not free for another try.
    @usableFromInline @exclusivity(unchecked) var isDeciding = false
    /// Copies behind pointers, so that nothing is counted at each event.
    @usableFromInline let values: UnsafeMutableBufferPointer<S>
    let stateBits: UnsafeMutableBufferPointer<Int32>
    let eventBits: UnsafeMutableBufferPointer<Int32>
    private let table: Table

    /// O(routes), and states times routes from `.any` state where there are routes of `.any` event too.
    init(_ routes: Routes<S, E>, _ current: CurrentAttempt<S, E>, _ factory: CallbackFactory<S, E>, state: S) {
        let rows = RouteRows(routes, current, factory)
        let (valid, diagnostics) = rows.definition.validate()
        guard let valid else { fatalError("SwiftState: the routes make no table: \(diagnostics.map(\.text))") }
        guard let table = valid.compile(owner: rows.callbacks) else {
            fatalError("SwiftState: there is no memory for a table of \(rows.definition.rows.count) rows")
        }
        self.table = table
        states = rows.states
        events = rows.events
        isPlain = rows.isPlain
        machine = Self.machine(table, rows.states.number(of: state) + 1)
        values = Self.copy(rows.states.values)
        stateBits = Self.copy(Self.numbersByBits(rows.states.values))
        eventBits = Self.copy(Self.numbersByBits(rows.events.values))
    }

    deinit {
        machine.release()
        values.deinitialize()
        values.deallocate()
        stateBits.deallocate()
        eventBits.deallocate()
    }

    /// Empty for values that are too large for that.
    private static func numbersByBits<Value>(_ values: [Value]) -> [Int32] {
        var bits = BitNumbers<Value>()
        guard BitNumbers<Value>.isPossible else { return [] }
        for (number, value) in values.enumerated() { bits.set(value, Int32(number)) }
        return bits.numbers
    }

    private static func copy<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = buffer.initialize(from: elements)
        return buffer
    }

    private static func machine(_ table: Table, _ initial: ID) -> FSMEngine.Machine {
        do {
            return try FSMEngine.Machine.create(table, initial: initial)
        } catch {
            fatalError("SwiftState: there is no memory for a machine")
        }
    }

    /// A machine of its own in this state. Who gets it releases it.
    @usableFromInline
    func machine(at state: S) -> FSMEngine.Machine { Self.machine(table, id(of: state)) }

    /// The engine's number of a state; 0 if no route names it.
    func id(of state: S) -> ID { states.number(of: state) + 1 }
}
