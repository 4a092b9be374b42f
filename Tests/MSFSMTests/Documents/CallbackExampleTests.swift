import MSFSM
import Testing

/// "State callbacks and event transitions": `didEnter`, `willLeave` and `update` with an info. (The document's `update`
/// has one argument too many.)
@Suite struct CallbackExampleTests {
    enum State: Int, FSMState {
        case healthy, wounded, dead
    }

    enum Event: Int, FSMEvent {
        case hit, severeHit, heal
    }

    class Info {
        var hasLeftHealthy = false
        var hasUpdatedWounded = false
        var hasEnteredDead = false

        var all: [Bool] { [hasLeftHealthy, hasUpdatedWounded, hasEnteredDead] }
    }

    let fsm = SimpleFSM<State, Info, Event>()
        .initial(.healthy)
        .willLeave { _, _, info in info.hasLeftHealthy = true }
        .on(.hit) { _, _, _, _ in .wounded }
        .on(.severeHit) { _, _, _, _ in .dead }
        .state(.wounded)
        .update { _, _, info in
            info.hasUpdatedWounded = true; return nil
        }
        .on(.hit) { _, _, _, _ in .dead }
        .on(.severeHit) { _, _, _, _ in .dead }
        .on(.heal) { _, _, _, _ in .healthy }
        .state(.dead)
        .didEnter { _, _, info in info.hasEnteredDead = true }

    @Test func eachCallbackRunsInItsState() {
        let info = Info()
        fsm.activate(info: info)
        #expect(info.all == [false, false, false])
        fsm.process(event: .hit, info: info)
        #expect(info.all == [true, false, false])
        #expect(fsm.update(info: info) == nil)
        #expect(info.all == [true, true, false])
        fsm.process(event: .severeHit, info: info)
        #expect(info.all == [true, true, true])
    }

    @Test func aStateWithoutUpdateHasNoEvent() {
        let info = Info()
        fsm.activate(info: info)
        #expect(fsm.update(info: info) == nil)
        #expect(info.all == [false, false, false])
    }
}
