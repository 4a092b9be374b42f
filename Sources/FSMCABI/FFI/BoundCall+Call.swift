import CLibFFI
import CMemory
import CSwiftFSM
import FSMEngine

extension BoundCall {
    /// The callback that it is.
    static var function: Callback.Function { { BoundCall.perform($0, $1, ofVoid: 0) } }
    /// The same for update callbacks, for which no result is no event.
    static var updateFunction: Callback.Function { { BoundCall.perform($0, $1, ofVoid: ReservedID.none) } }

    @inline(never)
    @_optimize(speed)
    fileprivate static func perform(
        _ step: UnsafeRawPointer, _ bound: UnsafeMutableRawPointer?, ofVoid: Int32
    ) -> Int32 {
        guard let bound = bound?.assumingMemoryBound(to: BoundCall.self) else { return ReservedID.failed }
        let step = step.assumingMemoryBound(to: Step.self)
        if bound.pointee.providedCount > 0 {
            let failure = bound.provide(step)
            guard failure >= 0 else { return failure }
        }
        let result = bound.pointee.tail == .none ? bound.callFixed(step) : bound.callVariadic(step)
        return bound.pointee.result == .void && result >= 0 ? ofVoid : result
    }
}

// On the pointer rather than on the structure, which would be copied for each call.
extension UnsafeMutablePointer<BoundCall> {
    /// Asks the providers of the predicate types that the function takes.
    @inline(never)
    @_optimize(speed)
    fileprivate func provide(_ step: UnsafePointer<Step>) -> Int32 {
        for index in 0..<pointee.providedCount {
            let failure = UnsafeMutablePointer<Step>(mutating: step).provide(pointee.provided[index])
            guard failure >= 0 else { return failure }
        }
        return 0
    }

    @inline(__always)
    fileprivate func callFixed(_ step: UnsafePointer<Step>) -> Int32 {
        withPointers(pointee.sourceCount) { values in
            withStepAddress(step) { address in
                locate(step, address, values)
                return call(pointee.interface, values)
            }
        }
    }

    /// Writes where the values of the fixed parameters are.
    @inline(__always)
    private func locate(
        _ step: UnsafePointer<Step>, _ address: UnsafeMutableRawPointer,
        _ values: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) {
        let arguments = step.pointee.arguments ?? UnsafePointer(pointee.emptyArguments)
        for index in 0..<pointee.sourceCount {
            let source = pointee.sources[index]
            let base =
                switch source.base {
                case .step: UnsafeRawPointer(step)
                case .arguments: UnsafeRawPointer(arguments)
                case .ownContext: UnsafeRawPointer(pointee.context)
                case .cases: UnsafeRawPointer(step.pointee.cases!)
                case .stepAddress: UnsafeRawPointer(address)
                }
            values[index] = UnsafeMutableRawPointer(mutating: base + source.offset)
        }
    }

    @inline(__always)
    private func call(_ interface: CallInterface, _ values: UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32 {
        // libffi writes integers as wide as a register.
        var result = 0
        ffi_call(interface.pointer, pointee.function, &result, values)
        return pointee.result == .bool ? (result & 0xff != 0 ? 1 : 0) : Int32(truncatingIfNeeded: result)
    }

    // MARK: - Variadic functions

    @inline(__always)
    fileprivate func callVariadic(_ step: UnsafePointer<Step>) -> Int32 {
        let tail = pointee.tail == .arguments ? pointee.tails + step.argumentListIndex : nil
        let count = tail?.pointee.count ?? pointee.caseCount
        // How many follow; then the cases, or each argument behind its type. Those that C promotes are written anew.
        return withPointers(pointee.sourceCount + 1 + 2 * count) { values in
            withPointers(count + 1) { callVariadic(step, tail, count, values, $0) }
        }
    }

    @inline(never)
    @_optimize(speed)
    private func callVariadic(
        _ step: UnsafePointer<Step>, _ tail: UnsafeMutablePointer<ArgumentTail>?, _ count: Int,
        _ values: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ promoted: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Int32 {
        withStepAddress(step) { address in
            locate(step, address, values)
            let next = values + pointee.sourceCount + 1
            var number = Int32(truncatingIfNeeded: count)
            return Swift.withUnsafeMutablePointer(to: &number) { number in
                next[-1] = UnsafeMutableRawPointer(number)
                if let tail {
                    tail.locate(step, pointee.namedCount, next, promoted)
                } else {
                    for index in 0..<count {
                        next[index] = UnsafeMutableRawPointer(mutating: step.pointee.cases! + index)
                    }
                }
                return call(tail?.pointee.interface ?? pointee.interface, values)
            }
        }
    }

    /// Calls `body` with room for so many pointers: on the stack, unless they are very many.
    @inline(__always)
    private func withPointers(
        _ count: Int, _ body: (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
    ) -> Int32 {
        guard count > 128 else {
            return withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 128) {
                body($0.baseAddress!)
            }
        }
        guard let memory = malloc(count * MemoryLayout<UnsafeMutableRawPointer?>.stride) else {
            return ReservedID.failed
        }
        defer { free(memory) }
        return body(memory.bindMemory(to: UnsafeMutableRawPointer?.self, capacity: count))
    }

    /// Calls `body` with the address of a variable that holds the step's address.
    @inline(__always)
    private func withStepAddress(
        _ step: UnsafePointer<Step>, _ body: (UnsafeMutableRawPointer) -> Int32
    ) -> Int32 {
        var address = step
        return Swift.withUnsafeMutablePointer(to: &address) { body(UnsafeMutableRawPointer($0)) }
    }
}

extension UnsafeMutablePointer<ArgumentTail> {
    /// Writes where the arguments behind the named ones are, each behind its type.
    @_optimize(speed)
    fileprivate func locate(
        _ step: UnsafePointer<Step>, _ named: Int, _ values: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ promoted: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) {
        guard let arguments = step.pointee.arguments else { return }
        for index in 0..<pointee.count {
            let value = UnsafeMutableRawPointer(mutating: arguments + named + index)
            let bits = value + Value.bitsOffset
            values[2 * index] = value
            values[2 * index + 1] = bits
            guard let promotion = pointee.types[index].promoted(bits) else { continue }
            let place = UnsafeMutableRawPointer(promoted + index)
            place.storeBytes(of: promotion, as: UInt64.self)
            values[2 * index + 1] = place
        }
    }
}
