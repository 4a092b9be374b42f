import MSFSM
import Testing

/// Whoever has a binder for the inner machine's state.
protocol SleepStateBinderProvider {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var sleepStatusBinder: AnyStateBinder<HierarchyTests.SleepingState>! { get }
}

/// "Hierarchical FSM" and "The final touch": a state that holds a machine, with and without memory.
@MainActor @Suite struct HierarchyTests {
    enum SleepingState: FSMState {
        case awaken, asleep
    }

    enum SleepingEvent: FSMEvent {
        case awake, goToSleep
    }

    typealias SleepingFSM = BindableFSM<SleepingState, Void, SleepingEvent>

    static let sleepingFSMStructure = FSMStructure<SleepingState, Void, SleepingEvent>()
        .initial(.awaken)
        .on(.goToSleep) { _, _, _, _ in .asleep }
        .state(.asleep)
        .on(.awake) { _, _, _, _ in .awaken }

    /// The same, except that it comes back to where it was.
    static let rememberingFSMStructure = FSMStructure<SleepingState, Void, SleepingEvent>()
        .memory(.awaken)
        .on(.goToSleep) { _, _, _, _ in .asleep }
        .state(.asleep)
        .on(.awake) { _, _, _, _ in .awaken }

    enum HealthState: FSMState {
        case dead
        case alive(BindableFSM<SleepingState, Void, SleepingEvent>)

        @MainActor static let alive: HealthState = .alive(BindableFSM(structure: sleepingFSMStructure))

        static func == (lhs: HealthState, rhs: HealthState) -> Bool {
            switch (lhs, rhs) {
            case (.dead, .dead),
                (.alive, .alive):
                return true
            default: return false
            }
        }

        func hash(into hasher: inout Hasher) {
            switch self {
            case .dead: hasher.combine(0)
            case .alive: hasher.combine(1)
            }
        }
    }

    enum HealthEvent: FSMEvent {
        case heal(Int), hit(Int)
        case awake, goToSleep

        static let heal: HealthEvent = .heal(0)
        static let hit: HealthEvent = .hit(0)

        static func == (lhs: HealthEvent, rhs: HealthEvent) -> Bool {
            switch (lhs, rhs) {
            case (.heal, .heal),
                (.hit, .hit),
                (.awake, .awake),
                (.goToSleep, .goToSleep):
                return true
            default: return false
            }
        }

        func hash(into hasher: inout Hasher) {
            switch self {
            case .heal: hasher.combine(0)
            case .hit: hasher.combine(1)
            case .awake: hasher.combine(2)
            case .goToSleep: hasher.combine(3)
            }
        }
    }

    typealias HealthStructure = FSMStructure<HealthState, SleepStateBinderProvider & HealthHolder, HealthEvent>

    /// The outer structure around one of the inner machine's. Long, since the document has it as one expression.
    static func healthFSMStructure(_ alive: HealthState) -> HealthStructure {
        HealthStructure()
            .initial(alive)
            .didEnter { _, binder, info in
                let aliveState = binder.state!
                if case let .alive(subFsm) = aliveState {
                    subFsm.activate(binder: info.sleepStatusBinder!)
                }
            }
            .willLeave { _, binder, info in
                let aliveState = binder.state!
                if case let .alive(subFsm) = aliveState {
                    subFsm.deactivate(binder: info.sleepStatusBinder!)
                }
            }
            .on(.hit) { event, _, _, healthHolder in
                if case let .hit(hitValue) = event {
                    healthHolder.health -= hitValue
                    if healthHolder.health <= 0 {
                        return .dead
                    }
                }
                return alive
            }
            .exec(.heal) { event, _, _, healthHolder in
                if case let .heal(healValue) = event {
                    healthHolder.health += healValue
                }
            }
            .exec(.goToSleep) { _, _, binder, info in
                let aliveState = binder.state!
                if case let .alive(subFsm) = aliveState {
                    subFsm.process(event: .goToSleep, binder: info.sleepStatusBinder!)
                }
            }
            .exec(.awake) { _, _, binder, info in
                let aliveState = binder.state!
                if case let .alive(subFsm) = aliveState {
                    subFsm.process(event: .awake, binder: info.sleepStatusBinder!)
                }
            }
            .state(.dead)
    }

    class Character: HealthHolder, SleepStateBinderProvider {
        var health = 10
        var sleepStatus: SleepingState?
        var lastSleepStatus: SleepingState?
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        var sleepStatusBinder: AnyStateBinder<SleepingState>!

        init() {
            sleepStatusBinder = AnyStateBinder(
                getClosure: { [unowned self] in sleepStatus }, setClosure: { [unowned self] in sleepStatus = $0 },
                getMClosure: { [unowned self] in lastSleepStatus },
                setMClosure: { [unowned self] in lastSleepStatus = $0 })
        }
    }

    /// What became of a character after each event: its health, the outer state and the inner one.
    private func trace(_ alive: HealthState, _ events: HealthEvent...) -> [String] {
        let fsm = SimpleFSM(structure: Self.healthFSMStructure(alive))
        let character = Character()
        func told() -> String {
            let outer = fsm.state.map { $0 == .dead ? "dead" : "alive" } ?? "nil"
            return "\(character.health) \(outer)" + (character.sleepStatus.map { " \($0)" } ?? "")
        }
        fsm.activate(info: character)
        return [told()]
            + events.map { event in
                fsm.process(event: event, info: character)
                return told()
            }
    }

    @Test func theInnerMachineLivesWhileTheOuterStateDoes() {
        #expect(
            trace(.alive, .goToSleep, .awake, .heal(5), .hit(20), .awake)
                == ["10 alive awaken", "10 alive asleep", "10 alive awaken", "15 alive awaken", "-5 dead", "-5 dead"])
    }

    @Test func aHitWakesSinceTheInnerMachineBeginsAnew() {
        #expect(
            trace(.alive, .goToSleep, .hit(3), .goToSleep, .heal(1))
                == ["10 alive awaken", "10 alive asleep", "7 alive awaken", "7 alive asleep", "8 alive asleep"])
    }

    @Test func aHitDoesNotWakeWhereTheInnerMachineHasAMemory() {
        let alive = HealthState.alive(BindableFSM(structure: Self.rememberingFSMStructure))
        #expect(
            trace(alive, .goToSleep, .hit(3), .awake, .hit(3), .hit(4))
                == [
                    "10 alive awaken", "10 alive asleep", "7 alive asleep", "7 alive awaken", "4 alive awaken",
                    "0 dead",
                ])
    }
}
