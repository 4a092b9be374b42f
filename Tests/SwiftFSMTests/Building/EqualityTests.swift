import SwiftFSM
import Testing

/// States and events are what `==` says, whatever their bits are.
struct EqualityTests: SyntaxBuilder {
    enum State: FSMHashable {
        case off, dimmed, bright

        /// Light is light.
        static func == (left: State, right: State) -> Bool { left.isLight == right.isLight }
        func hash(into hasher: inout Hasher) { hasher.combine(isLight) }
        private var isLight: Bool {
            switch self {
            case .off: false
            case .dimmed, .bright: true
            }
        }
    }

    struct Event: FSMHashable {
        var name: String
        var time = 0

        static func == (left: Event, right: Event) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    private func machine() -> FSM<State, Event> {
        let machine = FSM<State, Event>(initialState: .off)
        machine.logHandler = nil
        return machine
    }

    @Test func equalStatesAreOne() async throws {
        let machine = machine()
        try machine.buildTable {
            define(.off) { when(Event(name: "press")) | then(.bright) }
            define(.dimmed) { when(Event(name: "press")) | then(.off) }
        }
        #expect(await machine.handleEvent(Event(name: "press", time: 1)) == .transitioned(from: .off, to: .bright))
        #expect(await machine.handleEvent(Event(name: "press", time: 2)) == .transitioned(from: .bright, to: .off))
        #expect(await machine.handleEvent(Event(name: "hold")) == .notFound)
    }

    @Test func equalStatesAndEventsMakeDuplicates() throws {
        let line = #line + 1
        let error = try #require(throws: SwiftFSMError.self) {
            try machine().buildTable {
                define(.off) {
                    when(Event(name: "press")) | then(.bright)
                    when(Event(name: "press", time: 1)) | then(.dimmed)
                }
            }
        }
        #expect(error.faults.map { "\($0.summary(from: line))".prefix(10) } == ["duplicates"])
    }

    @Test func actionsAreGivenTheEventThatWasSent() async throws {
        let machine = machine()
        var times: [Int] = []
        func note(_ event: Event) { times.append(event.time) }
        try machine.buildTable { define(.off) { when(Event(name: "press")) | then() | note } }
        for time in 1...3 { await machine.handleEvent(Event(name: "press", time: time)) }
        #expect(times == [1, 2, 3])
    }

    /// One byte, of which `==` looks at the lowest bit only.
    @Test func smallEventsOfOtherBits() async throws {
        struct Parity: FSMHashable {
            var byte: UInt8

            static func == (left: Parity, right: Parity) -> Bool { left.byte & 1 == right.byte & 1 }
            func hash(into hasher: inout Hasher) { hasher.combine(byte & 1) }
        }
        struct Builder: SyntaxBuilder {
            typealias State = Int
            typealias Event = Parity

            func table() -> Syntax.Define<Int, Parity> {
                define(0) {
                    when(Parity(byte: 2)) | then(1)
                    when(Parity(byte: 3)) | then(2)
                }
            }
        }
        for (byte, state) in [(UInt8(2), 1), (4, 1), (0, 1), (254, 1), (1, 2), (3, 2), (255, 2)] {
            let machine = FSM<Int, Parity>(initialState: 0)
            machine.logHandler = nil
            try machine.buildTable { Builder().table() }
            #expect(await machine.handleEvent(Parity(byte: byte)) == .transitioned(from: 0, to: state))
        }
    }
}
