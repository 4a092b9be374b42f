import SwiftFSM
import Testing

/// Values that are found by their bits, and such as look alike but are not.
@Suite struct SmallValueTests {
    /// Two bytes.
    struct Code: FSMHashable {
        var high: UInt8
        var low: UInt8
    }

    /// Equal if the last digit is: other bits, the same value.
    struct Digit: FSMHashable {
        var value: UInt8

        static func == (left: Digit, right: Digit) -> Bool { left.value % 10 == right.value % 10 }
        func hash(into hasher: inout Hasher) { hasher.combine(value % 10) }
    }

    enum Only: Hashable, Sendable { case one }

    final class Machine<State: FSMHashable, Event: FSMHashable>: SyntaxBuilder {
        let fsm: FSM<State, Event>

        init(_ initial: State, _ rows: [(from: State, event: Event, to: State)]) throws {
            fsm = FSM(initialState: initial)
            fsm.logHandler = nil
            try fsm.buildTable {
                rows.map { row in define(row.from) { when(row.event) | then(row.to) } }
            }
        }

        func state(after events: Event...) async -> State {
            for event in events { await fsm.handleEvent(event) }
            return fsm.state
        }
    }

    @Test func valuesOfTwoBytes() async throws {
        let rows: [(from: UInt16, event: Code, to: UInt16)] = [
            (.max, Code(high: 1, low: 255), 0), (0, Code(high: 255, low: 1), 300), (300, Code(high: 0, low: 0), .max),
        ]
        let machine = try Machine(.max, rows)
        #expect(await machine.state(after: Code(high: 255, low: 1)) == .max)
        #expect(await machine.state(after: Code(high: 1, low: 255)) == 0)
        #expect(await machine.state(after: Code(high: 255, low: 255), Code(high: 255, low: 1)) == 300)
        #expect(await machine.state(after: Code(high: 0, low: 0)) == .max)
    }

    @Test func equalValuesOfOtherBits() async throws {
        let machine = try Machine(1, [(1, Digit(value: 3), 2), (2, Digit(value: 14), 1)])
        #expect(await machine.state(after: Digit(value: 33)) == 2)
        #expect(await machine.state(after: Digit(value: 5)) == 2)
        #expect(await machine.state(after: Digit(value: 4)) == 1)
    }

    @Test func optionalsOfTwoBytes() async throws {
        let machine = try Machine(1, [(1, UInt8?.none, 2), (2, UInt8?.some(0), 3), (3, UInt8?.some(255), 1)])
        #expect(await machine.state(after: .some(0)) == 1)
        #expect(await machine.state(after: .none) == 2)
        #expect(await machine.state(after: .some(0), .some(255)) == 1)
    }

    @Test func theOnlyValueOfItsType() async throws {
        let machine = try Machine(Only.one, [(Only.one, Only.one, Only.one)])
        #expect(await machine.fsm.handleEvent(.one) == .transitioned(from: .one, to: .one))
    }
}
