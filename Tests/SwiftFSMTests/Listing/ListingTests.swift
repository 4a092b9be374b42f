import SwiftFSM
import Testing

/// Rows that are listed, explained and drawn.
@Suite struct ListingTests {
    enum Policy: Predicate { case weak, strong }
    enum Weather: Predicate { case dry, wet, icy }

    static let rowOfSuperState = 20

    final class Gate: ExpandedSyntaxBuilder {
        enum State { case locked, unlocked, alarming }
        enum Event: EventWithValues { case coin(FSMValue<Int>), pass, reset }

        let isOpen: Bool

        init(isOpen: Bool = true) { self.isOpen = isOpen }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            let resettable = SuperState { when(.reset) | then(.locked) }
            define(.locked, adopts: resettable) {
                condition { [isOpen] in isOpen } | when(.coin(.any)) | then(.unlocked) | beep
                matching(Policy.weak) | when(.pass) | then()
                matching(Policy.strong, and: Weather.wet) | when(.pass) | then(.alarming)
                overriding { when(.reset) | then() }
            }
            define(.unlocked, adopts: resettable) { when(.pass) | then(.locked) }
            define(.alarming, adopts: resettable, onEntry: beep*)
        }

        func beep() {}

        func table() throws -> FSMTable<State, Event> { try FSMTable(initialState: .locked) { rules } }
    }

    @Test func rowsOfRules() throws {
        let rules = try Gate().table().rules
        #expect(
            rules.map(\.description) == [
                "reset: locked -> locked",
                "coin(FSMValue<Int>.any) [condition]: locked -> unlocked",
                "pass [Policy.strong, Weather.wet]: locked -> alarming",
                "pass [Policy.weak]: locked -> locked",
                "reset: unlocked -> locked",
                "pass: unlocked -> locked",
                "reset: alarming -> locked",
            ])
        #expect(rules.allSatisfy { $0.place.fileName == "ListingTests.swift" && $0.place.line > 0 })
        #expect(rules[0].target == .stays && rules[1].target == .states([.unlocked]))
        let machine = FSM<Gate.State, Gate.Event>(initialState: .locked)
        machine.logHandler = nil
        #expect(machine.rules.isEmpty)
        #expect(machine.diagram() == nil)
        try machine.buildTable { Gate().rules }
        #expect(machine.rules.map(\.description) == rules.map(\.description))
        #expect(machine.diagram()?.contains("locked") == true)
    }

    @Test func whyARowIsTaken() throws {
        let machine = try Gate().table().machine { Gate().rules }
        machine.logHandler = nil
        func texts(_ event: Gate.Event, _ policy: Policy, _ weather: Weather) -> [String] {
            machine.explain(event, predicates: policy, weather).map(\.description)
        }
        #expect(
            texts(.pass, .strong, .wet) == [
                "pass [Policy.strong, Weather.wet]: locked -> alarming (taken)",
                "pass [Policy.weak]: locked -> locked (not for Policy.strong)",
            ])
        #expect(
            texts(.pass, .strong, .icy) == [
                "pass [Policy.strong, Weather.wet]: locked -> alarming (not for Weather.icy)",
                "pass [Policy.weak]: locked -> locked (not for Policy.strong)",
            ])
        #expect(texts(.coin(5), .weak, .dry) == ["coin(FSMValue<Int>.any) [condition]: locked -> unlocked (taken)"])
        #expect(machine.state == .locked)
    }

    @Test func whyNot() throws {
        let table = try Gate(isOpen: false).table()
        let refused = try table.explain(.coin(1), in: .locked, predicates: Policy.weak, Weather.dry)
        #expect(
            refused.map(\.description) == [
                "coin(FSMValue<Int>.any) [condition]: locked -> unlocked (a condition does not hold)"
            ])
        #expect(try table.explain(.coin(1), in: .alarming, predicates: Policy.weak, Weather.dry).isEmpty)
        let missing = try FSMTable<Gate.State, Gate.Event>(initialState: .locked, predicates: .lazy) { Gate().rules }
            .explain(.pass, in: .locked)
        #expect(missing.map { "\($0.verdict)" } == ["needs a predicate of Policy", "needs a predicate of Policy"])
    }

    @Test func rowsOfAChart() async throws {
        let table = try PathTests.Player().table()
        let texts = table.rules.map(\.description)
        for text in ["always: broken -> off", "done: both -> over", "ping: on -> on", "split: off -> both"] {
            #expect(texts.contains(text), "\(text) in \(texts)")
        }
        let player = PathTests.Player()
        let machine = try table.machine { player.rules }
        machine.logHandler = nil
        await machine.handleEvent(.power)
        // The row of the inner state, then that of the outer one.
        #expect(machine.explain(.play).map(\.description) == ["play: stopped -> playing (taken)"])
        #expect(machine.explain(.power).map(\.description) == ["power: on -> off (taken)"])
        #expect(machine.explain(.one).isEmpty)
        #expect(machine.states == [.stopped])
        #expect(try table.explain(.stop, in: .playing).map(\.isTaken) == [true])
    }

    @Test func statesAndCallbacksThatAreMissing() throws {
        let turnstile = try DocumentTurnstile.table()
        #expect(throws: SwiftFSMError.self) { try turnstile.explain(.pass, in: .locked) }
        let rules = try FSMTable<Int, Int>(initialState: 1) { Numbers().rules }
        #expect(try rules.explain(1, in: 2).isEmpty)
        #expect(throws: SwiftFSMError.self) { try rules.explain(1, in: 3) }
        #expect(FSM<Int, Int>(initialState: 1).explain(1).isEmpty)
    }

    private final class Numbers: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        @TableBuilder<Int, Int> var rules: [Syntax.Define<Int, Int>] { define(1) { when(1) | then(2) } }
    }

    @Test func rowsOfContexts() throws {
        let table = try GateRules.table()
        #expect(
            table.rules.map(\.description) == [
                "reset: locked -> locked",
                "coin [condition]: locked -> unlocked",
                "pass: locked -> alarming",
                "reset: unlocked -> locked",
                "pass [condition]: unlocked -> locked",
                "reset: alarming -> locked",
            ])
        let gate = GateRules.Gate()
        let machine = table.machine(gate)
        #expect(machine.explain(.coin).map(\.isTaken) == [true])
        gate.isOpen = false
        #expect(
            machine.explain(.coin).map(\.description) == [
                "coin [condition]: locked -> unlocked (a condition does not hold)"
            ])
        #expect(machine.explain(.never).isEmpty)
        #expect(gate.trace.isEmpty)
    }

    @Test(arguments: [FSMDiagramFormat.dot, .mermaid, .plantUML, .matrix, .markdown, .html])
    func picturesOfRules(format: FSMDiagramFormat) throws {
        let table = try Gate().table()
        let text = table.diagram(format)
        for name in [
            "locked", "unlocked", "alarming", "Policy", "strong", "Weather", "wet", "condition", "coin", "reset",
        ] {
            #expect(text.contains(name), "\(name) in\n\(text)")
        }
        #expect(!text.contains("…"))
        if format != .markdown { #expect(table.diagram(format, current: [.alarming]) != text) }
        // A table keeps the targets of rows.
        let hasArrows = [.dot, .mermaid, .plantUML].contains(format)
        #expect(table.diagram(format, hidden: [.alarming]).contains("alarming") != hasArrows)
        #expect(try GateRules.table().diagram(format).contains("alarming"))
    }

    @Test func aPictureInMermaid() throws {
        let text = try GateRules.table().diagram(.mermaid, hidden: [.alarming])
        #expect(text.contains("unlocked"))
        #expect(text.contains("coin [condition]") || text.contains("coin #91;condition#93;"), "\(text)")
    }

    @Test func whatTheEngineFinds() throws {
        let warnings = try FSMTable<Gate.State, Gate.Event>(initialState: .alarming) { Gate().rules }.engineWarnings
        // What the overriding row replaces.
        #expect(warnings.map(\.kind) == [.neverTaken] && warnings[0].places.map(\.line) == [Self.rowOfSuperState])
        let dead = try DocumentTurnstile.table().engineWarnings
        #expect(dead.isEmpty)
    }
}
