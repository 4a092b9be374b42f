// What stands in the place of Sources/FSMCABI/FFI in this library, which has no libffi: a callable's function is called as any
// callback, once the providers are asked of the predicate types that its signature names, and reads its parameters itself
// (src/callables.js). The build checks signatures as it does everywhere. There are no closures: JavaScript has its own.
import CMemory
import CSwiftFSM
import FSMEngine

extension Callable {
    /// Callables can be made.
    static var isSupported: Bool { true }
}

/// A callable in one table: its function and context, and how many predicate types have to be asked before a call, whose numbers
/// follow. src/callables.js knows where the context lies. Plain memory, which the table's owner frees.
private struct BoundCall {
    var function: Callback.Function
    var context: UnsafeMutableRawPointer?
    var providedCount: Int

    static var function: Callback.Function {
        { step, bound in
            let failure = javascript_provide(step, bound)
            guard failure >= 0, let bound = bound?.assumingMemoryBound(to: BoundCall.self) else { return failure }
            return bound.pointee.function(step, bound.pointee.context)
        }
    }
}

extension CCallbackOwner {
    /// A callable as the steps of a table call it; `nil` if there is no memory.
    func bind(_ callable: CallableRecord, _ layout: StepLayout) -> UnsafeMutableRawPointer? {
        let most = callable.signature.parameters.count + layout.predicates.count
        guard let memory = malloc(MemoryLayout<BoundCall>.stride + most * MemoryLayout<Int>.stride) else { return nil }
        let provided = (memory + MemoryLayout<BoundCall>.stride).bindMemory(to: Int.self, capacity: most)
        var count = 0
        func ask(_ number: Int) {
            guard layout.hasProvider[number] else { return }
            provided[count] = number
            count += 1
        }
        for case .predicate(let id) in callable.signature.parameters { ask(layout.predicates.firstIndex(of: id) ?? 0) }
        if callable.signature.tail == .cases {
            for number in layout.predicates.indices { ask(number) }
        }
        memory.bindMemory(to: BoundCall.self, capacity: 1).initialize(
            to: BoundCall(
                function: unsafeBitCast(callable.function, to: Callback.Function.self), context: callable.context,
                providedCount: count))
        boundCalls.append(memory)
        return memory
    }
}

extension Callback {
    /// The callback of a bound callable, for an update or for anything else.
    init(bound: UnsafeMutableRawPointer, isUpdate: Bool) { self.init(BoundCall.function, context: bound) }
}

/// Asks the providers for a callable that is to be called: for plans, whose callbacks JavaScript calls by itself. Returns the
/// failure of one, below 0.
@c(javascript_provide)
public func javascript_provide(_ step: UnsafeRawPointer, _ bound: UnsafeMutableRawPointer?) -> Int32 {
    guard let bound = bound?.assumingMemoryBound(to: BoundCall.self) else { return ReservedID.failed }
    let provided = UnsafeMutableRawPointer(bound + 1).assumingMemoryBound(to: Int.self)
    let present = UnsafeMutablePointer(mutating: step.assumingMemoryBound(to: Step.self))
    for index in 0..<bound.pointee.providedCount {
        let failure = present.provide(provided[index])
        guard failure >= 0 else { return failure }
    }
    return 0
}
