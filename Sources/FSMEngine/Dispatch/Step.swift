/// What a callback is told of the step in which it runs. Its memory is laid out like `sfsm_step` in the C header.
public struct Step {
    /// The machine's handle.
    public var machine: UnsafeMutableRawPointer
    /// The machine's context.
    public var context: UnsafeMutableRawPointer?
    /// ``ReservedID/none`` while the machine starts or stops; ``ReservedID/request`` for a request.
    public var event: ID
    /// The state before the step; ``ReservedID/none`` while it starts.
    public var source: ID
    /// The state after the step; ``ReservedID/none`` while it is not resolved, while the machine stops, or if nothing
    /// changes since the event is unhandled or refused. Of a request always the state requested.
    public var target: ID
    /// In the hook for steps what came of it; otherwise ``Outcome/ok``.
    public var outcome: Outcome
    /// While the machine is updated, the time that the caller gave; otherwise 0.
    public var time: Double = 0
    /// The case sent of each predicate type, by their numbers; ``ReservedID/none`` where there is none. `nil` if the
    /// table has no predicate types.
    public var cases: UnsafePointer<Int32>?
    /// What the event carries, of the types that it declares; `nil` if that is nothing.
    public var arguments: UnsafePointer<Value>?
    /// The number of ``arguments``.
    public var argumentCount = 0
    /// The rule that is being tried or performed; `nil` for a flat program. See ``Swift/UnsafePointer/row``.
    var rule: UnsafeRawPointer?
}

extension Callback {
    /// Calls the function with its own context, or else the machine's.
    @inline(__always)
    func call(_ step: UnsafePointer<Step>) -> Int32 {
        function(UnsafeRawPointer(step), context ?? step.pointee.context)
    }
}
