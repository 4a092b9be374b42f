import SwiftState

/// States with short names; a route may name any of them.
enum Place: StateType, CustomStringConvertible {
    case a, b, c, d

    var description: String {
        switch self {
        case .a: "a"
        case .b: "b"
        case .c: "c"
        case .d: "d"
        }
    }
}

/// Events with short names.
enum Signal: EventType { case go, stop }

typealias PlaceMachine = StateMachine<Place, Signal>

/// What has happened, in order.
final class Trace {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }

    /// A handler that notes its name.
    func named(_ name: String) -> PlaceMachine.Handler {
        { [unowned self] _ in note(name) }
    }

    /// A handler that notes its name and all that it is told.
    func whole(_ name: String) -> PlaceMachine.Handler {
        { [unowned self] context in
            let event = context.event.map { "\($0)" } ?? "-"
            let userInfo = context.userInfo.map { " \($0)" } ?? ""
            note("\(name): \(event) \(context.fromState) \(context.toState)\(userInfo)")
        }
    }

    /// A condition that notes its name and answers.
    func condition(_ name: String, _ answer: Bool) -> PlaceMachine.Condition {
        { [unowned self] _ in
            note("\(name)?")
            return answer
        }
    }
}
