import Synchronization

/// A step with actions that are awaited. While it is in progress, events of other tasks wait; events sent by its own
/// actions, and by tasks that they start, are handled immediately.
@usableFromInline
final class AwaitedStep: Sendable {
    /// The innermost step, of any machine, that each task is part of. Not a `@TaskLocal` property, which functions that are
    /// compiled for the types of a program could not use.
    @usableFromInline static let ofTask = TaskLocal<AwaitedStep?>(wrappedValue: nil)
    /// That of the current task.
    static var current: AwaitedStep? { ofTask.get() }

    /// Identifies the machine.
    private let machine: ObjectIdentifier
    private let isOver = Atomic<Bool>(false)
    /// The steps around it that were in progress when it began, outer first; `nil` for most. A task that an action starts is
    /// part of the step, and a chain of such tasks has no end: so a step never refers to all steps around it. Changes only
    /// while nobody else refers to the step.
    private nonisolated(unsafe) var enclosing: [AwaitedStep]?
    /// The step of the same machine that was in progress when it began. Belongs to the machine's isolation domain.
    private nonisolated(unsafe) var outer: AwaitedStep?

    init(of machine: ObjectIdentifier) { self.machine = machine }

    /// Whether all actions of the step have returned.
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// How many steps it is part of, with itself, that had not ended when it began.
    var count: Int { 1 + (enclosing?.count ?? 0) }

    /// Begins, also once more, inside the steps of the current task. Only for a step that nobody else refers to.
    func begin(inside outer: AwaitedStep?) {
        let enclosing = Self.current?.inProgress
        if self.enclosing != nil || enclosing != nil { self.enclosing = enclosing }
        if outer != nil { self.outer = outer }
        isOver.store(false, ordering: .releasing)
    }

    /// Ends. Returns the step of the same machine around it.
    func end() -> AwaitedStep? {
        isOver.store(true, ordering: .releasing)
        return outer.take()
    }

    /// Forgets the steps around it, which would otherwise live as long. Only for a step that has ended and that nobody else
    /// refers to.
    func forgetEnclosing() { if enclosing != nil { enclosing = nil } }

    /// The innermost step of a machine, of this one and those around it; `nil` if there is none, or that has ended.
    func innermost(of machine: ObjectIdentifier) -> AwaitedStep? {
        if self.machine == machine && !hasEnded { return self }
        return enclosing?.last { $0.machine == machine && !$0.hasEnded }
    }

    /// Whether this step is a step, or one of the same machine around it.
    func isInside(_ step: AwaitedStep) -> Bool {
        var inside: AwaitedStep? = self
        while let next = inside, next !== step { inside = next.outer }
        return inside != nil
    }

    /// This step and those around it, outer first, that have not ended; `nil` if all have.
    private var inProgress: [AwaitedStep]? {
        let steps = ((enclosing ?? []) + [self]).filter { !$0.hasEnded }
        return steps.isEmpty ? nil : steps
    }
}
