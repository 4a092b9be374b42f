import SwiftFSM
import Testing

/// Paths through tables whose rows are for several events, or for states with values.
@Suite struct PatternPathTests {
    /// A row for each coin, and in another state one for a coin of 5.
    final class Coins: SyntaxBuilder {
        enum State { case a, b, c }
        enum Event: EventWithValues { case coin(FSMValue<Int>), back }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.a) { when(.coin(.any)) | then(.b) }
            define(.b) { when(.coin(5)) | then(.c) }
            define(.c) { when(.back) | then(.a) }
        }
    }

    @Test func aPatternWhoseValueAnotherStateNames() async throws {
        let table = try FSMTable<Coins.State, Coins.Event>(initialState: .a) { Coins().rules }
        let found = table.paths()
        #expect(found.uncovered.map(\.description) == [])
        #expect(found.paths.map(\.description) == ["a -coin(5)-> b -coin(5)-> c -back-> a"])
        try await follow(found) { try table.machine { Coins().rules } }
    }

    /// The same with a row for a case.
    final class Cases: SyntaxBuilder {
        enum State { case a, b, c }
        enum Event: FSMHashable { case coin(Int), back }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.a) { when(any: .coin(5)) | then(.b) }
            define(.b) {
                when(.coin(5)) | then(.c)
                when(any: .coin(1)) | then()
            }
            define(.c) { when(.back) | then(.a) }
        }
    }

    @Test func aCaseOneOfWhoseValuesAnotherRowNames() async throws {
        let table = try FSMTable<Cases.State, Cases.Event>(initialState: .a) { Cases().rules }
        let found = table.paths()
        // Only the value that stands for the case is known, and in this state a row of its own takes it.
        #expect(found.uncovered.map(\.description) == ["any coin: b -> b"])
        #expect(found.paths.map(\.description) == ["a -coin(5)-> b -coin(5)-> c -back-> a"])
        try await follow(found) { try table.machine { Cases().rules } }
        let others = table.paths(with: [.coin(3), .back])
        #expect(others.uncovered.map(\.description) == [])
        #expect(others.paths.map(\.description) == ["a -coin(3)-> b -coin(3)-> b -coin(5)-> c -back-> a -coin(5)-> b"])
        try await follow(others) { try table.machine { Cases().rules } }
    }

    @Test func patternsThatOverlap() async throws {
        struct Payments: ContextSyntaxBuilder {
            enum State { case one, two, three }
            enum Event: EventWithValues { case pay(FSMValue<Int>, FSMValue<Int>), back }
            typealias Context = Int

            var rules: Rules {
                define(.one) {
                    when(.pay(1, 2)) | then()
                    when(.pay(1, .any)) | then(.two)
                }
                define(.two) { when(.pay(.any, 2)) | then(.three) }
                define(.three) {
                    when(any: .pay(7, 7)) | then(.one)
                    when(.back) | then(.two)
                }
            }
        }
        let table = try FSMContextTable(Payments(), initialState: .one)
        // In the first state another row takes the value that is known.
        #expect(table.paths().paths.map(\.description) == ["one -pay(1, 2)-> one"])
        let found = table.paths(with: [.pay(1, 3), .pay(3, 2), .pay(3, 3)])
        #expect(found.uncovered.map(\.description) == [])
        for path in found.paths {
            let machine = table.machine(0)
            for step in path.steps {
                await machine.handleEvent(step.event)
                #expect(step.states == [machine.state], "\(path)")
            }
        }
    }

    // MARK: - States with values

    final class Desk: SyntaxBuilder {
        enum State: FSMHashable { case draft, review(by: String) }
        enum Event: FSMHashable { case submit, reassign, touch, reject(String), lost, late(Int) }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.draft) {
                when(.submit) | then(.review(by: "Ann"))
                when(any: .late(0))
                    | then { event in
                        if case .late(let days) = event { .review(by: "\(days)") } else { .draft }
                    }
            }
            define(any: .review(by: "")) {
                when(.reassign) | then(.review(by: "Bob"))
                when(.touch) | then()
                when(any: .reject("")) | then(.draft)
                when(.reject("")) | then()
                when(.lost) | then(.review(by: "boss"))
            }
            define(.review(by: "boss")) { when(any: .reject("")) | then(.draft) }
        }

        static func table(_ state: State = .draft) throws -> FSMTable<State, Event> {
            try FSMTable(initialState: state) { Desk().rules }
        }
    }

    @Test func rowsOfStatesWithValues() throws {
        let rules = try Desk.table().rules
        #expect(
            rules.map(\.description) == [
                "submit: draft -> review(by: \"Ann\")",
                "any late: draft -> computed",
                "reassign: any review -> review(by: \"Bob\")",
                "touch: any review -> any review",
                "any reject: any review -> draft",
                "reject(\"\"): any review -> any review",
                "lost: any review -> review(by: \"boss\")",
                "any reject: review(by: \"boss\") -> draft",
                "reject(\"\"): review(by: \"boss\") -> draft",
            ])
        #expect(rules.map(\.isOfCase) == [false, false, true, true, true, true, true, false, false])
        #expect(rules.map(\.isForCase) == [false, true, false, false, true, false, false, true, false])
        #expect(rules[2].target == .states([.review(by: "Bob")]) && rules[3].target == .stays)
    }

    @Test func pathsKnowTheValues() async throws {
        let found = try Desk.table().paths()
        #expect(
            found.uncovered.map(\.description) == ["any late: draft -> computed", "any reject: any review -> draft"])
        let states = found.paths.flatMap(\.steps).map(\.states)
        #expect(states.contains([.review(by: "Ann")]) && states.contains([.review(by: "Bob")]))
        #expect(!states.contains([.review(by: "")]))
        try await follow(found) { try Desk.table().machine { Desk().rules } }
        let others = try Desk.table(.review(by: "Eve")).paths()
        #expect(others.paths.first?.initialState == .review(by: "Eve"))
        try await follow(others) { try Desk.table(.review(by: "Eve")).machine { Desk().rules } }
    }

    /// Expects that machines go where paths lead.
    private func follow<State, Event>(
        _ found: FSMPaths<State, Event>, _ machine: () throws -> FSM<State, Event>
    ) async throws {
        for path in found.paths {
            let machine = try machine()
            machine.logHandler = nil
            for step in path.steps {
                await step.send(to: machine)
                #expect(machine.states == step.states, "\(path)")
            }
        }
    }
}
