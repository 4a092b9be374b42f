@testable import FSMEngine

/// The engine's trace of a chart beside the oracle's.
struct ChartComparison {
    struct Difference {
        /// What is kept while a chart is made smaller.
        var kind: String
        var text: String
    }

    /// The kind of difference, or `nil` if there is none.
    func kind(_ model: ChartModel) -> String? {
        var ignored = ChartOracleTests.Tally()
        return difference(model, &ignored)?.kind
    }

    func difference(_ model: ChartModel, _ tally: inout ChartOracleTests.Tally) -> Difference? {
        if !model.isValid { return Difference(kind: "invalid", text: "the generator is wrong") }
        let subject = ChartSubject(model)
        let (valid, diagnostics) = subject.definition().validate()
        let interpreter = ChartInterpreter(model)
        interpreter.canRaise = valid?.tree != nil
        guard interpreter.run() else {
            tally.endless += 1
            return nil
        }
        if let fault = interpreter.fault { return Difference(kind: "illegal", text: "the oracle is wrong: \(fault)") }
        guard let valid else {
            let texts = diagnostics.filter { $0.kind.severity == .error }
            return Difference(kind: "\(texts.map { $0.kind })", text: texts.map { $0.text }.joined(separator: "\n"))
        }
        // Thousands of microsteps would take their time in more than one layout.
        let isLong = interpreter.statistics.microsteps > ChartInterpreter.stepLimit
        let other = model.rows.count.isMultiple(of: 2) ? TableStorage.Layout.wide : .sparse
        for layout in isLong ? [TableStorage.Layout.narrow] : [.narrow, other] {
            let count = interpreter.trace.entries.count
            guard let table = valid.compile(owner: nil, layout: layout),
                (try? subject.run(table, expecting: count)) != nil
            else {
                return Difference(kind: "no table", text: "no table or machine in layout \(layout)")
            }
            guard let index = interpreter.trace.difference(from: subject.trace) else { continue }
            return difference(at: index, layout, interpreter, subject)
        }
        tally.compared += 1
        tally.microsteps += interpreter.statistics.microsteps
        tally.counts.merge(interpreter.statistics.counts, uniquingKeysWith: +)
        return nil
    }

    private func difference(
        at index: Int, _ layout: TableStorage.Layout, _ interpreter: ChartInterpreter, _ subject: ChartSubject
    ) -> Difference {
        let callbacks = interpreter.callbacks
        func shown(_ trace: ChartTrace) -> String {
            let lines = trace.lines(subject.model, callbacks)
            return lines[max(0, index - 30)..<min(lines.count, index + 8)].joined(separator: "\n")
        }
        let text = """
            \(layout), entry \(index) differs
            -- engine
            \(shown(subject.trace))
            -- oracle
            \(shown(interpreter.trace))
            -- chart
            """
        return Difference(kind: "trace", text: text)
    }
}
