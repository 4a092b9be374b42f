import FSMSwift
import Testing

/// States and events are what `==` says, and are found without comparing them all where that can be.
struct LookupTests {
    /// Has no hash, and is too large to be known by its bits.
    struct Plain: Equatable {
        var name: String
    }

    @Test func withoutAHash() {
        let machine = FSM<Plain, Plain>(withStates: [Plain(name: "off"), Plain(name: "on")])
        machine.transition(on: Plain(name: "press"), from: Plain(name: "off"), to: Plain(name: "on"))
        machine.transition(on: Plain(name: "hold"), from: Plain(name: "on"), to: Plain(name: "off"))
        machine.event(Plain(name: "hold"))
        #expect(machine.state == Plain(name: "off"))
        machine.event(Plain(name: "press"))
        #expect(machine.state == Plain(name: "on"))
        machine.event(Plain(name: "kick"))
        #expect(machine.state == Plain(name: "on"))
        machine.event(Plain(name: "hold"))
        #expect(machine.state == Plain(name: "off"))
    }

    @Test func withAHash() {
        let machine = FSM<String, Double>(withStates: ["cold", "warm"])
        machine.transition(on: 1.5, from: "cold", to: "warm")
        machine.transition(on: 0, from: "warm", to: "cold")
        machine.event(2.5)
        #expect(machine.state == "cold")
        machine.event(1.5)
        #expect(machine.state == "warm")
        machine.event(-0.0)  // equals 0, of other bits
        #expect(machine.state == "cold")
    }

    /// One byte, of which `==` looks at the lowest bit only.
    struct Parity: Equatable {
        var byte: UInt8

        static func == (left: Parity, right: Parity) -> Bool { left.byte & 1 == right.byte & 1 }
    }

    @Test func smallValuesOfOtherBits() {
        let machine = FSM<Parity, Parity>(withStates: [Parity(byte: 0), Parity(byte: 1)])
        machine.transition(on: Parity(byte: 3), from: Parity(byte: 8), to: Parity(byte: 5))
        machine.transition(on: Parity(byte: 200), from: Parity(byte: 1), to: Parity(byte: 6))
        machine.event(Parity(byte: 2))
        #expect(machine.state.byte == 0)
        machine.event(Parity(byte: 77))
        #expect(machine.state.byte == 5)
        machine.event(Parity(byte: 0))
        #expect(machine.state.byte == 6)
    }

    @Test func withoutAnyBits() {
        struct Only: Equatable {}
        let trace = Trace()
        let machine = FSM<Only, Only>(withStates: [Only()])
        machine.transition(on: Only(), from: Only(), to: Only())
        machine.definedState(Only())?.onCycle = { trace.note("cycle") }
        machine.event(Only())
        #expect(trace.lines == ["cycle"])
    }

    @Test func objects() {
        final class Room: Equatable {
            let name: String
            init(_ name: String) { self.name = name }
            static func == (left: Room, right: Room) -> Bool { left === right }
        }
        let (hall, attic) = (Room("room"), Room("room"))
        let machine = FSM<Room, String>(withStates: [hall, attic])
        machine.transition(on: "climb", from: hall, to: attic)
        machine.transition(on: "climb", from: attic, to: nil)
        machine.event("climb")
        #expect(machine.state === attic)
        machine.event("climb")
        #expect(machine.state === attic)
        #expect(machine.previousState === hall)
    }

    /// Counts how often values were compared.
    final class Comparisons {
        var count = 0
    }

    struct Hashed: Hashable {
        let number: Int
        let comparisons: Comparisons

        static func == (left: Hashed, right: Hashed) -> Bool {
            left.comparisons.count += 1
            return left.number == right.number
        }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func valuesWithAHashAreNotComparedWithAll() {
        let comparisons = Comparisons()
        func value(_ number: Int) -> Hashed { Hashed(number: number, comparisons: comparisons) }
        let states = (0..<100).map(value)
        let machine = FSM<Hashed, Hashed>(withStates: states)
        for number in 0..<1000 {
            machine.transition(on: value(number), from: states[number % 100], to: states[(number + 1) % 100])
        }
        machine.event(value(0))
        comparisons.count = 0
        for number in 1..<1000 { machine.event(value(number)) }
        // An event and a target each, and now and then another one with which a place is shared.
        #expect(comparisons.count >= 2 * 999)
        #expect(comparisons.count < 5 * 999)
        #expect(machine.state.number == 0)
        #expect(machine.lastEvent?.number == 999)
    }

    /// The type's parameters do not say that it has a hash.
    @Test func fromCodeThatKnowsOfNoHash() {
        func steps<Value: Equatable>(_ states: [Value]) -> [Value] {
            let machine = FSM<Value, Value>(withStates: states)
            for (state, next) in zip(states, states.dropFirst()) {
                machine.transition(on: next, from: state, to: next)
            }
            return states.map {
                machine.event($0)
                return machine.state
            }
        }
        #expect(steps([1, 2, 3]) == [1, 2, 3])
        #expect(steps(["a", "b"]) == ["a", "b"])
        #expect(steps([[1], [2, 3]]) == [[1], [2, 3]])
        #expect(steps([Gate.locked, .unlocked, .broken]) == [.locked, .unlocked, .broken])
        #expect(steps([Plain(name: "a"), Plain(name: "b")]) == [Plain(name: "a"), Plain(name: "b")])
    }
}
