import FSMEngine

extension Callable {
    /// Callables can be made.
    static var isSupported: Bool { true }
}

extension CCallbackOwner {
    /// A callable as the steps of a table call it; `nil` if libffi refuses.
    func bind(_ callable: CallableRecord, _ layout: StepLayout) -> UnsafeMutableRawPointer? {
        guard let bound = BoundCall.make(callable, layout) else { return nil }
        boundCalls.append(UnsafeMutableRawPointer(bound))
        return UnsafeMutableRawPointer(bound)
    }
}

extension Callback {
    /// The callback of a bound callable, for an update or for anything else.
    init(bound: UnsafeMutableRawPointer, isUpdate: Bool) {
        self.init(isUpdate ? BoundCall.updateFunction : BoundCall.function, context: bound)
    }
}
