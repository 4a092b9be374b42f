import FSMSwift
import Testing

/// Random machines against the rules as plainly as they can be written down.
struct ModelTests {
    /// A list of transitions, searched from its beginning.
    struct Model {
        var state: Int
        var previous: Int?
        var transitions: [(event: Int, state: Int, target: Int?)] = []
        var lines: [String] = []

        mutating func handle(_ event: Int) {
            let first = transitions.first { $0.event == event && $0.state == state }
            if let target = first?.target { set(target) }
        }

        mutating func set(_ target: Int) {
            if target == state {
                lines.append("cycle \(state)")
                previous = state
            } else {
                lines.append("leave \(state)")
                (previous, state) = (state, target)
                lines.append("enter \(state)")
            }
        }
    }

    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var bits = state
            bits = (bits ^ (bits &>> 30)) &* 0xbf58_476d_1ce4_e5b9
            bits = (bits ^ (bits &>> 27)) &* 0x94d0_49bb_1331_11eb
            return bits ^ (bits &>> 31)
        }
    }

    struct Plain: Equatable {
        var number: Int
    }

    @Test func bytes() { compare { UInt8($0) } }
    @Test func integers() { compare { $0 * 1_000_003 } }
    @Test func strings() { compare { "number \($0)" } }
    @Test func valuesWithoutAHash() { compare { Plain(number: $0) } }

    private func compare<Value: Equatable>(_ value: @escaping (Int) -> Value) {
        let first = UInt64.random(in: 0...UInt64.max)
        print("machines of \(Value.self) from seed \(first) upwards")
        for seed in (0..<100).map({ first &+ $0 }) {
            var random = Random(state: seed)
            let stateCount = Int.random(in: 1...6, using: &random)
            let eventCount = Int.random(in: 1...6, using: &random)
            let trace = Trace()
            let machine = FSM<Value, Value>(withStates: (0..<stateCount).map(value))
            var model = Model(state: 0)
            for state in 0..<stateCount {
                let definition = machine.definedState(value(state))
                definition?.onEnter = { trace.note("enter \(state)") }
                definition?.onLeave = { trace.note("leave \(state)") }
                definition?.onCycle = { trace.note("cycle \(state)") }
            }
            for _ in 0..<60 {
                let event = Int.random(in: 0..<eventCount, using: &random)
                let state = Int.random(in: 0..<stateCount, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<3:
                    let target = Int.random(in: -1..<stateCount, using: &random)
                    model.transitions.append((event, state, target < 0 ? nil : target))
                    machine.transition(on: value(event), from: value(state), to: target < 0 ? nil : value(target))
                case 3:
                    model.set(state)
                    machine.setState(value(state))
                default:
                    model.handle(event)
                    machine.event(value(event))
                }
            }
            #expect(trace.lines == model.lines, "seed \(seed)")
            #expect(machine.state == value(model.state), "seed \(seed)")
            #expect(machine.previousState == model.previous.map(value), "seed \(seed)")
        }
    }
}
