import Synchronization

/// A step with actions that are awaited. While it is in progress, events of other tasks wait; events sent by its own
/// actions, and by tasks that they start, are handled immediately.
@usableFromInline
final class AwaitedStep: Sendable {
    /// Identifies the machine.
    let machine: ObjectIdentifier
    private let isOver = Atomic<Bool>(false)

    init(of machine: ObjectIdentifier) { self.machine = machine }

    /// Whether all actions of the step have returned.
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    func end() { isOver.store(true, ordering: .releasing) }

    /// Makes it another step. Only for one that nothing else refers to.
    func beginAgain() { isOver.store(false, ordering: .releasing) }
}

/// The steps, of any machines, that a task is part of.
///
/// A task that an action starts inherits them, and a chain of such tasks has no end. So a value never refers to the value
/// around it: it lists the steps that were in progress when its own step began.
@usableFromInline
struct EnclosingSteps: Sendable {
    /// Those of each task. Not a `@TaskLocal` property, which functions that are compiled for the types of a program could
    /// not use.
    @usableFromInline static let ofTask = TaskLocal(wrappedValue: EnclosingSteps())
    /// Those of the current task.
    static var current: EnclosingSteps { ofTask.get() }

    private var innermost: AwaitedStep?
    /// The steps around the innermost one, outer first; `nil` for most.
    private var others: [AwaitedStep]?

    /// How many steps are listed.
    var count: Int { (innermost == nil ? 0 : 1) + (others?.count ?? 0) }

    /// The same with one more step inside them.
    func entering(_ step: AwaitedStep) -> EnclosingSteps {
        var inside = EnclosingSteps()
        inside.innermost = step
        if let innermost {
            var outer = (others ?? []).filter { !$0.hasEnded }
            if !innermost.hasEnded { outer.append(innermost) }
            inside.others = outer.isEmpty ? nil : outer
        }
        return inside
    }

    /// The innermost step of a machine; `nil` if the task is part of none, or that has ended.
    func innermost(of machine: ObjectIdentifier) -> AwaitedStep? {
        guard let innermost else { return nil }
        if innermost.machine == machine && !innermost.hasEnded { return innermost }
        return others?.last { $0.machine == machine && !$0.hasEnded }
    }
}
