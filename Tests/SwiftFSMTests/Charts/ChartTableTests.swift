import SwiftFSM
import Testing

/// Charts that machines share, and charts with predicates.
@Suite struct ChartTableTests {
    final class Lamp: ChartSyntaxBuilder {
        enum State { case off, on, dim, bright, last }
        enum Event { case toggle, turn, wake }

        enum Power: Predicate { case weak, strong }

        let trace = ActionTrace()

        static let table = Result {
            try FSMTable<State, Event>(type: .lazy, initialState: .off) { Lamp().rules }
        }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.off) { when(.toggle) | then(.last) }
            define(.on, onEntry: lightOn & raise(.wake)) {
                initial(.dim) | dim
                history(.last)
                when(.toggle) | then(.off)
                define(.dim) {
                    when(.turn) | then(.bright) | dim & raise(.toggle)
                    matching(Power.strong) | when(.wake) | then(.bright)
                }
                define(.bright) { when(.turn) | then(.dim) }
            }
        }

        func lightOn() { trace.append("on") }
        func dim() async { trace.append("dim") }

        func machine() throws -> FSM<State, Event> {
            let machine = try Self.table.get().machine { rules }
            machine.logHandler = nil
            return machine
        }
    }

    @Test func eachMachineHasActionsOfItsOwn() async throws {
        let lamps = [Lamp(), Lamp()]
        let machines = try lamps.map { try $0.machine() }
        await machines[0].handleEvent(.toggle)
        #expect(machines.map(\.state) == [.dim, .off])
        #expect(lamps.map { $0.trace.take() } == ["on dim", ""])
        await machines[0].handleEvent(.turn)
        #expect(machines[0].state == .off && lamps[0].trace.take() == "dim")
        await machines[0].handleEvent(.toggle)
        #expect(machines[0].state == .bright)
    }

    @Test func raisedEventsComeWithThePredicatesOfTheStep() async throws {
        let lamp = Lamp()
        let machine = try lamp.machine()
        await machine.handleEvent(.toggle, predicates: Lamp.Power.strong)
        #expect(machine.state == .bright)
    }

    @Test func otherNestingIsAnotherTable() throws {
        let lamp = Lamp()
        #expect(throws: SwiftFSMError.self) {
            try Lamp.table.get().machine {
                lamp.define(.off) { lamp.when(.toggle) | lamp.then(.last) }
            }
        }
        let table = try FSMTable<Lamp.State, Lamp.Event>(initialState: .dim) {
            lamp.define(.on) { lamp.define(.dim) { lamp.when(.turn) | lamp.then() } }
        }
        #expect(throws: SwiftFSMError.self) {
            try table.machine {
                lamp.define(.on) { lamp.when(.turn) | lamp.then() }
                lamp.define(.dim) { lamp.when(.turn) | lamp.then() }
            }
        }
        #expect(table.warnings.isEmpty)
    }
}
