import FSMEngine
import FSMInterning

/// A compiled structure: the engine's table, and the callbacks by the numbers in the table. Immutable, except for the
/// callbacks of states.
@usableFromInline
final class CompiledStructure<StateType: FSMState, InfoType, EventType: FSMEvent> {
    @usableFromInline typealias State = DeclaredState<StateType, InfoType, EventType>

    @usableFromInline let table: Table
    @usableFromInline let stateNumbers: ValueIndex<StateType>
    @usableFromInline let eventNumbers: ValueIndex<EventType>
    @usableFromInline let states: Objects<State>
    @usableFromInline let reactions: Objects<Reaction<StateType, InfoType, EventType>>

    /// Compiles declarations. O(declarations).
    init(_ declarations: Declarations<StateType, InfoType, EventType>) {
        stateNumbers = declarations.stateNumbers
        eventNumbers = declarations.eventNumbers
        states = Objects(declarations.states)
        reactions = Objects(declarations.reactions)
        table = Self.table(of: declarations)
    }

    /// Builds the table. For the engine each row is internal: its reaction determines the next state. The row's action
    /// is never called; its context is the number of the reaction.
    private static func table(of declarations: Declarations<StateType, InfoType, EventType>) -> Table {
        var definition = Definition()
        definition.guardPolicy = .firstMatch
        definition.mayBeEmpty = true
        for state in declarations.states.indices { definition.add(Block(state: Int32(state), isFinal: true)) }
        for (index, reaction) in declarations.reactions.enumerated() {
            let row = definition.add(Row(source: reaction.state, event: reaction.event, target: ReservedID.internal))
            let number = UnsafeMutableRawPointer(bitPattern: index + 1)
            definition.addAction(Callback({ _, _ in 0 }, context: number), toRow: row)
        }
        let (valid, diagnostics) = definition.validate()
        guard let table = valid?.compile() else {
            fail(.noTable(diagnostics.isEmpty ? "out of memory" : "\(diagnostics.map { $0.text })"))
        }
        return table
    }
}

/// Objects by number. Access needs no reference counting: the collection retains its objects.
@usableFromInline
struct Objects<Object: AnyObject>: ~Copyable {
    private let count: Int
    @usableFromInline let start: UnsafeMutablePointer<Unmanaged<Object>>

    init(_ objects: ContiguousArray<Object>) {
        count = objects.count
        start = .allocate(capacity: count)
        for (number, object) in objects.enumerated() {
            (start + number).initialize(to: Unmanaged.passRetained(object))
        }
    }

    deinit {
        for number in 0..<count { start[number].release() }
        start.deallocate()
    }

    /// Calls `body` with an object; the number must be valid.
    @inlinable @inline(__always)
    func with<Result>(_ number: Int, _ body: (Object) -> Result) -> Result {
        start[number]._withUnsafeGuaranteedRef(body)
    }
}
