import MSFSM
import Testing

/// Large structures and many tokens, beside a dictionary that says the same.
@Suite struct SizeTests {
    struct Number: FSMState, FSMEvent { var value: Int }

    private struct Cell: Hashable {
        let state: Int
        let event: Int
    }

    /// Where an event leads; `nil` as a target: it is executed only.
    private typealias Model = [Cell: Int?]

    private func structure(_ states: Int, _ events: Int, _ reactions: Int, _ random: inout Random)
        -> (FSMStructure<Number, Trace, Number>, Model)
    {
        let structure = FSMStructure<Number, Trace, Number>()
        var model: Model = [:]
        for state in 0..<states {
            if state == 0 { structure.initial(Number(value: 0)) } else { structure.state(Number(value: state)) }
            // Some events come twice: the last counts.
            for _ in 0..<reactions {
                let event = Int.random(in: 0..<events, using: &random)
                let target = Int.random(in: 0..<states, using: &random)
                if Bool.random(using: &random) {
                    structure.on(Number(value: event)) { _, _, _, trace in
                        trace.add("on")
                        return Number(value: target)
                    }
                    model[Cell(state: state, event: event)] = .some(target)
                } else {
                    structure.exec(Number(value: event)) { _, _, _, trace in trace.add("exec") }
                    model[Cell(state: state, event: event)] = .some(nil)
                }
            }
        }
        return (structure, model)
    }

    @Test(arguments: [(1, 1, 1), (2, 3, 3), (7, 5, 4), (40, 300, 25), (1, 1_000, 1_000), (1_000, 2, 2)])
    func randomStructuresDoWhatTheirDeclarationsSay(_ states: Int, _ events: Int, _ reactions: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = Random(seed: seed)
        let (structure, model) = structure(states, events, reactions, &random)
        let machine = BindableFSM(structure: structure)
        let tokens = (0..<5).map { _ in SimpleFSM(structure: structure) }
        var expectedStates = [Int](repeating: 0, count: tokens.count)
        var expected: [String] = []
        let trace = Trace()
        for token in tokens { token.activate(info: trace) }
        for _ in 0..<2_000 {
            let token = Int.random(in: 0..<tokens.count, using: &random)
            let event = Int.random(in: 0...events, using: &random)
            if let target = model[Cell(state: expectedStates[token], event: event)] {
                expected.append(target == nil ? "exec" : "on")
                expectedStates[token] = target ?? expectedStates[token]
            }
            // By the machine itself and by another one of the structure: the token is nothing but its binder.
            if Bool.random(using: &random) {
                tokens[token].process(event: Number(value: event), info: trace)
            } else {
                machine.process(event: Number(value: event), binder: AnyStateBinder(tokens[token]), info: trace)
            }
        }
        #expect(trace.take() == expected, "seed \(seed)")
        #expect(tokens.map { $0.state?.value } == expectedStates, "seed \(seed)")
    }
}

/// SplitMix64: the same numbers for the same seed.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
