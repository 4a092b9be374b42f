import Testing

@testable import SwiftFSM

/// The steps of machines over documents and charts, as an audit trail has them.
@Suite struct ReadingStepTests {
    static let text = """
        definition parcel
          guards first match
          event deliver (str receiver)
          event weigh (i64 grams)
          initial packed
          state packed
            ship -> shipped / stamp
            deliver -> defer
            weigh ? heavy -> internal
          state shipped
            timeout 100 lose
            deliver -> delivered / thank raises close
            lose -> lost
          state delivered
            close -> closed
          state closed
            archived: eventless -> archive
          state archive final
          state lost
            lose -> internal

        """
    enum State: String, CaseIterable { case packed, shipped, delivered, closed, archive, lost }
    enum Event: EventWithValues, CaseIterable {
        case deliver(receiver: FSMValue<String>), weigh(grams: FSMValue<Int>), ship, lose, close

        static let allCases: [Event] = [.deliver(receiver: .any), .weigh(grams: .any), .ship, .lose, .close]
    }

    final class Parcel {
        let machine: FSM<State, Event>
        private(set) var trace: [String] = []

        init() throws {
            let table = try FSMTable<State, Event>(reading: text, file: "parcel.fsm")
            var note: (String) -> Void = { _ in }
            machine = try table.machine { wanted in
                switch wanted.role {
                case .guard: .guard { if case .weigh(.some(let grams)) = $0 { grams > 1000 } else { false } }
                default: .action { note(wanted.name) }
                }
            }
            machine.logHandler = nil
            note = { [weak self] in self?.trace.append($0) }
            machine.stepHandler = { [weak self] step in
                guard let self else { return }
                let name = step.event.flatMap(table.name(ofEvent:)) ?? "-"
                let row = step.row.map { $0.label ?? "\($0.file):\($0.line)" } ?? "-"
                let states = [step.source, step.target].map { $0?.rawValue ?? "-" }
                let time = machine.now / .nanoseconds(1)
                trace.append("\(name) \(states[0]) \(states[1]) \(row) \(step.outcome) at \(time)")
            }
        }
    }

    static func line(_ words: String) -> Int {
        (text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(words) } ?? -1) + 1
    }

    @Test func everyStepIsToldWithItsRow() throws {
        let parcel = try Parcel()
        try parcel.machine.handleEvent(.deliver(receiver: "ann"))
        try parcel.machine.advance(to: .nanoseconds(50))
        try parcel.machine.handleEvent(.ship)
        typealias Outcome = FSMOutcome<State>
        let (ship, deliver, close) = (Self.line("ship ->"), Self.line("deliver -> delivered"), Self.line("close ->"))
        let shipped = Outcome.transitioned(from: .packed, to: .shipped)
        let delivered = Outcome.transitioned(from: .shipped, to: .delivered)
        let closed = Outcome.transitioned(from: .delivered, to: .closed)
        let archived = Outcome.transitioned(from: .closed, to: .archive)
        let steps: [String] = [
            "deliver packed - - \(Outcome.deferred) at 0.0",
            "stamp",
            "ship packed shipped parcel.fsm:\(ship) \(shipped) at 50.0",
            "thank",
            "deliver shipped delivered parcel.fsm:\(deliver) \(delivered) at 50.0",
            "close delivered closed parcel.fsm:\(close) \(closed) at 50.0",
            "- closed archive archived \(archived) at 50.0",
        ]
        #expect(parcel.trace.prefix(7) == steps[...])
        // The chart is done: a last step leaves all states.
        #expect(parcel.machine.isDone)
        #expect(parcel.trace.count <= 8)
    }

    @Test func eventsThatComeToNothingAreToldToo() throws {
        let parcel = try Parcel()
        try parcel.machine.handleEvent(.lose)
        try parcel.machine.handleEvent(.weigh(grams: 1000))
        try parcel.machine.handleEvent(.weigh(grams: 1001))
        typealias Outcome = FSMOutcome<State>
        let weigh = Self.line("weigh ?")
        #expect(
            parcel.trace == [
                "lose packed - - \(Outcome.notFound) at 0.0", "weigh packed - - \(Outcome.notExecuted) at 0.0",
                "weigh packed packed parcel.fsm:\(weigh) \(Outcome.transitioned(from: .packed, to: .packed)) at 0.0",
            ])
    }

    @Test func whatIsDueHasItsTime() throws {
        let parcel = try Parcel()
        try parcel.machine.handleEvent(.ship)
        try parcel.machine.advance(to: .nanoseconds(500))
        #expect(parcel.trace.last?.hasPrefix("lose shipped lost ") == true)
        #expect(parcel.trace.last?.hasSuffix(" at 100.0") == true)
    }

    @Test func theEventHasItsValues() throws {
        let machine = try Parcel().machine
        var events: [Event?] = []
        machine.stepHandler = { events.append($0.event) }
        try machine.handleEvent(.deliver(receiver: "ann"))
        try machine.handleEvent(.ship)
        let receivers = events.compactMap { event in
            if case .deliver(let receiver)? = event { receiver.wrappedValue } else { nil }
        }
        #expect(receivers == ["ann", "ann"])
    }

    @Test func eventsThatItSendsWait() throws {
        let machine = try Parcel().machine
        var (outcomes, states): ([FSMOutcome<State>?], [State?]) = ([], [])
        machine.stepHandler = { [unowned machine] step in
            states.append(step.target)
            if step.event == .ship { outcomes.append(try? machine.handleEvent(.lose)) }
        }
        try machine.handleEvent(.ship)
        #expect(outcomes == [.queued] && states == [.shipped, .lost] && machine.state == .lost)
    }

    @Test func itCanBeRemoved() throws {
        let machine = try Parcel().machine
        var count = 0
        machine.stepHandler = { _ in count += 1 }
        try machine.handleEvent(.lose)
        machine.stepHandler = nil
        try machine.handleEvent(.ship)
        #expect(count == 1 && machine.state == .shipped)
    }

    @Test func chartsWithoutADocumentHaveNoRows() throws {
        let example = ChartSteps()
        try example.build()
        #expect(example.trace == [["a", "out", "inside"]])
    }

    final class ChartSteps: ChartSyntaxBuilder {
        enum State { case out, into, inside }
        enum Event { case a }
        private(set) var trace: [[String]] = []

        func build() throws {
            let machine = FSM<State, Event>(initialState: .out)
            machine.logHandler = nil
            machine.stepHandler = { [unowned self] step in
                trace.append([step.event.map { "\($0)" }, "\(step.source!)", "\(step.target!)"].map { $0 ?? "-" })
                #expect(step.row == nil)
            }
            try machine.buildTable {
                define(.out) { when(.a) | then(.into) }
                define(.into) { define(.inside) }
            }
            try machine.handleEvent(.a)
        }
    }
}

/// What a document calls states and events.
@Suite struct ReadingNameTests {
    enum State: String, CaseIterable { case open, closed }
    enum Event: EventWithValues, CaseIterable {
        case `pay-off`(FSMValue<Int>), `run-out`

        static let allCases: [Event] = [.`pay-off`(.any), .`run-out`]
    }
    static let text = """
        definition
          initial open
          event pay-off (i64 cents) was settle
          state open was new
            pay-off -> closed
            run-out -> closed
          state closed final

        """

    @Test func rawIdentifiersAreNames() throws {
        let table = try FSMTable<State, Event>(reading: Self.text, file: "a.fsm")
        #expect(table.name(ofEvent: .`run-out`) == "run-out")
        #expect(table.name(ofEvent: .`pay-off`(5)) == "pay-off")
        #expect(table.name(ofState: .open) == "open")
    }

    @Test func namesAreFound() throws {
        let table = try FSMTable<State, Event>(reading: Self.text, file: "a.fsm")
        #expect(table.event(named: "run-out") == .`run-out` && table.event(named: "pay-off") == .`pay-off`(.any))
        #expect(table.state(named: "closed") == .closed)
        #expect(table.state(named: "new") == .open && table.event(named: "settle") == .`pay-off`(.any))
        for name in ["", "Open", "open ", "run", "`run-out`"] {
            #expect(table.state(named: name) == nil && table.event(named: name) == nil)
        }
        #expect(table.event(named: "open") == nil && table.state(named: "run-out") == nil)
    }

    @Test func rulesHaveNoNames() throws {
        final class Rules: SyntaxBuilder {
            typealias State = ReadingNameTests.State
            typealias Event = ReadingNameTests.Event

            func table() throws -> FSMTable<State, Event> {
                try FSMTable(initialState: .open) { define(.open) { when(.`run-out`) | then(.closed) } }
            }
        }
        let table = try Rules().table()
        #expect(table.name(ofState: .open) == nil && table.name(ofEvent: .`run-out`) == nil)
        #expect(table.state(named: "open") == nil && table.event(named: "run-out") == nil)
    }
}
