import Testing

/// Compares what the oracle does with a trace that was derived by hand.
///
/// A trace has one line for each call, the start first. `+a` stands for a's entry callback, `-a` exit, `~a` cycle, `*a`
/// the action of its default, `?2` the guard of row 2, `!2` its action; behind `=` stand what came of the call, if it
/// is neither "ok" nor "transitioned", and the active leaves.
func checkTrace(_ chart: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let model = ChartModel(text: chart, isTraced: true)
    let again = ChartModel(text: model.text)
    #expect(again.text == model.text, sourceLocation: sourceLocation)
    let interpreter = ChartInterpreter(model)
    #expect(interpreter.run(), sourceLocation: sourceLocation)
    #expect(interpreter.fault == nil, sourceLocation: sourceLocation)
    let shown = shown(interpreter)
    #expect(shown == expected, "\n\(shown)\n\nis not\n\n\(expected)", sourceLocation: sourceLocation)
}

private func shown(_ interpreter: ChartInterpreter) -> String {
    var lines = [""]
    let model = interpreter.model
    for entry in interpreter.trace.entries {
        switch entry {
        case .callback(let number, _):
            lines[lines.count - 1] += shown(interpreter.callbacks.items[number], model) + " "
        case .result(let outcome, let leaves, let isDone):
            var words = ["="]
            if outcome != .ok && outcome != .transitioned { words.append("\(outcome)") }
            if isDone { words.append("done") }
            lines[lines.count - 1] += (words + leaves.map { model.states[$0].name }).joined(separator: " ")
            lines.append("")
        }
    }
    return lines.dropLast().joined(separator: "\n")
}

private func shown(_ item: ChartCallbacks.Item, _ model: ChartModel) -> String {
    switch item.role {
    case .entry: return "+" + model.states[item.owner].name
    case .exit: return "-" + model.states[item.owner].name
    case .cycle: return "~" + model.states[item.owner].name
    case .default: return "*" + model.states[item.owner].name
    case .guard: return "?\(item.owner + 1)"
    case .action: return "!\(item.owner + 1)"
    }
}
