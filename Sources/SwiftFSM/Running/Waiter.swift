import Synchronization

/// A task that waits until its event can be handled, or until it is cancelled.
final class Waiter: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Bool, Never>)
        case resumed(isTurn: Bool)
    }

    /// The step that the event was sent from. It has ended if it is no longer in progress.
    let inside: AwaitedStep?
    // Tasks are cancelled from any thread.
    private let state = Mutex(State.new)

    init(inside: AwaitedStep?) { self.inside = inside }

    /// Waits. Returns `false` if the task was cancelled before its turn came.
    func wait(isolation: isolated (any Actor)?) async -> Bool {
        await withTaskCancellationHandler(
            operation: { await withCheckedContinuation(isolation: isolation) { suspend($0) } },
            onCancel: { resume(isTurn: false) }, isolation: isolation)
    }

    /// Suspends the task. Resumes it immediately if it was cancelled before.
    private func suspend(_ continuation: CheckedContinuation<Bool, Never>) {
        let isOver = state.withLock { state in
            if case .resumed = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isOver { continuation.resume(returning: false) }
    }

    /// Resumes the task: its turn has come, or it was cancelled. Returns whether it was still waiting.
    @discardableResult
    func resume(isTurn: Bool) -> Bool {
        let (wasWaiting, continuation): (Bool, CheckedContinuation<Bool, Never>?) = state.withLock { state in
            defer { if case .resumed = state {} else { state = .resumed(isTurn: isTurn) } }
            return switch state {
            case .new: (true, nil)
            case .waiting(let continuation): (true, continuation)
            case .resumed: (false, nil)
            }
        }
        continuation?.resume(returning: isTurn)
        return wasWaiting
    }
}
