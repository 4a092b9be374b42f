/// What a function asks for and returns: `bool(context, event, i32, f64)`.
public struct Signature {
    /// What a function returns.
    public enum Result: Int {
        /// A result whose word says its type.
        case void, bool, i32
        /// The next state.
        case state
        /// An event to send.
        case event

        var word: StaticString {
            switch self {
            case .void: "void"
            case .bool: "bool"
            case .i32: "i32"
            case .state: "state"
            case .event: "event"
            }
        }
    }

    /// What a function is passed.
    public enum Parameter {
        /// A part of the step, or the context.
        case context, event, source, target, step, time
        /// The case of a predicate type.
        case predicate(ID)
        /// The next one of the event's arguments.
        case argument(ValueType)
    }

    /// What follows the parameters of a variadic function.
    public enum Tail {
        /// Nothing: the function is not variadic.
        case none
        /// `...`: the case of each predicate type.
        case cases
        /// `args...`: the arguments that no parameter names, each behind its type.
        case arguments
    }

    /// What the function returns.
    public internal(set) var result: Result
    /// What it is passed, in order.
    public internal(set) var parameters: [Parameter] = []
    /// What follows the parameters.
    public internal(set) var tail = Tail.none
    /// As it was written.
    let text: Text

    /// A signature has at most so many parameters, and an event so many arguments (`SFSM_PARAMETER_LIMIT`).
    public static var maximumParameterCount: Int { 64 }

    init(_ result: Result, text: Text) {
        self.result = result
        self.text = text
    }

    /// The types of the arguments that it names.
    var argumentTypes: [ValueType] {
        var types: [ValueType] = []
        for parameter in parameters {
            if case .argument(let type) = parameter { types.append(type) }
        }
        return types
    }
}

/// Where a signature cannot be read on, in bytes from 0, and what is expected there.
public struct SignatureFault: Error {
    /// The offset, in bytes from 0.
    public let position: Int
    /// What was expected there.
    public let expected: StaticString
}
