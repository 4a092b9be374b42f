@testable import FSMEngine

/// How things stand in a trace, that of the oracle and that of the engine.
enum Trace {
    static func callback(
        _ role: Model.Role, _ number: Int, _ shown: Interpreter.Shown, _ model: Model, state: ID
    ) -> String {
        "\(role) \(number) \(step(shown, model)) in \(short(state))"
    }

    static func hook(_ hook: String, _ shown: Interpreter.Shown, _ model: Model) -> String {
        "hook \(hook) \(step(shown, model))"
    }

    private static func step(_ shown: Interpreter.Shown, _ model: Model) -> String {
        var text = "(\(short(shown.source)) --\(short(shown.event))-> \(short(shown.target)))"
        if !model.predicates.isEmpty {
            text +=
                " with " + model.predicateIDs.map { short(shown.cases[$0] ?? ReservedID.none) }.joined(separator: " ")
        }
        if !model.events.isEmpty { text += " carrying " + Datum.list(shown.arguments) }
        return text
    }

    /// What a call has come to: the outcome, with what the machine tells of it, and how the machine is then.
    static func result(
        _ prefix: String, _ outcome: Outcome, _ result: String, _ mistakes: Mistakes, _ state: ID, _ pending: Int
    ) -> String {
        var text = (prefix.isEmpty ? "" : prefix + " ") + outcome.fullName
        switch outcome {
        case .callbackFailed, .unknownState: text += " \(mistakes.failure)"
        case .unknownPredicate, .unknownCase, .repeatedPredicate:
            text += " \(mistakes.predicateCase.predicate) \(mistakes.predicateCase.value)"
        case .argumentCount, .argumentType:
            text += " \(mistakes.argument.index) \(mistakes.argument.declared) \(mistakes.argument.sent)"
        default: break
        }
        return "\(text)\(result) \(state) \(pending)"
    }

    private static func short(_ id: ID) -> String { id == ReservedID.none ? "none" : "\(id)" }
}

extension Outcome {
    /// The name of its constant in C, in small letters.
    var fullName: String {
        switch self {
        case .argumentCount: return "argument count"
        case .argumentType: return "argument type"
        default: return name
        }
    }
}
