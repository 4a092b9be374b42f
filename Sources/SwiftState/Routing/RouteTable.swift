import FSMEngine
import FSMInterning

/// The compiled routes. Immutable.
@usableFromInline
final class RouteTable<S: StateType, E: EventType> {
    @usableFromInline let table: Table
    @usableFromInline let states: ValueIndex<S>
    @usableFromInline let events: ValueIndex<E>
    /// Copies behind pointers, so that an event needs no reference counting.
    @usableFromInline let values: UnsafeMutableBufferPointer<S>
    let stateBits: UnsafeMutableBufferPointer<Int32>
    let eventBits: UnsafeMutableBufferPointer<Int32>

    /// Compiles routes. O(routes); with routes of `.any` event, O(states × routes from `.any` state).
    init(_ routes: Routes<S, E>, _ factory: CallbackFactory<S, E>) {
        let rows = RouteRows(routes, factory)
        let (valid, diagnostics) = rows.definition.validate()
        guard let valid else { fatalError("SwiftState: the routes make no table: \(diagnostics.map(\.text))") }
        guard let table = valid.compile(owner: rows.callbacks) else {
            fatalError("SwiftState: there is no memory for a table of \(rows.definition.rows.count) rows")
        }
        self.table = table
        states = rows.states
        events = rows.events
        values = rows.values
        stateBits = Self.numbersByBits(rows.states.values)
        eventBits = Self.numbersByBits(rows.events.values)
    }

    deinit {
        values.deinitialize()
        values.deallocate()
        stateBits.deallocate()
        eventBits.deallocate()
    }

    /// The numbers of values by their bits; empty if the type is too large.
    private static func numbersByBits<Value>(_ values: [Value]) -> UnsafeMutableBufferPointer<Int32> {
        var bits = BitNumbers<Value>()
        if BitNumbers<Value>.isPossible {
            for (number, value) in values.enumerated() { bits.set(value, Int32(number)) }
        }
        let buffer = UnsafeMutableBufferPointer<Int32>.allocate(capacity: bits.numbers.count)
        _ = buffer.initialize(from: bits.numbers)
        return buffer
    }
}
