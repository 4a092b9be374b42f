import FSMEngine

/// What a table keeps of its document.
struct DocumentSource<Event: FSMHashable>: Sendable {
    let text: String
    let file: String
    /// The numbers that the document gives the states, by those of the table.
    let stateIDs: [Int32]
    let wanted: [DocumentReading.Wanted?]
    let callbacks: (@Sendable (FSMWantedCallback) -> FSMCallback<Event>?)?
    /// What is probably a mistake.
    let warnings: [FSMDocumentFault]
}

extension FSMTable {
    /// Reads a document: a table as text, which programs in all languages share. See <doc:Documents>.
    ///
    /// ```swift
    /// enum State: String, CaseIterable { case locked, unlocked }
    /// enum Event: EventWithValues, CaseIterable {
    ///     case coin(FSMValue<Int>), pass
    ///     static var allCases: [Event] { [.coin(.any), .pass] }
    /// }
    ///
    /// let table = try FSMTable<State, Event>(reading: text, file: "turnstile.fsm") { wanted in
    ///     switch (wanted.role, wanted.name) {
    ///     case (.guard, "enough"): .guard { $0 == .coin(150) }
    ///     case (.action, "thank"): .action { print("thank you") }
    ///     default: nil
    ///     }
    /// }
    /// let machine = try table.machine()
    /// ```
    ///
    /// The names of the document must be those of the types, without exception: raw values of `String`, numbers as raw
    /// values of an integer type, or the names of cases.
    ///
    /// - Parameters:
    ///   - text: The document.
    ///   - file: The name of its file, for errors.
    ///   - type: The predicates that are expected with an event.
    ///   - initialState: The initial state, instead of that of the document.
    ///   - predicates: The types for the predicate types of the document: of the same names, with the same cases in the same
    ///     order. If names differ: ``init(reading:file:type:initialState:predicatesByName:callbacks:)``.
    ///   - callbacks: Called once for each callback that the document names, and again for each machine. Without it,
    ///     supply them for each machine: see ``machine(initialState:callbacks:)``.
    /// - Throws: ``SwiftFSMError`` with all errors, each with its line.
    /// - Complexity: O(text), plus what validation costs.
    public convenience init(
        reading text: String, file: String, type: FSM<State, Event>.PredicateHandling = .eager,
        initialState: State? = nil, predicates: [any Predicate.Type] = [],
        callbacks: (@Sendable (FSMWantedCallback) -> FSMCallback<Event>?)? = nil
    ) throws {
        try self.init(text, file, type, initialState, DocumentPredicate.all(predicates), callbacks)
    }

    /// Reads a document whose predicate types have other names than the types for them: `order-kind` for `OrderKind`, say.
    ///
    /// ```swift
    /// let table = try FSMTable<State, Event>(
    ///     reading: text, file: "orders.fsm", predicatesByName: ["order-kind": OrderKind.self])
    /// ```
    ///
    /// - Parameters:
    ///   - text: The document.
    ///   - file: The name of its file, for errors.
    ///   - type: The predicates that are expected with an event.
    ///   - initialState: The initial state, instead of that of the document.
    ///   - predicatesByName: The types for the predicate types of the document, by their names there: each with the same
    ///     cases in the same order.
    ///   - callbacks: As for ``init(reading:file:type:initialState:predicates:callbacks:)``.
    /// - Throws: ``SwiftFSMError`` with all errors, each with its line.
    /// - Complexity: O(text), plus what validation costs.
    public convenience init(
        reading text: String, file: String, type: FSM<State, Event>.PredicateHandling = .eager,
        initialState: State? = nil, predicatesByName: [String: any Predicate.Type],
        callbacks: (@Sendable (FSMWantedCallback) -> FSMCallback<Event>?)? = nil
    ) throws {
        try self.init(text, file, type, initialState, DocumentPredicate.all(predicatesByName), callbacks)
    }

    private convenience init(
        _ text: String, _ file: String, _ type: FSM<State, Event>.PredicateHandling, _ initialState: State?,
        _ predicates: [DocumentPredicate], _ callbacks: (@Sendable (FSMWantedCallback) -> FSMCallback<Event>?)?
    ) throws {
        let reading = try DocumentReading(text, file: file)
        let found = reading.validate()
        var faults = found.filter { !$0.isWarning }.map { TableFault.document($0) }
        let states = DocumentValues<State>(reading.states, "state", of: reading)
        let events = DocumentValues<Event>(reading.events, "event", of: reading)
        faults += states.faults + events.faults
        let kinds = PredicateKinds(predicates, for: reading, &faults)
        let wanted = reading.wanted(kinds)
        if let callbacks { faults += DocumentCallbacks(wanted, states.index, callbacks).faults }
        let initial = initialState ?? reading.initialState(states.index.values)
        if initial == nil && states.faults.isEmpty {
            faults.append(reading.fault("expected an 'initial' state, or that the program says one: found neither"))
        }
        guard let initial, faults.isEmpty else { throw SwiftFSMError(faults: faults) }
        let compiled = try CompiledTable(reading, states, events, kinds, isLenient: type == .lazy)
        let source = DocumentSource(
            text: text, file: file, stateIDs: reading.states.map(\.id), wanted: wanted, callbacks: callbacks,
            warnings: found.filter(\.isWarning))
        self.init(compiled, type, initial, source)
    }

    /// What is probably a mistake in the document of the table. Empty if the table is not read from one.
    public var documentWarnings: [FSMDocumentFault] { document?.warnings ?? [] }

    /// Creates a machine over a table that was read from a document, with the callbacks that were supplied then.
    ///
    /// - Throws: ``SwiftFSMError`` if callbacks are missing, if the table has no such state, or if it was not read from a
    ///   document.
    public func machine(initialState: State? = nil) throws -> FSM<State, Event> {
        try machine(initialState: initialState) { wanted in document?.callbacks?(wanted) }
    }

    /// Creates a machine over a table that was read from a document, with callbacks of its own. They need not be `Sendable`.
    ///
    /// - Parameters:
    ///   - initialState: The initial state, instead of that of the table.
    ///   - callbacks: Called once for each callback that the document names.
    /// - Returns: A machine in the initial state. Its `entry` callbacks do not run for that.
    /// - Throws: ``SwiftFSMError`` if callbacks are missing, if the table has no such state, or if it was not read from a
    ///   document.
    public func machine(
        initialState: State? = nil, callbacks: (FSMWantedCallback) -> FSMCallback<Event>?
    ) throws -> FSM<State, Event> {
        guard let document else { throw SwiftFSMError(faults: [.otherRules]) }
        let callbacks = DocumentCallbacks(document.wanted, compiled.states, callbacks)
        guard callbacks.faults.isEmpty else { throw SwiftFSMError(faults: callbacks.faults) }
        return try machine(
            in: initialState ?? self.initialState, callbacks.lists, callbacks.questions)
    }
}

// MARK: - Writing

extension FSMTable {
    /// The document of the table in its canonical form, without comments; `nil` if the table was not read from a document.
    /// O(text).
    public var text: String? { written()?.string }

    /// The same as JSON, for programs that do not read documents: one object, with all that ``text`` says. O(text).
    public var json: String? { written(asJSON: true)?.string }

    /// The SHA-256 of ``text`` in hexadecimal digits, as `sha256sum` prints it: the same in all languages. O(1).
    public var fingerprint: String? { compiled.documentFingerprint }

    private func written(asJSON: Bool = false) -> Text? {
        document.flatMap { document in
            let written = DocumentReading.definition(document.text).document(asJSON: asJSON)
            return written.fault == nil ? written.text : nil
        }
    }
}

extension Definition {
    /// The SHA-256 of its document in hexadecimal digits; `nil` if none can say it. O(definition).
    var fingerprint: String? {
        let written = document()
        guard written.fault == nil else { return nil }
        let digits = Array("0123456789abcdef")
        let bytes = written.text.bytes.withUnsafeBytes { SHA256.digest(of: $0) }
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

extension DocumentReading {
    /// The state in which the document's machines begin.
    func initialState<State>(_ states: [State]) -> State? {
        numbered.initials.first.flatMap { states.indices.contains(Int($0.state)) ? states[Int($0.state)] : nil }
    }
}
