import SwiftFSM
import Testing

/// Faults of states that are defined whatever their values, of computed next states, and of delays.
@Suite struct StateValueFaultTests: ChartSyntaxBuilder {
    enum State: FSMHashable { case one, two(Int), three }
    enum Event: FSMHashable { case go, load([Int]), stop }

    /// Words of a table that is no chart.
    struct Flat: SyntaxBuilder {
        typealias State = StateValueFaultTests.State
        typealias Event = StateValueFaultTests.Event
    }

    let flat = Flat()

    private func faults(
        @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) -> [String] {
        do {
            _ = try FSMTable<State, Event>(initialState: .one, block)
            return []
        } catch {
            return (error as? SwiftFSMError)?.faults.map { "\($0)" } ?? ["\(error)"]
        }
    }

    private func warnings(
        @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) throws -> [ChartFault] { try FSMTable<State, Event>(initialState: .one, block).warnings }

    @Test func rowsClashAsEver() {
        let faults = faults {
            define(.one) {
                when(any: .load([])) | then(to: { _ in .three })
                when(any: .load([1])) | then(.three)
                when(.go) | then(.two(1))
                when(.go) | then(.three)
                when(.stop) | then(to: { _ in .one })
                when(.stop) | then(to: { _ in .one })
            }
            define(any: .two(0)) {
                when(.stop) | then(.one)
                when(.stop) | then(.one)
            }
            define(.three) { when(.stop) | then(.one) }
        }
        #expect(faults.count == 4)
        #expect(faults.filter { $0.hasPrefix("Logical clash: 2 rows") }.count == 2)
        #expect(faults.filter { $0.hasPrefix("Duplicates: 2 rows") }.count == 2)
        #expect(faults.contains { $0.contains("then { … }") && $0.contains("when(any: load([1]))") })
        #expect(faults.contains { $0.contains("define(any: two(0))") })
        #expect(faults.allSatisfy { $0.contains("  SwiftFSMTests/StateValueFaultTests.swift:") })
    }

    @Test func inACharts() {
        let line = #line + 2
        let faults = faults {
            define(.one) {
                define(any: .two(0)) {
                    when(.go) | then(to: { _ in .three })
                }
            }
            define(.three)
        }
        #expect(
            faults == [
                """
                A chart knows all its states before it runs: 'define(any:)' and 'then { event in … }' are for tables without \
                nested states.
                Define each state, or keep the values outside of the state.

                define(any: two(0))  SwiftFSMTests/StateValueFaultTests.swift:\(line + 1)

                define(any: two(0))  SwiftFSMTests/StateValueFaultTests.swift:\(line + 1)
                when(go)             SwiftFSMTests/StateValueFaultTests.swift:\(line + 2)
                then { … }           SwiftFSMTests/StateValueFaultTests.swift:\(line + 2)
                """
            ])
    }

    @Test func warningsNameStatesThatNothingDefines() throws {
        let warnings = try warnings {
            define(.one) {
                when(.go) | then(.two(1))
                when(.stop) | then(.three)
            }
            define(any: .two(0)) { when(.stop) | then(.one) }
        }
        #expect(warnings.map(\.kind) == [.undefinedTarget])
        #expect(warnings.first?.text.contains("'three'") == true)
    }

    @Test func aNegativeDelay() {
        let faults = faults { flat.define(.one) { flat.after(.seconds(-1), .go) | flat.then() } }
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("A delay cannot be negative.\nUse one of zero.\n") == true)
        #expect(faults.first?.contains("after(-1.0 seconds, go)  SwiftFSMTests/StateValueFaultTests.swift:") == true)
    }

    @Test func anEventThatNoRowOfTheStateTakes() throws {
        let warnings = try warnings {
            flat.define(.one) {
                flat.after(.seconds(1), send: .go)
                flat.after(.seconds(1), send: .load([1]))
                flat.when(any: .load([])) | flat.then(.three)
            }
            flat.define(.three) { flat.when(.go) | flat.then(.one) }
        }
        #expect(warnings.map(\.kind) == [.unusedTimeout])
        #expect(warnings.first?.text.hasPrefix("'after' sends 'go' in 'one', where no row takes it.") == true)
    }

    @Test func aDelayInOverriding() {
        let faults = faults {
            flat.define(.one) {
                flat.overriding { flat.after(.seconds(1), .go) | flat.then() }
                flat.when(.stop) | flat.then()
            }
        }
        #expect(faults.contains { $0.hasPrefix("'after' at SwiftFSMTests/StateValueFaultTests.swift:") })
    }
}
