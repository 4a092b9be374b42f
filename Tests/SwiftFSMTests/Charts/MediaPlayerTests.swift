import SwiftFSM
import Testing

/// A music player: nested states, a history, and a final state.
@Suite struct MediaPlayerTests: ChartExample {
    enum State { case off, on, stopped, playing, paused, last, broken }
    enum Event { case power, play, pause, stop, fault }

    let trace = ActionTrace()

    func player() throws -> FSM<State, Event> {
        try machine(in: .off) {
            define(.off) {
                when(.power) | then(.last)
            }
            define(.on, onEntry: note("lightOn")*, onExit: note("lightOff")*) {
                initial(.stopped)
                history(.last)
                when(.power) | then(.off)
                when(.stop) | then(.stopped)
                when(.fault) | then(.broken)

                define(.stopped, onEntry: note("rewind")*) {
                    when(.play) | then(.playing)
                    when(.stop) | then()
                }
                define(.playing, onEntry: note("startMotor")*, onExit: note("stopMotor")*) {
                    when(.pause) | then(.paused)
                }
                define(.paused) {
                    when(.pause, or: .play) | then(.playing)
                }
            }
            final(.broken, onEntry: note("giveUp")*)
        }
    }

    @Test func aStateIsEnteredWithItsInitialChild() async throws {
        let player = try player()
        await player.handleEvent(.power)
        #expect(player.state == .stopped)
        #expect(player.isIn(.on) && player.isIn(.stopped) && !player.isIn(.playing))
        #expect(trace.take() == "lightOn rewind")
    }

    @Test func rowsOfAStateAreThoseOfItsChildrenToo() async throws {
        let player = try player()
        for event in [Event.power, .play, .pause] { await player.handleEvent(event) }
        #expect(player.state == .paused)
        _ = trace.take()
        #expect(await player.handleEvent(.stop) == .transitioned(from: .paused, to: .stopped))
        #expect(trace.take() == "rewind")
        // Its own row comes before that of the state around it.
        #expect(await player.handleEvent(.stop) == .transitioned(from: .stopped, to: .stopped))
        #expect(trace.take() == "")
    }

    @Test func theHistoryLeadsToWhatWasActiveLast() async throws {
        let player = try player()
        for event in [Event.power, .play, .power] { await player.handleEvent(event) }
        #expect(player.state == .off)
        #expect(trace.take() == "lightOn rewind startMotor stopMotor lightOff")
        await player.handleEvent(.power)
        #expect(player.state == .playing)
        #expect(trace.take() == "lightOn startMotor")
    }

    @Test func theMachineIsDoneInAFinalState() async throws {
        let player = try player()
        await player.handleEvent(.power)
        #expect(!player.isDone)
        await player.handleEvent(.fault)
        #expect(player.isDone && player.state == .broken && player.states == [])
        #expect(!player.isIn(.broken))
        #expect(trace.take() == "lightOn rewind lightOff giveUp")
        #expect(await player.handleEvent(.power) == .notFound)
        #expect(player.permittedEvents() == [])
    }

    @Test func permittedEventsAreThoseOfAllActiveStates() async throws {
        let player = try player()
        await player.handleEvent(.power)
        #expect(Set(player.permittedEvents()) == [.power, .stop, .play, .fault])
    }
}
