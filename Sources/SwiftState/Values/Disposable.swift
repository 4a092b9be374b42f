/// Something that was added to a machine and can be removed again.
public protocol Disposable {
    /// Whether it has been removed.
    var disposed: Bool { get }
    /// Removes it. Doing so again, or after the machine has gone, is harmless.
    func dispose()
}

/// Calls a closure when it is disposed of, once. Not to be used from several threads at once.
public final class ActionDisposable: Disposable {
    private var action: (() -> Void)?

    /// Calls `action` when ``dispose()`` is called first. Letting go of it without that calls nothing.
    public init(action: @escaping () -> Void) {
        self.action = action
    }

    /// Whether ``dispose()`` was called.
    public var disposed: Bool { action == nil }

    /// Calls the action, the first time.
    public func dispose() {
        let action = action
        self.action = nil
        action?()
    }
}
