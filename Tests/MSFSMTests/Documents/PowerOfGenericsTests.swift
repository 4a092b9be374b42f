import MSFSM
import Testing

/// Whoever has a health that the transitions change.
protocol HealthHolder: AnyObject {
    var health: Int { get set }
}

/// "The power of generics": an event that carries a value, and a transition that ends in one state or another.
@Suite struct PowerOfGenericsTests {
    enum State: FSMState {
        case alive, dead
    }

    struct Event: FSMEvent {
        enum EventLabel {
            case hit, heal
        }
        let label: EventLabel

        var value: Int

        static func == (lhs: Event, rhs: Event) -> Bool {
            lhs.label == rhs.label
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(self.label)
        }

        static let hit = Event(label: .hit, value: 0)
        static let heal = Event(label: .heal, value: 0)
    }

    class Character: HealthHolder {
        var health = 10
    }

    let fsmStructure = FSMStructure<State, HealthHolder, Event>()
        .initial(.alive)
        .on(.hit) { event, _, _, healthHolder in
            healthHolder.health -= event.value
            if healthHolder.health <= 0 {
                return .dead
            }
            return .alive
        }
        .on(.heal) { event, _, _, healthHolder in
            healthHolder.health += event.value
            return .alive
        }
        .state(.dead)

    @Test func theValueOfTheEventDecidesWhereItLeads() {
        let fsm = SimpleFSM(structure: fsmStructure)
        let character = Character()
        fsm.activate(info: character)
        var trace: [String] = []
        for event in [Event(label: .hit, value: 6), Event(label: .heal, value: 3), Event(label: .hit, value: 7)] {
            fsm.process(event: event, info: character)
            trace.append("\(character.health) \(fsm.state.map { "\($0)" } ?? "nil")")
        }
        #expect(trace == ["4 alive", "7 alive", "0 dead"])
    }
}
