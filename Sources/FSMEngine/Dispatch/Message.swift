/// Everything that is sent to a machine: an event or a request, with cases and arguments as the caller has them.
public struct Message {
    /// The event, or the request.
    public var trigger: Trigger
    /// The present case of each predicate type, in any order.
    public var cases: Cases
    /// What the event carries.
    public var arguments: Arguments

    /// A message of borrowed cases and arguments.
    @inline(__always)
    public init(_ trigger: Trigger, cases: Cases = .none, arguments: Arguments = .nothing) {
        self.trigger = trigger
        self.cases = cases
        self.arguments = arguments
    }

    /// An event with cases and arguments.
    @inline(__always)
    public static func event(_ id: ID, cases: Cases = .none, arguments: Arguments = .nothing) -> Message {
        Message(.event(id), cases: cases, arguments: arguments)
    }

    /// A request for a state with cases.
    @inline(__always)
    public static func request(_ state: ID, cases: Cases = .none) -> Message { Message(.request(state), cases: cases) }
}

// The parts are passed on one by one, in registers.
extension Machine {
    /// Sends an event or a request with cases and arguments, whatever the machine is doing and however the table is
    /// laid out.
    @inline(__always)
    public func send(_ message: Message) -> Outcome { send(message.trigger, message.cases, message.arguments) }

    /// What sending this would come to now, and the state after it. Guards and resolvers are called; nothing changes.
    @inline(__always)
    public func probe(_ message: Message) -> (outcome: Outcome, target: ID) {
        probe(message.trigger, message.cases, message.arguments)
    }

    /// What sending this would come to now, and why: `body` is called with a reason for each row that the state has for
    /// it, in the order in which they are tried. Stops at a failure. O(rows of the cell).
    @inline(__always)
    public func explain(_ message: Message, _ body: (Reason) -> Void) -> Outcome {
        explain(message.trigger, message.cases, message.arguments, body)
    }

    /// See ``plan(_:_:_:)``.
    @inline(__always)
    public func plan(_ message: Message) -> StepPlan { plan(message.trigger, message.cases, message.arguments) }
}
