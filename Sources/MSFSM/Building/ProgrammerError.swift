/// The place of a declaration.
struct Place: CustomStringConvertible {
    let file: StaticString
    let line: UInt

    var description: String { "\(file):\(line)" }
}

/// An error of the program that uses the module. It ends the program with a message.
enum ProgrammerError {
    /// The name of the declaring method, and the state; likewise in the next case.
    case stateDeclaredTwice(String, String, first: Place?)
    case secondInitialState(String, String, initial: String, first: Place?)
    /// The name of the method that was called before any state.
    case nothingToBelongTo(String)
    case noInitialState
    /// The call that needs an active machine.
    case inactive(String)
    /// The call, and the state.
    case undeclaredState(String, String)
    case undeclaredMemory(String)
    case undeclaredTarget(event: String, state: String, target: String)
    case noMemory(String)
    case noMemoryToSet(String)
    /// The engine's diagnostics. In practice the reason is a lack of memory.
    case noTable(String)

    var description: String {
        switch self {
        case .stateDeclaredTwice(let word, let state, let first):
            ".\(word)(\(state)): the state \(state) is already declared\(Self.at(first)). Declare each state once."
        case .secondInitialState(let word, let state, let initial, let first):
            """
            .\(word)(\(state)): there is already an initial state, \(initial), declared\(Self.at(first)). Declare the \
            other ones with .state.
            """
        case .nothingToBelongTo(let word):
            ".\(word) before any state. Declare the state to which it belongs first, with .initial, .memory or .state."
        case .noInitialState:
            "activate: the structure has no initial state. Declare one of its states with .initial or .memory."
        case .inactive(let call):
            "\(call): the machine is not active, its state is nil. Call activate first."
        case .undeclaredState(let call, let state):
            "\(call): the binder's state is \(state), which the structure does not declare. Add .state(\(state))."
        case .undeclaredMemory(let state):
            "activate: the binder remembers the state \(state), which the structure does not declare."
        case .undeclaredTarget(let event, let state, let target):
            """
            .on(\(event)) of the state \(state) has returned the state \(target), which the structure does not \
            declare. Add .state(\(target)).
            """
        case .noMemory(let state):
            """
            .memory(\(state)): the binder has no memory. Make it of a StateBinderWithMemory, or with getMClosure and \
            setMClosure.
            """
        case .noMemoryToSet(let state):
            """
            memory = \(state): this AnyStateBinder has no memory. Make it of a StateBinderWithMemory, or with \
            getMClosure and setMClosure.
            """
        case .noTable(let reasons):
            "the structure cannot be compiled: \(reasons)"
        }
    }

    private static func at(_ place: Place?) -> String { place.map { ", at \($0)" } ?? "" }
}

/// Ends the program with the message of an error, and its place if that is known.
func fail(_ error: ProgrammerError, at place: Place? = nil) -> Never {
    let message = "MSFSM: " + error.description
    guard let place else { fatalError(message) }
    fatalError(message, file: place.file, line: place.line)
}
