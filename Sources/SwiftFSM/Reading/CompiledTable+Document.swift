import FSMEngine
import FSMInterning

extension CompiledTable {
    /// Compiles a document whose names have these values. Its callbacks find their guards, providers and actions in the
    /// machine.
    ///
    /// - Throws: ``SwiftFSMError`` if there is no memory.
    convenience init(
        _ reading: DocumentReading, _ states: DocumentValues<State>, _ events: DocumentValues<Event>,
        _ predicates: PredicateKinds, isLenient: Bool
    ) throws {
        var definition = reading.numbered
        let roles = definition.wantedCallbacks.map(\.role)
        definition.bind { number in
            switch roles[number] {
            case .guard, .provider, .resolver, .update: DocumentQuestions.callback(number)
            case .unhandled, .step: Callback { _, _ in 0 }  // the machine calls them, with the values of the event
            default: ActionStore.callback(number)
            }
        }
        for number in roles.indices { definition.setBound(number) }
        guard let table = definition.validate().valid?.compile(owner: nil) else {
            throw SwiftFSMError(faults: [.outOfMemory])
        }
        self.init(
            table, states: states.index, events: events.index, predicates: predicates, isLenient: isLenient,
            fingerprint: reading.written.fingerprint, rows: reading.rows(of: table), hooks: DocumentHooks(roles))
    }
}

/// The hooks of a document, by the numbers of their callbacks, which are those of action lists.
struct DocumentHooks: Sendable {
    private let ofUnhandledEvents: [Int]
    private let ofSteps: [Int]

    init(_ roles: [CallbackRole]) {
        ofUnhandledEvents = roles.indices.filter { roles[$0] == .unhandled }
        ofSteps = roles.indices.filter { roles[$0] == .step }
    }

    var isEmpty: Bool { ofUnhandledEvents.isEmpty && ofSteps.isEmpty }

    /// Those for a step, in their order.
    func numbers(_ outcome: Outcome) -> [Int] { outcome == .unhandled ? ofUnhandledEvents + ofSteps : ofSteps }
}

/// The callbacks of one machine over a document's table.
struct DocumentCallbacks<Event: FSMHashable> {
    private(set) var lists = ActionLists<Event>()
    private var asked: [DocumentQuestion?] = []
    private let words = DocumentWords()
    /// What is missing, or has another role.
    private(set) var faults: [TableFault] = []

    var questions: DocumentQuestions { DocumentQuestions(asked, words) }

    /// Asks for each callback that the document names. `states` numbers the states of the table.
    init<State>(
        _ wanted: [DocumentReading.Wanted?], _ states: ValueIndex<State>,
        _ find: (FSMWantedCallback) -> FSMCallback<Event>?
    ) {
        let words = words
        func number(_ state: Any) -> Int32 {
            let number = (state as? State).map { states.number(of: $0) } ?? -1
            if number < 0 { words.unknownState = state }
            return number
        }
        for wanted in wanted {
            var (asked, actions): (DocumentQuestion?, [AnyAction]) = (nil, [])
            if let wanted {
                switch (find(wanted.callback)?.kind, wanted.callback.role) {
                case (.asks(let condition), .guard): asked = condition
                case (.provides(let provider), .provider):
                    asked = provider
                    if let text = wanted.misfit(of: provider) { add(wanted.callback, text) }
                case (.resolves(let resolver), .resolver):
                    asked = resolver.question(number)
                    if resolver.state != State.self {
                        add(wanted.callback, "found one that returns a \(resolver.state) instead of a \(State.self)")
                    }
                case (.updates(let update), .update): asked = update.question(words)
                case (nil, _): add(wanted.callback, "none was supplied")
                case (.asks, _): add(wanted.callback, "found a guard")
                case (.provides, _): add(wanted.callback, "found a provider")
                case (.resolves, _): add(wanted.callback, "found a resolver")
                case (.updates, _): add(wanted.callback, "found an update callback")
                case (.acts, .guard), (.acts, .provider), (.acts, .resolver), (.acts, .update):
                    add(wanted.callback, "found an action")
                case (.acts(let action), let role):
                    actions = [action]
                    if role.isHook, !action.action.isSynchronous {
                        add(wanted.callback, "found an async action, and hooks are not awaited")
                    }
                }
            }
            self.asked.append(asked)
            lists.append(actions, of: -1)
        }
    }

    private mutating func add(_ wanted: FSMWantedCallback, _ found: String) {
        let text = "expected a callback for \(wanted.role.rawValue) '\(wanted.name.escaped)': \(found)"
        faults.append(.document(FSMDocumentFault(wanted.file, line: wanted.line, column: wanted.column, text)))
    }
}

extension DocumentReading.Wanted {
    /// How a provider gives cases of another type than the document asks it for; `nil` if it does not.
    fileprivate func misfit(of provider: DocumentQuestion) -> String? {
        guard let type = provider.predicate, let other = predicates.first(where: { $0.id != type.id }) else {
            return nil
        }
        return "found one that returns a \(type.name) instead of a \(other.name)"
    }
}
