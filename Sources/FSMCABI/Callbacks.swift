import CMemory
import CSwiftFSM
import FSMEngine

extension Callback {
    /// The engine's form of a C callback. `sfsm_function` takes a `sfsm_step *` where the engine has its own ``Step``,
    /// which is laid out alike (a test compares them).
    init(_ function: @escaping CFunction, context: UnsafeMutableRawPointer?) {
        self.init(unsafeBitCast(function, to: Callback.Function.self), context: context)
    }

    typealias CFunction = @convention(c) (UnsafePointer<sfsm_step>?, UnsafeMutableRawPointer?) -> Int32
}

/// What has to be called when the library lets go of a callback.
struct Finalization {
    var finalizer: sfsm_finalizer
    var context: UnsafeMutableRawPointer?

    /// `nil` if there is nothing to call.
    init?(_ finalizer: sfsm_finalizer?, _ context: UnsafeMutableRawPointer?) {
        guard let finalizer else { return nil }
        self.finalizer = finalizer
        self.context = context
    }

    init?(_ callback: sfsm_callback) { self.init(callback.finalizer, callback.context) }

    func callAsFunction() { finalizer(context) }
}

/// Owns the contexts of C callbacks, and what else a C table lends: finalizers run once, when it goes.
final class CCallbackOwner: CallbackOwner {
    var finalizations: [Finalization] = []
    /// The callables that are bound to the table.
    var boundCalls: [UnsafeMutableRawPointer] = []
    /// The names of the table whose callbacks these are, set as it is built.
    var stateNames: CStrings?
    var eventNames: CStrings?
    var predicateNames: CStrings?
    var caseNames: CStrings?
    var superstateNames: CStrings?
    /// See ``Definition/documentTexts``.
    var documentTexts: CStrings?
    var files: CStrings?

    deinit {
        for finalization in finalizations { finalization() }
        for bound in boundCalls { free(bound) }
    }
}
