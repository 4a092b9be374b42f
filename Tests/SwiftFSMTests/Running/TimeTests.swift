import SwiftFSM
import Testing

/// Time without nested states: events that are sent later, of tables that are no charts.
@MainActor @Suite final class TimeTests: ExpandedSyntaxBuilder {
    enum State { case idle, ringing }
    enum Event { case ring, stop, snooze }

    let machine = FSM<State, Event>(initialState: .idle)
    let clock = ManualClock()
    var trace: [String] = []

    init() { machine.logHandler = nil }

    func ring() { trace.append("ring@\(machine.now.components.seconds)") }
    func snooze() { machine.sendLater(.ring, after: .seconds(300)) }
    func slow() async {
        for _ in 0..<3 { await Task.yield() }
        trace.append("slow")
    }

    func build() throws {
        try machine.buildTable {
            define(.idle) { when(.ring) | then(.ringing) | ring }
            define(.ringing) {
                when(.stop) | then(.idle)
                when(.snooze) | then(.idle) | snooze
            }
        }
    }

    func buildSlow() throws {
        try machine.buildTable {
            define(.idle) { when(.ring) | then(.ringing) | slow & ring }
            define(.ringing) {
                when(.ring) | then() | slow & ring
                when(.stop) | then(.idle) | slow
            }
        }
    }

    @Test func anAlarmRings() async throws {
        try build()
        let timer = try #require(machine.sendLater(.ring, after: .seconds(60)))
        try await machine.advance(to: .seconds(59))
        #expect(machine.state == .idle && machine.nextDue == .seconds(60))
        try await machine.advance(to: .seconds(61))
        #expect(machine.state == .ringing && !machine.cancel(timer))
        // A delay counts from the present.
        await machine.handleEvent(.snooze)
        #expect(machine.nextDue == .seconds(361))
        try machine.advanceAtOnce(to: .seconds(400))
        #expect(machine.state == .ringing && trace == ["ring@60", "ring@361"])
        await #expect(throws: FSMTimeError.self) { try await machine.advance(to: .seconds(399)) }
    }

    @Test func severalRingInOrder() async throws {
        try build()
        for delay in [3, 1, 2] { machine.sendLater(.ring, after: .seconds(delay)) }
        machine.sendLater(.stop, after: .seconds(1))
        var entries: [String] = []
        machine.logHandler = { entries.append($0.description) }
        try await machine.advance(to: .seconds(5))
        #expect(trace == ["ring@1", "ring@2"])
        #expect(entries.count == 4 && entries[3] == "Warning: no transition found for ring")
    }

    @Test func eventsOfOtherTasksWaitForAllThatIsDue() async throws {
        try buildSlow()
        for delay in [1, 2] { machine.sendLater(.ring, after: .seconds(delay)) }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.advanceAtOnce(to: .seconds(2)) }
        let timing = Task { try await machine.advance(to: .seconds(2)) }
        await Task.yield()
        #expect(await machine.handleEvent(.stop) == .transitioned(from: .ringing, to: .idle))
        try await timing.value
        #expect(trace == ["slow", "ring@1", "slow", "ring@2", "slow"])
    }

    @Test func aClockTellsTheTime() async throws {
        try build()
        let (machine, clock) = (machine, clock)
        let timing = Task { try await machine.run(on: clock) }
        await clock.pass(.seconds(10))
        machine.sendLater(.ring, after: .seconds(5))
        await clock.pass(.seconds(5))
        #expect(machine.state == .ringing)
        // What is due comes before an event that is sent.
        machine.sendLater(.stop, after: .seconds(1))
        clock.show(.seconds(20))
        #expect(await machine.handleEvent(.ring) == .transitioned(from: .idle, to: .ringing))
        await machine.handleEvent(.snooze)
        #expect(machine.nextDue == .seconds(320))
        clock.show(.seconds(400))
        #expect(try machine.handleAtOnce(.stop) == .transitioned(from: .ringing, to: .idle))
        #expect(trace == ["ring@15", "ring@20", "ring@320"])
        timing.cancel()
        await #expect(throws: CancellationError.self) { try await timing.value }
    }

    @Test func actionsOfAClockAreAwaited() async throws {
        try buildSlow()
        let (machine, clock) = (machine, clock)
        machine.sendLater(.ring, after: .seconds(1))
        let timing = Task { try await machine.run(on: clock) }
        _ = await clock.firstDeadline()
        clock.show(.seconds(2))
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.handleAtOnce(.stop) }
        #expect(machine.state == .idle && machine.nextDue == .seconds(1))
        await machine.handleEvent(.stop)
        #expect(machine.state == .idle && trace == ["slow", "ring@1", "slow"])
        timing.cancel()
    }

    @Test(arguments: 1...20) func aClockAndAHandAgree(_ seed: UInt64) async throws {
        var random = SeededGenerator(state: seed)
        let byHand = TimeTests()
        try build()
        try byHand.build()
        let (machine, clock) = (machine, clock)
        let timing = Task { try await machine.run(on: clock) }
        var time = Duration.zero
        for _ in 0..<50 {
            let delay = Duration.seconds(Int.random(in: 0...9, using: &random))
            let event = [Event.ring, .stop, .snooze].randomElement(using: &random)!
            for each in [self, byHand] { each.machine.sendLater(event, after: delay) }
            let pause = Duration.seconds(Int.random(in: 0...5, using: &random))
            time += pause
            await clock.pass(pause)
            try await byHand.machine.advance(to: time)
            #expect(machine.state == byHand.machine.state && machine.nextDue == byHand.machine.nextDue)
        }
        #expect(trace == byHand.trace && !trace.isEmpty)
        timing.cancel()
    }

    @Test func anEventWithoutADelayThatSendsItselfIsAnError() throws {
        let again: FSMSyncAction = { @MainActor [unowned self] in machine.sendLater(.ring, after: .zero) }
        try machine.buildTable { define(.idle) { when(.ring) | then() | again } }
        machine.sendLater(.ring, after: .zero)
        #expect(throws: FSMTimeError.stepLimitReached) { try machine.advanceAtOnce(to: .seconds(1)) }
        #expect(machine.nextDue == .zero && machine.now == .seconds(1))
    }
}

/// The generator SplitMix64.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
