extension Conformance.Case {
    typealias Fault = Conformance.Fault
    typealias Cursor = Conformance.Cursor
    typealias Lines = ArraySlice<Conformance.Line>

    /// Reads a case. It is whole, or the first fault of it is thrown.
    init(_ contents: String) throws(Fault) {
        var lines = try Conformance.lines(of: contents)[...]
        var former = 0
        while var heading = lines.takeCursor() {
            let below = lines.takeBelow(0)
            let names = ["definition", "diagnostics", "transitions", "run"]
            guard let section = names.firstIndex(where: { heading.skip($0) }) else {
                throw heading.fault("there is no section \(heading.peek)")
            }
            let number = section + 1
            guard number > former || (number == former && number == names.count) else {
                throw heading.fault("the order is: definition, diagnostics, transitions, runs; all but runs once")
            }
            former = number
            if section < 3 { try heading.expectEnd() }
            switch section {
            case 0: try readDefinition(contents, below)
            case 1: try readDiagnostics(below, heading.line.number)
            case 2: try readTransitions(below, heading.line.number)
            default: try readRun(&heading, below)
            }
        }
        if diagnosticsLine == nil && transitionsLine == nil && runs.isEmpty {
            throw Fault(line: 1, text: "the case checks nothing: it needs diagnostics, transitions or a run")
        }
        let nowhere = callables.filter { !$0.value.isRegistered }.min { $0.value.line < $1.value.line }
        if let nowhere {
            throw Fault(line: nowhere.value.line, text: "the callable \(nowhere.key) is registered nowhere")
        }
        let unused = words.labels.filter { !$0.value.isUsed }.min { $0.value.line < $1.value.line }
        if let unused { throw Fault(line: unused.value.line, text: "label \(unused.key) is not used") }
    }

    // MARK: - Diagnostics and transitions

    private mutating func readDiagnostics(_ lines: Lines, _ line: Int) throws(Fault) {
        diagnosticsLine = line
        if lines.isEmpty { throw Fault(line: line, text: "no diagnostics at all are written as: none") }
        var rest = lines
        while var cursor = rest.takeCursor() {
            if lines.count == 1 && cursor.sees("none") && cursor.line.tokens.count == 1 { return }
            if cursor.line.depth > 1 { throw cursor.fault("nothing stands below a diagnostic") }
            findings.append(try takeFinding(&cursor))
        }
    }

    /// `implicit clash: a b for [Mood glad, Policy weak] (state locked)`, of which the first words are needed.
    private mutating func takeFinding(_ cursor: inout Cursor) throws(Fault) -> Conformance.Finding {
        var finding = Conformance.Finding(
            line: cursor.line.number, kind: cursor.words().joined(separator: " "))
        if cursor.skip(":") {
            repeat {
                let label = try cursor.word("a label")
                finding.places.append(try words.useLabel(label, line: finding.line).line)
            } while cursor.seesWord && !cursor.sees("for")
        }
        if cursor.skip("for") { finding.combination = try words.takeCases(&cursor) }
        if cursor.skip("(") {
            repeat { try takeField(&cursor, of: &finding) } while cursor.skip(",")
            try cursor.expect(")")
        }
        try cursor.expectEnd()
        return finding
    }

    private mutating func takeField(
        _ cursor: inout Cursor, of finding: inout Conformance.Finding
    ) throws(Fault) {
        let name = try cursor.word("what the diagnostic concerns")
        switch name {
        case "state", "target": finding.fields.append((name, try words.takeID(&cursor, .state)))
        case "event": finding.fields.append((name, try words.takeID(&cursor, .event)))
        case "predicate": finding.fields.append((name, try words.takeID(&cursor, .predicate)))
        case "saying": finding.sayings.append(try cursor.quoted("a text in quotes"))
        case "case":
            let word = try cursor.word("a case")
            let predicate = finding.fields.first { $0.name == "predicate" }?.value ?? 0
            finding.fields.append((name, try words.caseNumber(word, of: predicate, line: finding.line)))
        default:
            throw cursor.fault("state, event, target, predicate, case or saying is expected here, not \(name)")
        }
    }

    private mutating func readTransitions(_ lines: Lines, _ line: Int) throws(Fault) {
        transitionsLine = line
        var lines = lines
        while var cursor = lines.takeCursor() {
            if cursor.line.depth > 1 { throw cursor.fault("nothing stands below transitions") }
            let number = cursor.line.number
            let source = try words.takeID(&cursor, .state)
            try cursor.expect(":")
            repeat {
                let row = try words.useRow(try cursor.word("the label of a row"), line: number)
                transitions.append(Conformance.StateRow(line: number, source: source, row: row))
            } while cursor.seesWord
            try cursor.expectEnd()
        }
    }
}
