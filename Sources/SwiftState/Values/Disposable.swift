/// A handle to remove a route or handler from a machine.
public protocol Disposable {
    /// Whether it was removed.
    var disposed: Bool { get }
    /// Removes it. Has no effect the second time, or after the machine is deallocated.
    func dispose()
}

/// Calls a closure once when it is disposed of. Do not use it from several threads at once.
public final class ActionDisposable: Disposable {
    private var action: (() -> Void)?

    /// Creates a disposable. Deallocating it without calling ``dispose()`` does not call `action`.
    public init(action: @escaping () -> Void) {
        self.action = action
    }

    /// Whether ``dispose()`` was called.
    public var disposed: Bool { action == nil }

    /// Calls the action the first time.
    public func dispose() {
        let action = action
        self.action = nil
        action?()
    }
}
