/// A guard, action, entry, exit or cycle callback, resolver or hook: a function pointer and one word for it.
///
/// The engine calls it and reads the result. For a C host both words are the caller's; a Swift front end passes one
/// function and tells its closures apart by `context`. A host that has to `await` performs the ``StepPlan`` itself.
public struct Callback {
    /// Takes the ``Step`` and the context. What its result means depends on where the callback stands.
    public typealias Function = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32

    /// What is called.
    public var function: Function
    /// `nil`: the function is given the machine's context.
    public var context: UnsafeMutableRawPointer?

    /// A function with the context that it is passed; without one it is passed the machine's.
    public init(_ function: @escaping Function, context: UnsafeMutableRawPointer? = nil) {
        self.function = function
        self.context = context
    }

    /// A guard that asks whether a node of the chart is active, or is not.
    static func inGuard(_ node: UInt32, isIn: Bool) -> Callback {
        // Never 0, which would be the machine's context.
        let word = UInt(node) << 2 | (isIn ? 2 : 0) | 1
        return Callback(
            { step, context in
                let word = UInt(bitPattern: context)
                let machine = Machine(handle: step.assumingMemoryBound(to: Step.self).pointee.machine)
                let isActive = machine.storage.pointee.isChart && machine.active.contains(UInt32(word >> 2))
                return isActive == (word & 2 != 0) ? 1 : 0
            }, context: UnsafeMutableRawPointer(bitPattern: word))
    }

    /// Whether it is such a guard.
    var isInGuard: Bool { address == Callback.inGuard(0, isIn: true).address }

    /// A guard that says yes, and an action that does nothing.
    static var idle: Callback { Callback({ _, _ in 1 }) }

    /// The function's address, by which callbacks are compared.
    var address: UInt { unsafeBitCast(function, to: UInt.self) }

    func isSame(as other: Callback) -> Bool { address == other.address && context == other.context }
}

/// Owns whatever the callbacks of a table need. A host subclasses it; it lives exactly as long as the table, and its
/// `deinit` lets go of the callbacks.
open class CallbackOwner {
    /// An owner of nothing.
    public init() {}
}
