import SwiftState
import Testing

/// Random routes and tries, against a model that looks at every route each time.
@Suite struct RandomTests {
    struct Spot: StateType { var number: Int }
    struct Tick: EventType { var number: Int }
    typealias SpotMachine = StateMachine<Spot, Tick>

    /// SplitMix64.
    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
        mutating func spot() -> Spot { Spot(number: Int.random(in: 0..<5, using: &self)) }
        mutating func tick() -> Tick { Tick(number: Int.random(in: 0..<4, using: &self)) }
        mutating func anySpot() -> State<Spot> { chance(30) ? .any : .some(spot()) }
        mutating func anyTick() -> Event<Tick> { chance(30) ? .any : .some(tick()) }
    }

    /// What was added, and what takes it away.
    struct Item {
        enum Kind {
            case route(event: Event<Tick>?, Transition<Spot>, condition: Int?)
            case mapping(event: Int?, from: Int, to: Int)
            case stateMapping(from: Int, to: [Int])
        }
        var kind: Kind
        var disposable: any Disposable
    }

    /// Some conditions hold and others do not; all note that they were asked.
    final class Conditions {
        var holds = [Bool](repeating: true, count: 8)
        var asked: [String] = []

        func ask(_ number: Int, _ event: Tick?, _ from: Spot, _ to: Spot, _ userInfo: Any?) -> Bool {
            let event = event.map { "\($0.number)" } ?? "-"
            asked.append("\(number): \(event) \(from.number) \(to.number) \(userInfo.map { "\($0)" } ?? "-")")
            return holds[number]
        }
    }

    struct Model {
        var items: [Item] = []
        let conditions: Conditions
        var state: Spot

        private typealias Candidate = (rank: Int, target: Spot, condition: Int?)

        func target(_ event: Tick, _ userInfo: Any?) -> Spot? {
            var candidates: [Candidate] = []
            for item in items {
                guard case .route(let own?, let transition, let condition) = item.kind,
                    own == .any || own == event, transition.fromState == .any || transition.fromState == state
                else { continue }
                let rank = (own == .any ? 2 : 0) + (transition.fromState == .any ? 1 : 0)
                candidates.append((rank, transition.toState.rawValue ?? state, condition))
            }
            for rank in 0..<4 {
                for candidate in candidates where candidate.rank == rank {
                    guard let condition = candidate.condition else { return candidate.target }
                    if conditions.ask(condition, event, state, candidate.target, userInfo) { return candidate.target }
                }
            }
            for item in items {
                if case .mapping(let own?, let from, let to) = item.kind, own == event.number, from == state.number {
                    return Spot(number: to)
                }
            }
            return nil
        }

        func leads(_ event: Tick, from: Spot, to: Spot, _ userInfo: Any?) -> Bool {
            items.contains { item in
                switch item.kind {
                case .route(let own?, let transition, let condition):
                    (own == .any || own == event) && (transition.fromState == .any || transition.fromState == from)
                        && (transition.toState == .any || transition.toState == to)
                        && condition.map { conditions.ask($0, event, from, to, userInfo) } ?? true
                case .mapping(event.number, from.number, to.number): true
                default: false
                }
            }
        }

        func mayReach(_ to: Spot, from: Spot, _ userInfo: Any?) -> Bool {
            for item in items {
                switch item.kind {
                case .route(_, let transition, let condition):
                    guard transition.fromState == .any || transition.fromState == from,
                        transition.toState == .any || transition.toState == to
                    else { continue }
                    if condition.map({ conditions.ask($0, nil, from, to, userInfo) }) ?? true { return true }
                case .mapping(nil, from.number, to.number): return true
                case .mapping, .stateMapping: continue
                }
            }
            for item in items {
                if case .stateMapping(from.number, let to2) = item.kind { return to2.contains(to.number) }
            }
            return false
        }
    }

    private func add(_ machine: SpotMachine, _ conditions: Conditions, _ random: inout Random) -> Item {
        let transition = random.anySpot() => random.anySpot()
        let number = random.chance(50) ? Int.random(in: 0..<8, using: &random) : nil
        let condition: SpotMachine.Condition? = number.map { number in
            { conditions.ask(number, $0.event, $0.fromState, $0.toState, $0.userInfo) }
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            let (event, from, to) = (random.chance(80) ? random.tick().number : nil, random.spot(), random.spot())
            let disposable = machine.addRouteMapping { tick, state, _ in
                tick?.number == event && state == from ? to : nil
            }
            return Item(kind: .mapping(event: event, from: from.number, to: to.number), disposable: disposable)
        case 1:
            let (from, to) = (random.spot(), [random.spot(), random.spot()])
            let disposable = machine.addStateRouteMapping { state, _ in state == from ? to : nil }
            return Item(kind: .stateMapping(from: from.number, to: to.map(\.number)), disposable: disposable)
        case 2, 3:
            let disposable = machine.addRoute(transition, condition: condition)
            return Item(kind: .route(event: nil, transition, condition: number), disposable: disposable)
        default:
            let event = random.anyTick()
            let disposable = machine.addRoutes(event: event, transitions: [transition], condition: condition)
            return Item(kind: .route(event: event, transition, condition: number), disposable: disposable)
        }
    }

    /// A machine beside its model, which are told the same.
    private struct Pair {
        let machine: SpotMachine
        var model: Model
        /// How often an event led to another state.
        var taken = 0

        init(state: Spot) {
            machine = SpotMachine(state: state)
            model = Model(conditions: Conditions(), state: state)
        }

        mutating func tryEvent(_ event: Tick, _ userInfo: Any?, _ comment: Comment) {
            let conditions = model.conditions
            let expected = model.target(event, userInfo)
            let expectedQuestions = conditions.asked
            conditions.asked = []
            #expect(machine.canTryEvent(event, userInfo: userInfo) == expected, comment)
            #expect(conditions.asked == expectedQuestions, comment)
            conditions.asked = []
            #expect(machine.tryEvent(event, userInfo: userInfo) == (expected != nil), comment)
            #expect(conditions.asked == expectedQuestions, comment)
            if let expected { taken += model.state == expected ? 0 : 1 }
            model.state = expected ?? model.state
        }

        func askForRoutes(_ event: Tick, from: Spot, to: Spot, _ userInfo: Any?, _ comment: Comment) {
            let mayReach = model.mayReach(to, from: from, userInfo)
            #expect(machine.hasRoute(fromState: from, toState: to, userInfo: userInfo) == mayReach, comment)
            let leads = model.leads(event, from: from, to: to, userInfo)
            #expect(
                machine.hasRoute(event: event, fromState: from, toState: to, userInfo: userInfo) == leads, comment)
        }

        mutating func tryState(_ state: Spot, _ userInfo: Any?, _ comment: Comment) {
            let expected = model.mayReach(state, from: model.state, userInfo)
            #expect(machine.tryState(state, userInfo: userInfo) == expected, comment)
            if expected { model.state = state }
        }
    }

    @Test func agreesWithTheModel() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("SwiftState, random routes: seed \(seed)")
        var random = Random(state: seed)
        var taken = 0
        for round in 0..<150 {
            var pair = Pair(state: random.spot())
            let conditions = pair.model.conditions
            for step in 0..<60 {
                let comment: Comment = "seed \(seed), round \(round), step \(step)"
                let userInfo: Any? = random.chance(50) ? step : nil
                conditions.holds[Int.random(in: 0..<8, using: &random)].toggle()
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1, 2: pair.model.items.append(add(pair.machine, conditions, &random))
                case 3 where !pair.model.items.isEmpty:
                    let index = Int.random(in: pair.model.items.indices, using: &random)
                    pair.model.items.remove(at: index).disposable.dispose()
                case 4, 5, 6, 7: pair.tryEvent(random.tick(), userInfo, comment)
                default:
                    let (from, to) = (random.spot(), random.spot())
                    pair.askForRoutes(random.tick(), from: from, to: to, userInfo, comment)
                    pair.tryState(to, userInfo, comment)
                }
                #expect(pair.machine.state == pair.model.state, comment)
                conditions.asked = []
            }
            taken += pair.taken
        }
        // Otherwise nothing was tried.
        #expect(taken > 100, "seed \(seed)")
    }
}
