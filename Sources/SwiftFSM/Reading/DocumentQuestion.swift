import FSMEngine

/// A guard or a provider of a machine whose table is a document's. A guard answers 1 or 0, a provider with the number of a
/// case.
struct DocumentQuestion {
    /// Takes the address of the event; `nil` before the first event.
    private let function: (UnsafeRawPointer?) -> Int32
    private let isolation: (any Actor)?
    /// The type of which a provider gives a case; `nil` for a guard.
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

    func answer(for event: UnsafeRawPointer?) -> Int32 {
        isolation?.preconditionIsolated("a guard or a provider was asked by an event that another actor sent")
        return function(event)
    }
}

/// The guards and providers of one machine, by the numbers of the callbacks that its document names.
final class DocumentQuestions {
    private let questions: [DocumentQuestion?]

    init(_ questions: [DocumentQuestion?]) { self.questions = questions }

    /// The engine's callback for the guard or provider with this number.
    static func callback(_ number: Int) -> Callback {
        // A context of its own is never nil.
        Callback(evaluate, context: UnsafeMutableRawPointer(bitPattern: number + 1))
    }

    /// Asks a guard or a provider of the machine, for the engine.
    private static var evaluate: Callback.Function {
        { step, context in
            let step = step.assumingMemoryBound(to: Step.self)
            guard let store = step.pointee.context?.assumingMemoryBound(to: ActionStore.self),
                let asked = store.pointee.questions?.questions[Int(bitPattern: context) - 1]
            else { return ReservedID.failed }
            return asked.answer(for: store.pointee.guardedEvent)
        }
    }
}
