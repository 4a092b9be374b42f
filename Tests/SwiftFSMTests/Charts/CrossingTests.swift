import SwiftFSM
import Testing

/// A traffic light with pedestrians: two regions that watch each other and raise events.
@Suite struct CrossingTests: ChartExample {
    enum State {
        case crossing, dark
        case cars, carsGo, carsSlow, carsStop
        case pedestrians, wait, walk
    }
    enum Event { case tick, press, release, fault, repaired }

    let trace = ActionTrace()

    func crossing() throws -> FSM<State, Event> {
        try machine(in: .crossing) {
            parallel(.crossing) {
                when(.fault) | then(.dark)

                define(.cars) {
                    initial(.carsGo)
                    define(.carsGo, onEntry: note("green")*) {
                        when(.press) | then(.carsSlow)
                    }
                    define(.carsSlow, onEntry: note("amber")*) {
                        when(.tick) | then(.carsStop) | raise(.release)
                        when(.press) | then()
                    }
                    define(.carsStop, onEntry: note("red")*) {
                        // The button is heard as soon as cars go again.
                        when(.press) | deferred
                        condition(in: .wait) | when(.tick) | then(.carsGo)
                    }
                }
                define(.pedestrians) {
                    initial(.wait)
                    define(.wait, onEntry: note("stand")*) {
                        when(.release) | then(.walk)
                    }
                    define(.walk, onEntry: note("go")*) {
                        when(.tick) | then(.wait)
                    }
                }
            }
            define(.dark, onEntry: note("blink")*) {
                when(.repaired) | then(.crossing)
            }
        }
    }

    @Test func allRegionsAreActive() async throws {
        let crossing = try crossing()
        #expect(crossing.state == .crossing)
        #expect(crossing.states == [.carsGo, .wait])
        #expect(crossing.isIn(.cars) && crossing.isIn(.pedestrians) && crossing.isIn(.carsGo))
    }

    @Test func oneRegionReleasesTheOther() async throws {
        let crossing = try crossing()
        await crossing.handleEvent(.press)
        #expect(crossing.states == [.carsSlow, .wait])
        await crossing.handleEvent(.tick)
        #expect(crossing.states == [.carsStop, .walk])
        #expect(trace.take() == "amber red go")
        // Both regions have a row, but cars wait until no one walks.
        await crossing.handleEvent(.tick)
        #expect(crossing.states == [.carsStop, .wait])
        await crossing.handleEvent(.tick)
        #expect(crossing.states == [.carsGo, .wait])
        #expect(trace.take() == "stand green")
    }

    @Test func theButtonIsNotForgotten() async throws {
        let crossing = try crossing()
        for event in [Event.press, .tick] { await crossing.handleEvent(event) }
        #expect(await crossing.handleEvent(.press) == .deferred)
        #expect(crossing.states == [.carsStop, .walk])
        await crossing.handleEvent(.tick)
        #expect(crossing.states == [.carsStop, .wait])
        _ = trace.take()
        await crossing.handleEvent(.tick)
        #expect(crossing.states == [.carsSlow, .wait])
        #expect(trace.take() == "green amber")
    }

    @Test func aRowOfTheParallelStateLeavesAllRegions() async throws {
        let crossing = try crossing()
        await crossing.handleEvent(.press)
        await crossing.handleEvent(.fault)
        #expect(crossing.states == [.dark] && crossing.state == .dark)
        await crossing.handleEvent(.repaired)
        #expect(crossing.states == [.carsGo, .wait])
        #expect(trace.take() == "amber blink green stand")
    }
}
