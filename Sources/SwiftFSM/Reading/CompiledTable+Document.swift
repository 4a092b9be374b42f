import FSMEngine

extension CompiledTable {
    /// Compiles a document whose names have these values. Its callbacks find their guards and actions in the machine.
    ///
    /// - Throws: ``SwiftFSMError`` if there is no memory.
    convenience init(
        _ reading: DocumentReading, _ states: DocumentValues<State>, _ events: DocumentValues<Event>,
        _ predicates: PredicateKinds, isLenient: Bool
    ) throws {
        var definition = reading.numbered
        let roles = definition.wantedCallbacks.map(\.role)
        definition.bind { roles[$0] == .guard ? DocumentGuards.callback($0) : ActionStore.callback($0) }
        for number in roles.indices { definition.setBound(number) }
        guard let table = definition.validate().valid?.compile(owner: nil) else {
            throw SwiftFSMError(faults: [.outOfMemory])
        }
        self.init(
            table, states: states.index, events: events.index, predicates: predicates, isLenient: isLenient,
            fingerprint: reading.written.fingerprint)
    }
}

/// The guards and actions of one machine over a document's table.
struct DocumentCallbacks<Event: FSMHashable> {
    private(set) var lists = ActionLists<Event>()
    private(set) var guards: [DocumentGuard?] = []
    /// What is missing, or has another role.
    private(set) var faults: [TableFault] = []

    /// Asks for each callback that the document names.
    init(_ wanted: [FSMWantedCallback?], _ find: (FSMWantedCallback) -> FSMCallback<Event>?) {
        for wanted in wanted {
            var (asked, actions): (DocumentGuard?, [AnyAction]) = (nil, [])
            if let wanted {
                switch (find(wanted)?.kind, wanted.role == .guard) {
                case (.asks(let condition), true): asked = condition
                case (.acts(let action), false): actions = [action]
                case (nil, _): add(wanted, "none was supplied")
                case (.asks, false): add(wanted, "found a guard")
                case (.acts, true): add(wanted, "found an action")
                }
            }
            guards.append(asked)
            lists.append(actions)
        }
    }

    private mutating func add(_ wanted: FSMWantedCallback, _ found: String) {
        let text = "expected a callback for \(wanted.role.rawValue) '\(wanted.name.escaped)': \(found)"
        faults.append(.document(FSMDocumentFault(wanted.file, line: wanted.line, column: wanted.column, text)))
    }
}
