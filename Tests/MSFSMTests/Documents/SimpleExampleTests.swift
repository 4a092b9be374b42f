import MSFSM
import Testing

/// "Declarative syntax": the document's first machine.
@Suite struct SimpleExampleTests {
    enum State: Int, FSMState {
        case healthy, wounded, dead
    }

    enum Event: Int, FSMEvent {
        case hit, severeHit, heal
    }

    let fsm = SimplestFSM<State, Event>()
        .initial(.healthy)
        .on(.hit) { _, _, _, _ in .wounded }
        .on(.severeHit) { _, _, _, _ in .dead }
        .state(.wounded)
        .on(.hit) { _, _, _, _ in .dead }
        .on(.severeHit) { _, _, _, _ in .dead }
        .on(.heal) { _, _, _, _ in .healthy }
        .state(.dead)

    /// The states after activation and after each event.
    private func states(after events: Event...) -> [State?] {
        fsm.activate()
        return [fsm.state]
            + events.map { event in
                fsm.process(event: event)
                return fsm.state
            }
    }

    @Test func eventsLeadFromStateToState() {
        #expect(states(after: .hit, .heal, .hit, .hit) == [.healthy, .wounded, .healthy, .wounded, .dead])
    }

    @Test func aSevereHitKillsAtOnce() {
        #expect(states(after: .severeHit, .heal, .hit) == [.healthy, .dead, .dead, .dead])
    }

    @Test func anEventThatAStateDoesNotKnowDoesNothing() {
        #expect(states(after: .heal) == [.healthy, .healthy])
    }

    @Test func theStateIsNilBeforeActivationAndAfterDeactivation() {
        #expect(fsm.state == nil)
        fsm.activate()
        #expect(fsm.state == .healthy)
        fsm.deactivate()
        #expect(fsm.state == nil)
    }
}
