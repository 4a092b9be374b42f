import FSMEngine

/// A guard, an action or a resolver as a closure: returns what the engine's callback returns.
///
/// Create it in inlinable code, so that it is compiled for the types of the machine: generic code would copy and compare
/// states and events through their metadata at each call.
public typealias CallbackFunction = (UnsafePointer<Step>) -> Int32

/// A closure as an engine callback. The engine finds the closure by the box's address.
public final class CallbackBox {
    private let function: CallbackFunction

    /// Boxes a closure.
    public init(_ function: @escaping CallbackFunction) {
        self.function = function
    }

    /// The callback for the engine. It does not retain the box: see ``CallbackBoxes``.
    fileprivate var callback: Callback {
        Callback(
            { step, context in
                guard let context else { return 0 }
                return Unmanaged<CallbackBox>.fromOpaque(context)._withUnsafeGuaranteedRef { box in
                    box.function(step.assumingMemoryBound(to: Step.self))
                }
            }, context: Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Keeps the callback boxes of a table alive as long as the table.
public final class CallbackBoxes: CallbackOwner {
    private var boxes: [CallbackBox] = []

    /// Returns the callback of a box, which is kept.
    public func callback(_ box: CallbackBox) -> Callback {
        boxes.append(box)
        return box.callback
    }

    /// Boxes a closure.
    public func callback(_ function: @escaping CallbackFunction) -> Callback { callback(CallbackBox(function)) }
}
