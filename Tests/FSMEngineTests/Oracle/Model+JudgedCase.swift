@testable import FSMEngine

/// A model as a case for all runners (Tests/Conformance/random).
extension Model {
    /// The case of this number. The engine must tell of the definition what the oracle finds: then what it tells is
    /// written, since some of that is its choice.
    func judgedCase(_ number: UInt64) -> String {
        let (model, words) = (sayable, ModelWords(sayable))
        let head = model.head("case \(number)", words)
        let lines = model.linesOfCase(head)
        let labels = Dictionary(lines.map { ($1, Finding.label($0)) }, uniquingKeysWith: { $1 })
        let diagnostics = Subject(model, lines: lines).validate().diagnostics
        // They would make most of many cases.
        let hasTransitions = number % 3 == 0 && !diagnostics.contains { $0.kind.severity == .error }
        return model.text(
            head, diagnostics: diagnostics.map { $0.text(words, labels) },
            transitions: hasTransitions ? model.transitions(words) : [], words)
    }

    /// By the lines of ``Judge``, those of a case.
    private func linesOfCase(_ head: [String]) -> [Int: Int] {
        var numbers: [String: Int] = [:]
        for (index, line) in head.enumerated() {
            guard let end = line.firstIndex(of: ":") else { continue }
            numbers[String(line[..<end].drop { $0 == " " })] = index + 1
        }
        var lines: [Int: Int] = [:]
        for line in 1...500 { lines[line] = numbers[Finding.label(line)] }
        return lines
    }

    private func transitions(_ words: ModelWords) -> [String] {
        var lines: [String] = []
        var former: ID?
        for (state, number) in Cells(self).transitions {
            if state == former {
                lines[lines.count - 1] += " r\(number + 1)"
            } else {
                lines.append("\(words.state(state)): r\(number + 1)")
            }
            former = state
        }
        return lines
    }
}

extension Diagnostic {
    /// As a case writes it, with the labels of its lines.
    fileprivate func text(_ words: ModelWords, _ labels: [Int: String]) -> String {
        var text = "\(kind.name)"
        let places = places.map { labels[Int($0.line)] ?? "line-\($0.line)" }
        if !places.isEmpty { text += ": " + places.joined(separator: " ") }
        let cases = combination.map { words.case(Model.Case(predicate: $0.predicate, value: $0.value)) }
        if !cases.isEmpty { text += " for [\(cases.joined(separator: ", "))]" }
        var fields: [String] = []
        if state != ReservedID.none { fields.append("state \(words.state(state))") }
        if event != ReservedID.none { fields.append("event \(words.event(event))") }
        if target != ReservedID.none { fields.append("target \(words.state(target))") }
        if predicate != ReservedID.none { fields.append("predicate \(words.predicate(predicate))") }
        if value != ReservedID.none { fields.append("case \(value)") }
        return text + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
    }
}
