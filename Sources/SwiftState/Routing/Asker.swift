import FSMEngine

/// A guard or a resolver, as the engine calls it: a closure, found by its address.
final class Asker {
    private let answer: (UnsafePointer<Step>) -> Int32

    init(_ answer: @escaping (UnsafePointer<Step>) -> Int32) {
        self.answer = answer
    }

    /// For the engine, as long as somebody keeps the asker.
    var callback: Callback {
        Callback(
            { step, context in
                guard let context else { return 0 }
                let asker = Unmanaged<Asker>.fromOpaque(context).takeUnretainedValue()
                return asker.answer(step.assumingMemoryBound(to: Step.self))
            }, context: Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Keeps the askers of a table as long as that lives.
final class Askers: CallbackOwner {
    private var askers: [Asker] = []

    func callback(_ answer: @escaping (UnsafePointer<Step>) -> Int32) -> Callback {
        let asker = Asker(answer)
        askers.append(asker)
        return asker.callback
    }
}
