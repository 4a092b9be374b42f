@testable import ConformanceCases
@testable import FSMEngine

extension Conformance {
    /// A case that was read, held against the engine in every layout that a table can have.
    final class Checking {
        let test: Case
        private(set) var faults: [Fault] = []
        /// One for each word and role: its address is the context of every registration of that callback.
        private var registered: [String: Registered] = [:]
        /// The run under way.
        fileprivate(set) var performance: Performance?

        init(_ test: Case) { self.test = test }

        func report(_ line: Int, _ text: String) { faults.append(Fault(line: line, text: text)) }

        /// Checks all of the case.
        func check() {
            let definition = definition()
            let (valid, diagnostics) = definition.validate { Self.called($0)?.signature }
            check(diagnostics)
            guard let valid else {
                if let line = test.transitionsLine ?? test.runs.first?.line { report(line, "there is no table") }
                return
            }
            for layout in [TableStorage.Layout.narrow, .wide, .sparse] {
                guard let table = valid.compile(owner: nil, layout: layout) else {
                    report(1, "there is no table in layout \(layout)")
                    return
                }
                checkEvents(table)
                checkSuperstates(table)
                checkNesting(table)
                check(table)
                for run in test.runs {
                    let performance = Performance(self, run)
                    self.performance = performance
                    performance.perform(over: table)
                    self.performance = nil
                }
                // What differs in one layout would mostly differ in the others too.
                if !faults.isEmpty { return }
            }
        }

        // MARK: - Callbacks

        fileprivate final class Registered {
            unowned let checking: Checking
            let role: Role
            let name: String

            /// Of a callable.
            var signature: Signature? { checking.test.signature(role, name) }

            init(_ checking: Checking, _ role: Role, _ name: String) {
                self.checking = checking
                self.role = role
                self.name = name
            }
        }

        /// The callback of this name and role: always the same.
        func callback(_ role: Role, _ name: String = "") -> Callback {
            let words = Conformance.words(role, name)
            let known = registered[words] ?? Registered(self, role, name)
            registered[words] = known
            return Callback(callPerformance, context: Unmanaged.passUnretained(known).toOpaque())
        }

        private static func called(_ callback: Callback) -> Registered? {
            callback.context.map { Unmanaged<Registered>.fromOpaque($0).takeUnretainedValue() }
        }
    }
}

/// Finds out which callback is called, and lets the run under way answer for it.
private let callPerformance: Callback.Function = { step, context in
    guard let context else { return ReservedID.failed }
    let called = Unmanaged<Conformance.Checking.Registered>.fromOpaque(context).takeUnretainedValue()
    // A callable may ask a provider, which writes the case that it says to the step.
    let told = UnsafeMutableRawPointer(mutating: step).assumingMemoryBound(to: Step.self)
    return called.checking.performance?.answer(called.role, called.name, told) ?? ReservedID.failed
}

// MARK: - What can be told before anything runs

extension Conformance.Checking {
    fileprivate func check(_ diagnostics: [Diagnostic]) {
        guard let sectionLine = test.diagnosticsLine else {
            // No section: there must be no errors, and warnings do not matter.
            for diagnostic in diagnostics where diagnostic.kind.severity == .error {
                report(Int(diagnostic.places.first?.line ?? 0), "not expected: \(diagnostic.text)")
            }
            return
        }
        for (index, diagnostic) in diagnostics.enumerated() {
            let told = written(
                diagnostic.kind.words, diagnostic.places.map { Int($0.line) }, diagnostic.combination)
            guard index < test.findings.count else {
                report(sectionLine, "not expected: \(told)")
                continue
            }
            let finding = test.findings[index]
            let expected = written(finding.kind, finding.places, finding.combination)
            if told != expected {
                report(finding.line, "expected \(expected), but found \(told)")
                continue
            }
            for field in finding.fields where diagnostic.value(of: field.name) != field.value {
                report(finding.line, "the diagnostic concerns another \(field.name): \(diagnostic.text)")
            }
            for saying in finding.sayings where !diagnostic.text.contains(saying) {
                report(finding.line, "the diagnostic does not say \"\(saying)\": \(diagnostic.text)")
            }
        }
        for finding in test.findings.dropFirst(diagnostics.count) { report(finding.line, "not found: \(finding.kind)") }
    }

    /// A diagnostic as a case writes it, up to what it concerns.
    private func written(_ kind: String, _ places: [Int], _ combination: [PredicateCase]) -> String {
        var text = kind
        if !places.isEmpty { text += ": " + places.map { test.words.text(ofLine: $0) }.joined(separator: " ") }
        if !combination.isEmpty {
            text += " for [" + combination.map { test.words.text($0) }.joined(separator: ", ") + "]"
        }
        return text
    }

    /// Compares what the table tells of the events that the case declares.
    fileprivate func checkEvents(_ table: Table) {
        for event in test.eventTypes where Array(table.arguments(ofEvent: event.id)) != event.types {
            report(event.line, "the table tells of other arguments")
        }
    }

    /// Compares what the table tells of the superstates: their names, in the order of their blocks.
    fileprivate func checkSuperstates(_ table: Table) {
        let expected = test.blocks.filter { $0.isSuperstate }
        let names = (0..<table.superstateCount).map { number in
            table.positionOfSuperstateName(at: number).map { table.superstateNames.all[$0] }
        }
        if names != expected.map({ $0.name }) {
            report(expected.first?.line ?? 1, "the table tells of the superstates \(names)")
        }
    }

    /// Compares what the table tells of each state of a chart: its parent, and what it is.
    fileprivate func checkNesting(_ table: Table) {
        let blocks = test.blocks.filter { !$0.isSuperstate }
        guard blocks.contains(where: { $0.parent != ReservedID.none }) else { return }
        for block in blocks {
            // Any block of the state may say it.
            let all = blocks.filter { $0.state == block.state }
            let parent = all.first { $0.parent != ReservedID.none }?.parent
            let hasChildren = blocks.contains { $0.parent == block.state }
            // A parallel state without children is a state as any other.
            let kind = all.first { ($0.kind != .plain || $0.isFinal) && ($0.kind != .parallel || hasChildren) }
            if table.parent(of: block.state) != parent || !isAlike(table.kind(of: block.state), kind) {
                report(block.line, "the table tells another parent or kind of the state")
            }
        }
    }

    /// Whether a state is what its block says.
    private func isAlike(_ kind: ChartStateKind?, _ block: Conformance.Block?) -> Bool {
        switch kind {
        case .final: return block?.isFinal ?? false
        case .parallel: return block?.kind == .parallel
        case .shallowHistory: return block?.kind == .shallowHistory
        case .deepHistory: return block?.kind == .deepHistory
        case .atomic, .compound, nil: return block == nil
        }
    }

    /// Whether a transition has the targets, conditions and raised events of a row.
    private func saysTheSame(_ table: Table, _ index: Int, _ row: Conformance.Row) -> Bool {
        var (targets, conditions, raised) = ([ID](), [String](), [ID]())
        table.forEachTarget(ofTransition: index) { targets.append($0) }
        table.forEachCondition(ofTransition: index) { conditions.append("\($0) \($1)") }
        table.forEachRaisedEvent(ofTransition: index) { raised.append($0) }
        return targets == [row.target] + row.moreTargets && raised == row.raised
            && conditions == row.inGuards.map { "\($0.state) \($0.isIn)" }
    }

    /// Compares the transitions that the table tells of, each in full with the row that it comes from.
    fileprivate func check(_ table: Table) {
        guard let sectionLine = test.transitionsLine else { return }
        guard table.transitionCount == test.transitions.count else {
            report(sectionLine, "there are \(table.transitionCount) transitions, not \(test.transitions.count)")
            return
        }
        for (index, expected) in test.transitions.enumerated() {
            let row = test.rows[expected.row]
            guard let actual = table.transition(at: index), actual.source == expected.source,
                actual.row == expected.row, actual.event == row.event, actual.target == row.target,
                actual.rank == row.matches.count, actual.isOverriding == row.isOverriding,
                actual.isLocal == row.isLocal, actual.isInherited == (row.source == ReservedID.none),
                actual.place.line == Int32(row.line), actual.guardCount == row.inGuards.count + row.guards.count,
                actual.actionCount == row.actions.count, saysTheSame(table, index, row)
            else {
                report(expected.line, "transition \(index) differs from the row in line \(row.line)")
                continue
            }
            for type in test.predicates {
                let meant = row.matches.first { $0.predicate == type.id }?.values.sorted() ?? Array(0..<type.caseCount)
                var values: [Int32] = []
                guard table.forEachCase(ofTransition: index, for: type.id, { values.append($0) }), values == meant
                else {
                    report(expected.line, "transition \(index) is meant for the cases \(values), not \(meant)")
                    continue
                }
            }
        }
    }
}

extension Diagnostic {
    fileprivate func value(of field: String) -> Int32 {
        switch field {
        case "state": return state
        case "event": return event
        case "target": return target
        case "predicate": return predicate
        default: return value
        }
    }
}
