/// Where a part of a structure was declared.
struct Place: CustomStringConvertible {
    let file: StaticString
    let line: UInt

    var description: String { "\(file):\(line)" }
}

/// A mistake of the program that uses the module.
enum ProgrammerError {
    /// The word of the declaration, and the state; so for the next one.
    case stateDeclaredTwice(String, String, first: Place?)
    case secondInitialState(String, String, initial: String, first: Place?)
    /// The word of what belongs to a state.
    case nothingToBelongTo(String)
    case noInitialState
    /// The call for which the machine would have to be active.
    case inactive(String)
    /// The call, and the state.
    case undeclaredState(String, String)
    case undeclaredMemory(String)
    case undeclaredTarget(event: String, state: String, target: String)
    case noMemory(String)
    case noMemoryToSet(String)
    /// What the engine says of the table: none of the above, but that there is no memory for it.
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

/// Ends the program because of a mistake, which is told with its place, if that is known.
func fail(_ error: ProgrammerError, at place: Place? = nil) -> Never {
    let message = "MSFSM: " + error.description
    guard let place else { fatalError(message) }
    fatalError(message, file: place.file, line: place.line)
}
