import FSMEngine

/// A guard of a machine whose table is a document's.
struct DocumentGuard {
    /// Takes the address of the event; `nil` before the first event.
    private let function: (UnsafeRawPointer?) -> Bool
    private let isolation: (any Actor)?

    init(_ condition: @escaping @isolated(any) () -> Bool) {
        isolation = condition.isolation
        // An `@isolated(any)` function has the calling convention of any other function. Callers must await it only because
        // they may run in another isolation, which is checked here at run time.
        let direct = unsafeBitCast(condition, to: (() -> Bool).self)
        function = { _ in direct() }
    }

    init<Event>(_ condition: @escaping @isolated(any) (Event) -> Bool) {
        isolation = condition.isolation
        let direct = unsafeBitCast(condition, to: ((Event) -> Bool).self)
        function = { event in event.map { direct($0.assumingMemoryBound(to: Event.self).pointee) } ?? false }
    }

    func holds(for event: UnsafeRawPointer?) -> Bool {
        isolation?.preconditionIsolated("a guard was asked by an event that another actor sent")
        return function(event)
    }
}

/// The guards of one machine, by the numbers of the callbacks that its document names.
final class DocumentGuards {
    private let guards: [DocumentGuard?]

    init(_ guards: [DocumentGuard?]) { self.guards = guards }

    /// The engine's callback for the guard with this number.
    static func callback(_ number: Int) -> Callback {
        // A context of its own is never nil.
        Callback(evaluate, context: UnsafeMutableRawPointer(bitPattern: number + 1))
    }

    /// Asks a guard of the machine, for the engine.
    private static var evaluate: Callback.Function {
        { step, context in
            let step = step.assumingMemoryBound(to: Step.self)
            guard let store = step.pointee.context?.assumingMemoryBound(to: ActionStore.self),
                let asked = store.pointee.guards?.guards[Int(bitPattern: context) - 1]
            else { return ReservedID.failed }
            return asked.holds(for: store.pointee.guardedEvent) ? 1 : 0
        }
    }
}
