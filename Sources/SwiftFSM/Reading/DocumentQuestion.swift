import FSMEngine

/// A guard, a provider, a resolver or an update callback of a machine whose table is a document's. A guard answers 1 or 0, a
/// provider with the number of a case, a resolver with that of a state, an update callback with any number if it names an event.
struct DocumentQuestion {
    /// Takes the address of the event; `nil` before the first event.
    private let function: (UnsafeRawPointer?) -> Int32
    private let isolation: (any Actor)?
    /// The type of which a provider gives a case; `nil` for others.
    let predicate: (any PredicateKind.Type)?

    init(_ condition: @escaping @isolated(any) () -> Bool) {
        isolation = condition.isolation
        predicate = nil
        // An `@isolated(any)` function has the calling convention of any other function. Callers must await it only because
        // they may run in another isolation, which is checked here at run time.
        let direct = unsafeBitCast(condition, to: (() -> Bool).self)
        function = { _ in direct() ? 1 : 0 }
    }

    init<Event>(_ condition: @escaping @isolated(any) (Event) -> Bool) {
        isolation = condition.isolation
        predicate = nil
        let direct = unsafeBitCast(condition, to: ((Event) -> Bool).self)
        function = { event in
            guard let event else { return 0 }
            return direct(event.assumingMemoryBound(to: Event.self).pointee) ? 1 : 0
        }
    }

    init<P: Predicate>(_ provider: @escaping @isolated(any) () -> P) {
        isolation = provider.isolation
        let kind = AnyPredicate.kind(of: P.self)
        predicate = kind
        let direct = unsafeBitCast(provider, to: (() -> P).self)
        function = { _ in Int32(truncatingIfNeeded: kind.number(of: direct())) }
    }

    /// Answers with the number of what a function returns; that of nothing for `nil`.
    fileprivate init(_ isolation: (any Actor)?, _ function: @escaping (UnsafeRawPointer?) -> Int32) {
        self.isolation = isolation
        self.function = function
        predicate = nil
    }

    func answer(for event: UnsafeRawPointer?) -> Int32 {
        isolation?.preconditionIsolated(
            "a guard, a provider, a resolver or an update callback was asked from another actor")
        return function(event)
    }
}

/// A resolver, before it is known how its states are numbered.
struct DocumentResolver {
    /// The type of its states.
    let state: Any.Type
    /// Makes the question of a machine that numbers states so.
    let question: (@escaping (Any) -> Int32) -> DocumentQuestion

    init<State>(_ resolver: @escaping @isolated(any) () -> State?) {
        let isolation = resolver.isolation
        let direct = unsafeBitCast(resolver, to: (() -> State?).self)
        state = State.self
        question = { number in
            DocumentQuestion(isolation) { _ in direct().map { number($0) } ?? ReservedID.none }
        }
    }

    init<Event, State>(_ resolver: @escaping @isolated(any) (Event) -> State?) {
        let isolation = resolver.isolation
        let direct = unsafeBitCast(resolver, to: ((Event) -> State?).self)
        state = State.self
        question = { number in
            DocumentQuestion(isolation) { event in
                guard let event else { return ReservedID.none }
                return direct(event.assumingMemoryBound(to: Event.self).pointee).map { number($0) } ?? ReservedID.none
            }
        }
    }
}

/// An update callback.
struct DocumentUpdate {
    private let isolation: (any Actor)?
    /// The event that follows from a time.
    private let event: (Double) -> Any?

    init<Event>(_ update: @escaping @isolated(any) () -> Event?) {
        isolation = update.isolation
        let direct = unsafeBitCast(update, to: (() -> Event?).self)
        event = { _ in direct() }
    }

    init<Event>(_ update: @escaping @isolated(any) (Double) -> Event?) {
        isolation = update.isolation
        let direct = unsafeBitCast(update, to: ((Double) -> Event?).self)
        event = { direct($0) }
    }

    /// The question of the machine with these words.
    func question(_ words: DocumentWords) -> DocumentQuestion {
        DocumentQuestion(isolation) { [event] _ in
            words.event = event(words.time)
            return words.event == nil ? ReservedID.none : 0
        }
    }
}

/// What the callbacks of a machine and the machine tell each other that the engine has no numbers for.
final class DocumentWords {
    /// The state that a resolver has named last which the table does not have.
    var unknownState: Any?
    /// The time of an update, and the event that follows from it.
    var time = 0.0
    var event: Any?
}

/// What one machine asks, by the numbers of the callbacks that its document names.
final class DocumentQuestions {
    private let questions: [DocumentQuestion?]
    private let words: DocumentWords
    /// Whether update callbacks are being asked.
    private(set) var isUpdating = false

    init(_ questions: [DocumentQuestion?], _ words: DocumentWords) {
        self.questions = questions
        self.words = words
    }

    /// The state that a resolver has named last which the table does not have.
    var unknownState: Any? { words.unknownState }

    /// Asks the update callbacks of the state of a machine, up to the first that names an event, which is returned.
    func eventOfUpdate(of machine: Machine, at time: Double) -> Any? {
        words.time = time
        isUpdating = true
        defer { (words.event, isUpdating) = (nil, false) }
        return machine.update(time: time, sends: false).outcome == .ok ? words.event : nil
    }

    /// What a resolver of the engine's plan answers for an event.
    func answer(_ callback: Callback, for event: UnsafeRawPointer?) -> Int32 {
        questions[Int(bitPattern: callback.context) - 1]?.answer(for: event) ?? ReservedID.failed
    }

    /// The engine's callback for the question with this number.
    static func callback(_ number: Int) -> Callback {
        // A context of its own is never nil.
        Callback(evaluate, context: UnsafeMutableRawPointer(bitPattern: number + 1))
    }

    /// Asks one of the machine, for the engine.
    private static var evaluate: Callback.Function {
        { step, context in
            let step = step.assumingMemoryBound(to: Step.self)
            guard let store = step.pointee.context?.assumingMemoryBound(to: ActionStore.self),
                let asked = store.pointee.questions?.questions[Int(bitPattern: context) - 1]
            else { return ReservedID.failed }
            store.pointee.chart?._withUnsafeGuaranteedRef { $0.willAsk(about: step.pointee.event) }
            return asked.answer(for: store.pointee.guardedEvent)
        }
    }
}
