@testable import FSMEngine

/// The run of a conformance case (Tests/Conformance), as the oracle performs it.
struct Script {
    let words: ModelWords
    private(set) var lines: [String] = []
    var depth = 1

    init(words: ModelWords) { self.words = words }

    private mutating func append(_ text: String) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }

    // MARK: - Calls

    mutating func begin(_ text: (ModelWords) -> String) {
        append(text(words))
        depth += 1
    }

    /// Ends the call that stands in line `first`, from 0, behind what has happened meanwhile.
    mutating func end(_ first: Int, _ told: Interpreter.Told, _ mistakes: Mistakes, _ state: ID, _ pending: Int) {
        for reason in told.reasons { append(reason) }
        let waiting = pending > 0 ? ", pending \(pending)" : ""
        let details = detail(told.outcome, mistakes) + waiting + told.detail + told.list
        let result = "-> \(told.outcome.fullName) \(words.state(state))\(details)"
        if lines.count == first + 1 { lines[first] += " " + result } else { append(result) }
        depth -= 1
    }

    private func detail(_ outcome: Outcome, _ mistakes: Mistakes) -> String {
        switch outcome {
        case .callbackFailed: return ", failure \(mistakes.failure)"
        case .unknownPredicate, .unknownCase, .repeatedPredicate:
            return ", rejected \(words.case(mistakes.predicateCase))"
        case .argumentCount, .argumentType:
            let (declared, sent) = (Datum.word(mistakes.argument.declared), Datum.word(mistakes.argument.sent))
            return ", rejected argument \(mistakes.argument.index) (declared \(declared), sent \(sent))"
        default: return ""
        }
    }

    // MARK: - Callbacks

    mutating func append(
        _ role: Model.Role, _ number: Int, _ answer: Answer, _ shown: Interpreter.Shown, _ model: Model, state: ID
    ) {
        var text = "\(role) c\(number)\(self.text(of: answer, role))"
        let signature = model.signature(role, number)
        if let signature, !signature.parameters.isEmpty { text += " given " + given(signature, shown, model) }
        // Of what happens only the step tells more than the state.
        let isTold = signature?.has("step") ?? true
        if isTold { text += step(shown) }
        text += " in \(words.state(state))"
        if isTold { text += sent(shown, model) + (role == .update ? " at 1" : "") }
        append(text)
    }

    mutating func append(_ hook: String, _ shown: Interpreter.Shown, _ model: Model) {
        append(hook + step(shown) + sent(shown, model))
    }

    private func step(_ shown: Interpreter.Shown) -> String {
        " (\(words.state(shown.source)) \(words.event(shown.event)) \(words.state(shown.target)))"
    }

    /// What a callable is called with.
    private func given(_ signature: Model.Signature, _ shown: Interpreter.Shown, _ model: Model) -> String {
        var arguments = shown.arguments[...]
        let items = signature.parameters.map { parameter in
            switch parameter {
            case .predicate(let id): return words.value(shown.cases[id] ?? ReservedID.none)
            case .argument(let type): return arguments.popFirst()?.value ?? Datum.missing(type)
            case .word("event"): return words.event(shown.event)
            case .word("source"): return words.state(shown.source)
            case .word("target"): return words.state(shown.target)
            case .word("time"): return "\(shown.time)"
            case .word("..."): return words.list(cases(shown, model))
            case .word("args..."): return Datum.list(Array(arguments))
            case .word(let word): return word
            }
        }
        return "(\(items.joined(separator: ", ")))"
    }

    private func cases(_ shown: Interpreter.Shown, _ model: Model) -> [Model.Case] {
        model.predicateIDs.map { Model.Case(predicate: $0, value: shown.cases[$0] ?? ReservedID.none) }
    }

    private func sent(_ shown: Interpreter.Shown, _ model: Model) -> String {
        (model.predicates.isEmpty ? "" : " with" + words.cases(cases(shown, model)))
            + (model.events.isEmpty ? "" : " carrying " + Datum.list(shown.arguments))
    }

    private func text(of answer: Answer, _ role: Model.Role) -> String {
        switch role {
        case .guard: return answer.fails ? " fails" : answer.permits ? "" : " says no"
        case .resolver: return answer.target == ReservedID.failed ? " fails" : " says \(words.state(answer.target))"
        case .update:
            if answer.event == ReservedID.none { return "" }
            return answer.event == ReservedID.failed ? " fails" : " says \(words.event(answer.event))"
        case .provider: return answer.fails ? " fails \(answer.failure)" : " says \(answer.provided)"
        default: return answer.fails ? " fails" : ""
        }
    }
}
