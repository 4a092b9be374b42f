import FSMEngine
import FSMInterning

/// The compiled routes, and an engine machine that uses them.
@usableFromInline
final class RouteTable<S: StateType, E: EventType> {
    @usableFromInline let machine: FSMEngine.Machine
    @usableFromInline let states: ValueIndex<S>
    @usableFromInline let events: ValueIndex<E>
    let isPlain: Bool
    /// Whether conditions or mappings are being evaluated: the machine cannot handle another attempt.
    @usableFromInline @exclusivity(unchecked) var isDeciding = false
    /// Copies behind pointers, so that an event needs no reference counting.
    @usableFromInline let values: UnsafeMutableBufferPointer<S>
    let stateBits: UnsafeMutableBufferPointer<Int32>
    let eventBits: UnsafeMutableBufferPointer<Int32>
    private let table: Table

    /// Compiles routes. O(routes); with routes of `.any` event, O(states × routes from `.any` state).
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

    /// The numbers of values by their bits; empty if the type is too large.
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

    /// Creates another machine, in this state. The caller must release it.
    @usableFromInline
    func machine(at state: S) -> FSMEngine.Machine { Self.machine(table, id(of: state)) }

    /// The engine's id of a state; 0 if no route names it.
    func id(of state: S) -> ID { states.number(of: state) + 1 }
}
