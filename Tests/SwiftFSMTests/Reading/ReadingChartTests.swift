import Testing

@testable import SwiftFSM

/// Documents that nest states.
@Suite struct ReadingChartTests {
    static let text = """
        definition player version 1
          initial off
          state off
            power -> on
          parallel on
            power -> off
            done finished
            finished -> off / bye
            state sound
              default quiet / hush
              state quiet
                louder -> loud / turn raises changed
              state loud
                exit soften
                louder -> defer
                ended -> mute
              state mute final
            state source
              default radio
              history recent
                default radio
              state radio
                next ? in loud -> disc
                changed -> internal / note
              state disc
                eventless ? scratched -> radio
                timeout 30 ended
                ended -> empty
              state empty final

        """
    enum State: String, CaseIterable { case off, on, sound, quiet, loud, mute, source, recent, radio, disc, empty }
    enum Event: String, CaseIterable { case power, louder, changed, next, ended, finished }

    final class Player {
        var trace: [String] = []
        var isScratched = false

        func machine() throws -> FSM<State, Event> {
            let table = try FSMTable<State, Event>(reading: text, file: "player.fsm")
            let machine = try table.machine { [self] wanted in
                wanted.role == .guard
                    ? .guard { [self] in isScratched }
                    : .action { [self] (event: Event) in trace.append("\(wanted.name) \(event.rawValue)") }
            }
            machine.logHandler = nil
            return machine
        }
    }

    @Test func statesAreNested() throws {
        let player = Player()
        let machine = try player.machine()
        try machine.handleEvent(.power)
        #expect(machine.states == [.quiet, .radio] && machine.isIn(.on) && machine.isIn(.sound))
        #expect(player.trace == ["hush power"])
    }

    @Test func whatARowRaisesHasItsValue() throws {
        let player = Player()
        let machine = try player.machine()
        try machine.handleEvent(.power)
        try machine.handleEvent(.louder)
        #expect(machine.states == [.loud, .radio])
        #expect(player.trace == ["hush power", "turn louder", "note changed"])
    }

    @Test func conditionsOnStatesAndRowsWithoutEvents() throws {
        let player = Player()
        let machine = try player.machine()
        for event in [Event.power, .next] { try machine.handleEvent(event) }
        #expect(machine.isIn(.radio))
        for event in [Event.louder, .next] { try machine.handleEvent(event) }
        #expect(machine.isIn(.disc))
        player.isScratched = true
        try machine.handleEvent(.power)
        for event in [Event.power, .louder, .next] { try machine.handleEvent(event) }
        #expect(machine.isIn(.radio))
    }

    @Test func timeoutsAndWhatIsRaisedWhenAllRegionsAreDone() throws {
        let player = Player()
        let machine = try player.machine()
        for event in [Event.power, .louder, .next] { try machine.handleEvent(event) }
        #expect(try machine.handleEvent(.louder) == .deferred)
        try machine.advance(to: .nanoseconds(30))
        #expect(machine.states == [.off])
        #expect(player.trace.suffix(2) == ["bye finished", "soften finished"] || player.trace.last == "bye finished")
    }
}
