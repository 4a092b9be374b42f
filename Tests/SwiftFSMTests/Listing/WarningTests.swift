import SwiftFSM
import Testing

/// What the engine finds to be probably a mistake, in the words and places of rules.
@Suite struct WarningTests {
    enum State: FSMHashable { case on, off, dead, lost, list([Int]) }
    enum Event: FSMHashable { case go, stop, load([Int]) }

    static let line = #line

    final class Flat: SyntaxBuilder {
        typealias State = WarningTests.State
        typealias Event = WarningTests.Event

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.on) {
                when(.go) | then(.dead)
                when(.stop)
                    | then(.off)
                when(any: .load([])) | then { if case .load(let items) = $0 { .list(items) } else { .on } }
            }
            define(.dead) { when(.go) | then() }
            define(.lost) { when(.go) | then(.on) }
            define(any: .list([])) { when(.go) | then() }
        }
    }

    @Test func placesAndWordsOfRules() throws {
        let warnings = try FSMTable<State, Event>(initialState: .on) { Flat().rules }.engineWarnings
        let end = "add a row, unless the machine ends there"
        #expect(
            texts(warnings) == [
                "no row leads out of state dead: \(end) (13)",
                "no row leads out of state list: \(end) (15)",
                "no row leads out of state off: \(end) (10)",
            ])
    }

    @Test func placesOfContexts() throws {
        struct Ways: ContextSyntaxBuilder {
            typealias State = WarningTests.State
            typealias Event = WarningTests.Event
            typealias Context = Int

            var rules: Rules {
                define(.on) { when(.go) | then(.dead) }
                define(.lost) { when(.go) | then(.on) }
            }
        }
        let warnings = try FSMContextTable(Ways(), initialState: .on).engineWarnings
        #expect(warnings.map(\.kind) == [.deadEndState, .unreachableState])
        #expect(warnings.allSatisfy { $0.places.count == 1 })
    }

    /// A state that is entered when an action fails is reached, and one whose action fails is left.
    final class Failing: SyntaxBuilder {
        enum State { case one, two, broken, worse }
        enum Event { case go, retry }
        struct Jam: Error {}

        func jam() throws { throw Jam() }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.one) { when(.go) | then(.two) }
            define(.two) { when(.retry) | then() | attempt(jam, orElse: .enter(.broken)) }
            define(.broken, onEntry: attempt(jam, orElse: .enter(.worse))) { when(.retry) | then() }
            define(.worse) { when(.retry) | then(.one) }
        }
    }

    @Test func statesThatAreEnteredWhenActionsFail() throws {
        let table = try FSMTable<Failing.State, Failing.Event>(initialState: .one) { Failing().rules }
        #expect(table.engineWarnings.map(\.text) == [])
        #expect(table.paths().uncovered.map(\.description) == ["retry: broken -> broken", "retry: worse -> one"])
        #expect(table.diagram(.matrix).contains("go") && table.rules.count == 4)
    }

    final class Chart: ChartSyntaxBuilder {
        enum State { case on, left, right, dead, over }
        typealias Event = WarningTests.Event

        static let line = #line

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            parallel(.on) {
                define(.left) { when(.go) | then(.dead) }
            }
            define(.dead) { when(.go) | then() }
            final(.over)
        }
    }

    @Test func placesOfCharts() throws {
        let warnings = try FSMTable<Chart.State, Event>(initialState: .on) { Chart().rules }.engineWarnings
        #expect(
            texts(warnings.filter { $0.kind == .deadEndState }, from: Chart.line) == [
                "no row leads out of state dead: add a row, or define it with 'final' (6)"
            ])
        let regions = warnings.filter { $0.kind == .singleRegion }
        #expect(regions.map { $0.places.map(\.line) } == [[Chart.line + 3, Chart.line + 4]], "\(warnings)")
    }

    /// The texts with the lines of their places.
    private func texts(_ warnings: [FSMWarning], from line: Int = Self.line) -> [String] {
        warnings.map { "\($0.text) (\($0.places.map { "\($0.line - line)" }.joined(separator: ", ")))" }
    }

    @Test(arguments: [FSMDiagramFormat.dot, .mermaid, .plantUML, .matrix, .markdown, .html])
    func computedTargetsInPictures(format: FSMDiagramFormat) throws {
        let table = try FSMTable<State, Event>(initialState: .on) { Flat().rules }
        #expect(table.diagram(format).contains("function"), "\(table.diagram(format))")
    }
}
