@testable import FSMEngine

/// A model as a conformance case (Tests/Conformance), with what the oracle expects of it.
extension Model {
    /// What the oracle expects, where the engine does something else.
    var conformanceCase: String {
        let (model, words) = (sayable, ModelWords(sayable))
        let head = model.head("What the oracle expects, and the engine does not do.", words)
        return model.text(head, diagnostics: model.diagnostics(Judge(model: model), words, in: head), words)
    }

    /// Values of types that do not exist become others that are wrong too.
    var sayable: Model {
        var model = self
        for (index, call) in calls.enumerated() {
            switch call {
            case .send(let event, let with): model.calls[index] = .send(event, existing(with, event))
            case .probe(let event, let with): model.calls[index] = .probe(event, existing(with, event))
            case .explain(let event, let requested, let with):
                model.calls[index] = .explain(event, requested: requested, existing(with, event))
            default: break
            }
        }
        return model
    }

    private func existing(_ with: With, _ event: ID) -> With {
        var with = with
        for (index, argument) in with.arguments.enumerated() where !(1...Datum.integer).contains(argument.type) {
            let isPointer = types(of: event).dropFirst(index).first == 13
            with.arguments[index] = Datum(type: isPointer ? 12 : 13, text: "none")
        }
        return with
    }

    /// The lines of a case up to the end of the definition.
    func head(_ rule: String, _ words: ModelWords) -> [String] {
        var lines = ["# \(rule)", "", "definition"]
        lines += (words.ids + policies + declarations(words)).map { "  " + $0 }
        for (number, block) in blocks.enumerated() { lines += text(of: block, number, words).map { "  " + $0 } }
        for (number, row) in rows.enumerated() {
            if row.block >= 0 { lines.append("  in b\(row.block + 1)") }
            lines.append((row.block >= 0 ? "    " : "  ") + text(of: row, number, words))
        }
        return lines
    }

    /// A whole case, with these diagnostics.
    func text(
        _ head: [String], diagnostics: [String], transitions: [String] = [], _ words: ModelWords
    ) -> String {
        var lines = head + ["", "diagnostics"] + (diagnostics.isEmpty ? ["none"] : diagnostics).map { "  " + $0 }
        if !transitions.isEmpty { lines += ["", "transitions"] + transitions.map { "  " + $0 } }
        if Judge(model: self).isValid {
            let interpreter = Interpreter(self, writesScript: true)
            interpreter.run()
            let options = (isLenient ? ", lenient" : "") + (hasHooks ? ", on unhandled, on step" : "")
            lines += ["", "run from \(words.state(start))\(options)"] + (interpreter.script?.lines ?? [])
        }
        return Self.withoutUnusedIDs(Self.withoutUnusedLabels(lines)).joined(separator: "\n") + "\n"
    }

    /// A case has no label that it does not need.
    private static func withoutUnusedLabels(_ lines: [String]) -> [String] {
        let words = lines.map { $0.split(whereSeparator: { " :".contains($0) }).map(String.init) }
        var uses: [String: Int] = [:]
        for word in words.joined() { uses[word, default: 0] += 1 }
        return zip(lines, words).map { line, words in
            guard let label = words.first, Int(label.dropFirst()) != nil, uses[label] == 1 else { return line }
            return line.replacing("\(label): ", with: "", maxReplacements: 1)
        }
    }

    /// Nor a number for a word that stands nowhere.
    private static func withoutUnusedIDs(_ lines: [String]) -> [String] {
        let marks = " :,[](|)"
        let others = lines.filter { !$0.hasPrefix("  ids ") }
        let used = Set(others.flatMap { $0.split { marks.contains($0) } })
        return lines.compactMap { line in
            guard line.hasPrefix("  ids ") else { return line }
            let parts = line.split(separator: " ")
            let kept = stride(from: 2, to: parts.count, by: 3).filter { used.contains(parts[$0]) }
            let words = kept.map { parts[$0..<($0 + 3)].joined(separator: " ") }
            return words.isEmpty ? nil : "  ids \(parts[1]) " + words.joined(separator: " ")
        }
    }

    private var policies: [String] {
        var lines: [String] = []
        if guardPolicy == .firstMatch { lines.append("guards first match") }
        if entryExit == .always { lines.append("entry exit always") }
        if phases != [.resolve, .exit, .actions, .commit, .entry] {
            lines.append("order " + phases.map { "\($0)" }.joined(separator: " "))
        }
        return lines
    }

    private func declarations(_ words: ModelWords) -> [String] {
        var lines: [String] = []
        if !namedEvents.isEmpty { lines.append("named events " + namedEvents.map(words.event).joined(separator: " ")) }
        for (number, type) in predicates.enumerated() {
            let provider = type.provider.map { " by c\($0)" } ?? ""
            lines.append("t\(number + 1): predicate \(words.predicate(type.id)) of \(type.caseCount)\(provider)")
        }
        for (number, event) in events.enumerated() {
            let types = event.types.map { Datum.word($0) }.joined(separator: ", ")
            lines.append("v\(number + 1): event \(words.event(event.id)) (\(types))")
        }
        let registered = Set(registrations.map { $0.callback })
        for callable in callables where registered.contains(callable.callback) {
            let (callback, signature) = (callable.callback, callable.signature.text(words.predicate))
            lines.append("callable \(callback.role) c\(callback.number) \(signature)")
        }
        for (number, state) in initials.enumerated() { lines.append("i\(number + 1): initial \(words.state(state))") }
        return lines
    }

    private func text(of block: Block, _ number: Int, _ words: ModelWords) -> [String] {
        var first = "b\(number + 1): " + (block.isSuperstate ? "superstate" : "state \(words.state(block.state))")
        if block.isFinal { first += " final" }
        if !block.adopts.isEmpty { first += " adopts " + block.adopts.map { "b\($0 + 1)" }.joined(separator: " ") }
        let callbacks = [
            ("entry", block.entry), ("exit", block.exit), ("cycle", block.cycle), ("update", block.update),
        ]
        return [first]
            + callbacks.filter { !$1.isEmpty }.map { "  \($0) " + $1.map { "c\($0)" }.joined(separator: " ") }
    }

    private func text(of row: Row, _ number: Int, _ words: ModelWords) -> String {
        var text = "r\(number + 1): \(row.isOverriding ? "overriding " : "")"
        text += "\(words.state(row.source)) \(words.event(row.event))"
        if !row.matches.isEmpty {
            let matches = row.matches.map { match in
                let cases = match.values.map { "\($0)" }.joined(separator: "|")
                return words.predicate(match.predicate) + (cases.isEmpty ? "" : " \(cases)")
            }
            text += " [\(matches.joined(separator: ", "))]"
        }
        if !row.guards.isEmpty { text += " ? " + row.guards.map { "c\($0)" }.joined(separator: " ") }
        text += " -> \(words.state(row.target))"
        if let resolver = row.resolver { text += " by c\(resolver)" }
        if !row.actions.isEmpty { text += " / " + row.actions.map { "c\($0)" }.joined(separator: " ") }
        return text
    }

    /// Errors before warnings, each in the order of their places.
    private func diagnostics(_ judge: Judge, _ words: ModelWords, in lines: [String]) -> [String] {
        func place(_ label: String?) -> Int {
            lines.firstIndex { $0.contains("\(label ?? ""): ") && label != nil } ?? -1
        }
        func sorted(_ findings: [Finding]) -> [String] {
            // What several states have from a superstate is one.
            var keys: Set<String> = []
            let once = findings.filter { keys.insert($0.key).inserted }
            let told = once.map {
                (place: place($0.labels.first), order: $0.order, event: $0.ids[1], text: $0.text(words))
            }
            return told.sorted { ($0.place, $0.order, $0.event) < ($1.place, $1.order, $1.event) }.map { $0.text }
        }
        let clash = judge.tie.map { tie in
            let labels = tie.map { "r\($0.number + 1)" }.joined(separator: " ")
            return "implicit clash: \(labels)  # one of them, for some combination"
        }
        return sorted(judge.errors()) + (clash.map { [$0] } ?? []) + sorted(judge.warnings())
    }
}
