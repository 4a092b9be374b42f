import FSMEngine

/// A guard or a resolver as a closure: returns what the engine's callback returns.
@usableFromInline
typealias CallbackFunction = (UnsafePointer<Step>) -> Int32

/// Boxes a guard or a resolver closure as an engine callback. The engine finds the closure by the box's address.
final class CallbackBox {
    private let function: CallbackFunction

    init(_ function: @escaping CallbackFunction) {
        self.function = function
    }

    /// The callback for the engine. It does not retain the box: keep the box as long as the table lives.
    var callback: Callback {
        Callback(
            { step, context in
                guard let context else { return 0 }
                let box = Unmanaged<CallbackBox>.fromOpaque(context).takeUnretainedValue()
                return box.function(step.assumingMemoryBound(to: Step.self))
            }, context: Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Keeps the callback boxes of a table alive as long as the table.
final class CallbackBoxes: CallbackOwner {
    private var boxes: [CallbackBox] = []

    func callback(_ function: @escaping CallbackFunction) -> Callback {
        let box = CallbackBox(function)
        boxes.append(box)
        return box.callback
    }
}
