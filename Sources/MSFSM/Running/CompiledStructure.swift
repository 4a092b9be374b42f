import FSMEngine
import FSMInterning

/// A compiled structure: the engine's table and the numbers of its states and events. Immutable.
@usableFromInline
final class CompiledStructure<StateType: FSMState, InfoType, EventType: FSMEvent> {
    @usableFromInline typealias Callbacks = CallbackFactory<StateType, InfoType, EventType>

    @usableFromInline let table: Table
    @usableFromInline let stateNumbers: ValueIndex<StateType>
    @usableFromInline let eventNumbers: ValueIndex<EventType>
    /// The declarations, for updates and error messages.
    let declarations: Declarations<StateType, InfoType, EventType>

    /// Compiles declarations. O(declarations).
    init(_ declarations: Declarations<StateType, InfoType, EventType>, _ factory: Callbacks) {
        stateNumbers = declarations.stateNumbers
        eventNumbers = declarations.eventNumbers
        self.declarations = declarations
        table = Self.table(of: declarations, factory)
    }

    /// Builds the table. An `exec` is an internal row with an action; an `on` is a row whose target its callback
    /// resolves, after the state was left.
    private static func table(
        of declarations: Declarations<StateType, InfoType, EventType>, _ factory: Callbacks
    ) -> Table {
        var definition = Definition()
        let boxes = CallbackBoxes()
        definition.mayBeEmpty = true
        definition.warnings = []
        definition.entryExit = .always
        if let order = StepOrder([.exit, .resolve, .actions, .commit, .entry]) { definition.order = order }
        for (number, state) in declarations.states.enumerated() {
            let block = definition.add(Block(state: Int32(number)))
            if let didEnter = state.didEnter {
                definition.add(boxes.callback(factory.enterOrLeave(didEnter)), on: .entry, toBlock: block)
            }
            if let willLeave = state.willLeave {
                definition.add(boxes.callback(factory.enterOrLeave(willLeave)), on: .exit, toBlock: block)
            }
        }
        for reaction in declarations.reactions {
            switch reaction.callback {
            case .execution(let execute):
                let row = definition.add(
                    Row(source: reaction.state, event: reaction.event, target: ReservedID.internal))
                definition.addAction(boxes.callback(factory.action(execute)), toRow: row)
            case .transition(let transition):
                let row = definition.add(Row(source: reaction.state, event: reaction.event, target: ReservedID.dynamic))
                let resolver = factory.resolver(transition, declarations.stateNumbers)
                _ = definition.setResolver(boxes.callback(resolver), ofRow: row)
            }
        }
        let (valid, diagnostics) = definition.validate()
        guard let table = valid?.compile(owner: boxes) else {
            fail(.noTable(diagnostics.isEmpty ? "out of memory" : "\(diagnostics.map { $0.text })"))
        }
        return table
    }
}
