import CMemory

/// An argument that an event should not have been sent with: which one (from 0), the type that the event declares for
/// it, and that which was sent; 0 for a type that is not there. Of an event that waits as a snapshot is taken: the event.
public struct RejectedArgument {
    /// The index of the argument, from 0.
    public var index = 0
    /// The type that the event declares, or 0.
    public var declared: Int32 = 0
    /// The type that was sent, or 0.
    public var sent: Int32 = 0
    /// The event.
    public var event = ReservedID.none
}

extension Machine {
    /// Whether these are the arguments that the event of this number carries, or notes what is wrong with them. Those
    /// that are right are written to `places`, if there are any, with the types that the event declares. O(arguments).
    @inline(__always)
    func take(_ arguments: Arguments, _ column: CompactIndex<Column>?, into places: UnsafeMutablePointer<Value>?)
        -> Outcome
    {
        guard arguments.count > 0 || storage.pointee.takesArguments else { return .ok }
        return check(arguments, column, places)
    }

    @inline(never)
    @_optimize(speed)
    private func check(_ arguments: Arguments, _ column: CompactIndex<Column>?, _ places: UnsafeMutablePointer<Value>?)
        -> Outcome
    {
        let table = storage.pointee.table
        let types = table.argumentTypes(column ?? table.anyEvent)
        for index in 0..<max(types.count, arguments.count) {
            let declared = index < types.count ? types[index] : nil
            let sent = index < arguments.count ? arguments[index] : nil
            if let declared, let value = sent?.taken(as: declared) {
                // Only what an event declares has a place.
                places?[index] = value
                continue
            }
            // A wrong number of them comes before a wrong type.
            let isCount = types.count != arguments.count
            let first = isCount ? min(types.count, arguments.count) : index
            storage.pointee.rejectedArgument = RejectedArgument(
                index: first, declared: first < types.count ? types[first].rawValue : 0,
                sent: first < arguments.count ? arguments[first].type : 0)
            return isCount ? .argumentCount : .argumentType
        }
        return .ok
    }

    /// Shows these to the callbacks of the step that begins.
    @inline(__always)
    func bindArguments(_ count: Int) {
        guard count > 0 else { return }
        storage.pointee.step.arguments = UnsafePointer(storage.pointee.arguments)
        storage.pointee.step.argumentCount = count
    }

    /// Shows what an event that waited carries to the callbacks of its step, and frees it after that.
    @_optimize(speed)
    func bindArguments(_ block: ArgumentBlock?) {
        guard let block else { return }
        storage.pointee.carried = block.memory
        storage.pointee.step.arguments = UnsafePointer(block.values)
        storage.pointee.step.argumentCount = block.count
    }

    /// Between steps nothing is carried, and no case is sent.
    @inline(__always)
    func clearInputs() {
        if let places = stepCases {
            forget(places)
            storage.pointee.flags.remove(.provided)
        }
        if storage.pointee.step.arguments != nil { clearArguments() }
    }

    @inline(never)
    @_optimize(speed)
    func clearArguments() {
        storage.pointee.step.arguments = nil
        storage.pointee.step.argumentCount = 0
        if let carried = storage.pointee.carried {
            free(carried)
            storage.pointee.carried = nil
        }
    }

    /// What was wrong with the arguments that were last rejected.
    public var rejectedArgument: RejectedArgument { storage.pointee.rejectedArgument }
}
