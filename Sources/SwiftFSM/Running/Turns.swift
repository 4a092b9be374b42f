/// A step some actions of which are awaited. While it is under way the events of other tasks wait; those that its own
/// actions send, and the tasks that these start, run at once.
@usableFromInline
final class AwaitedStep: Sendable {
    /// The steps in which the present task is, of any machine: the innermost one first.
    @TaskLocal static var innermost: AwaitedStep?

    /// The step of any machine around this one.
    let outer: AwaitedStep?
    /// Identifies the machine.
    let machine: ObjectIdentifier

    init(of machine: ObjectIdentifier) {
        outer = Self.innermost
        self.machine = machine
    }

    /// Whether this is a step of a machine that the present task is in.
    static func innermost(of machine: ObjectIdentifier) -> AwaitedStep? {
        var step = innermost
        while let candidate = step, candidate.machine != machine { step = candidate.outer }
        return step
    }
}

/// Whose turn it is, for one machine: belongs to it, and so to its isolation.
struct Turns {
    /// The steps under way: each was begun from inside the one before it.
    private var underWay: [AwaitedStep] = []
    private var waiting: [Waiter] = []
    /// Somebody was woken and has not begun yet: nobody comes before them.
    private var isPromised = false

    private struct Waiter {
        /// The step from inside which it sends; it has ended if it is not under way any more.
        let inside: AwaitedStep?
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Nothing is awaited: it is everybody's turn.
    var areFree: Bool { underWay.isEmpty && !isPromised }

    /// Whether an event that is sent from inside this step, or from outside of all, may be handled at once.
    func isTurn(ofThoseInside step: AwaitedStep?) -> Bool { !isPromised && level(of: step) == underWay.count }

    mutating func wait(inside step: AwaitedStep?, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(Waiter(inside: step, continuation: continuation))
    }

    /// To be called by whoever was woken.
    mutating func beginPromised() { isPromised = false }

    mutating func begin(_ step: AwaitedStep) { underWay.append(step) }

    /// Ends the step that was begun last.
    mutating func end() { underWay.removeLast() }

    /// Wakes the first whose turn it is now: in the order in which they came.
    mutating func wakeNext() {
        guard !isPromised, let next = waiting.firstIndex(where: { level(of: $0.inside) == underWay.count }) else {
            return
        }
        isPromised = true
        waiting.remove(at: next).continuation.resume()
    }

    /// How many steps are under way around what is sent from inside this one.
    private func level(of step: AwaitedStep?) -> Int {
        guard let step, let index = underWay.lastIndex(where: { $0 === step }) else { return 0 }
        return index + 1
    }
}
