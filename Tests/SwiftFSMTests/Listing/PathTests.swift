import SwiftFSM
import Testing

/// Paths that take every row.
@Suite struct PathTests {
    @Test func aTableWithPredicatesAndConditions() throws {
        let found = try ListingTests.Gate().table().paths()
        #expect(found.isComplete && found.uncovered.isEmpty)
        #expect(
            found.paths.map(\.description) == [
                "locked -reset-> locked -coin(FSMValue<Int>.any)-> unlocked -reset-> locked -pass-> alarming -reset-> locked"
                    + " -pass-> locked -coin(FSMValue<Int>.any)-> unlocked -pass-> locked"
            ])
    }

    /// What paths say is what machines do.
    @Test func machinesFollowPaths() async throws {
        for path in try ListingTests.Gate().table().paths().paths {
            let machine = try ListingTests.Gate().table().machine { ListingTests.Gate().rules }
            machine.logHandler = nil
            for step in path.steps {
                await step.send(to: machine)
                #expect(machine.states == step.states)
            }
        }
    }

    @Test func aWayWithoutReturn() throws {
        struct Ways: ContextSyntaxBuilder {
            enum State { case start, left, right, lost }
            enum Event { case left, right, on }
            typealias Context = Int

            var rules: Rules {
                define(.start) {
                    when(.left) | then(.left)
                    when(.right) | then(.right)
                }
                define(.left) { when(.on) | then(.left) }
                define(.lost) { when(.on) | then(.start) }
            }
        }
        let found = try FSMContextTable(Ways(), initialState: .start).paths()
        #expect(found.paths.map(\.description) == ["start -left-> left -on-> left", "start -right-> right"])
        #expect(found.uncovered.map(\.description) == ["on: lost -> start"])
    }

    @Test func aPathIsOneLine() throws {
        struct Ways: ContextSyntaxBuilder {
            typealias State = String
            typealias Event = String
            typealias Context = Int

            var rules: Rules { define("one\ntwo") { when("go\ton") | then("three") } }
        }
        let found = try FSMContextTable(Ways(), initialState: "one\ntwo").paths()
        #expect(found.paths.map(\.description) == [#"one\ntwo -go\ton-> three"#])
    }

    @Test func firstMatch() throws {
        struct Ways: ContextSyntaxBuilder {
            enum State { case one, two, three }
            enum Event { case go }
            typealias Context = Int

            var rules: Rules {
                define(.one) {
                    condition { $0 > 2 } | when(.go) | then(.two)
                    condition { $0 > 1 } | when(.go) | then(.three)
                    when(.go) | then()
                }
                define(.two) { when(.go) | then(.one) }
                define(.three) { when(.go) | then(.one) }
            }
        }
        let table = try FSMContextTable(Ways(), initialState: .one, conditions: .firstMatch)
        #expect(table.paths().uncovered.isEmpty)
        #expect(
            table.machine(2).explain(.go).map(\.verdict.description) == [
                "a condition does not hold", "taken", "not tried",
            ])
    }

    @Test func aChart() async throws {
        let found = try Player().table().paths()
        #expect(found.isComplete)
        #expect(found.uncovered.map(\.description) == [])
        for path in found.paths {
            let player = Player()
            let machine = try player.table().machine { player.rules }
            machine.logHandler = nil
            for step in path.steps {
                await step.send(to: machine)
                #expect(machine.states == step.states, "\(path)")
            }
        }
    }

    /// A chart with a history, a parallel state, a row of `always`, one of `done`, and events that are raised.
    final class Player: ChartSyntaxBuilder {
        enum State {
            case off, on, stopped, playing, last, broken, both, left, stoppedLeft, leftEnd, right, stoppedRight,
                rightEnd, over
        }
        enum Event { case power, play, stop, fault, split, one, two, ping, pong }

        func table() throws -> FSMTable<State, Event> { try FSMTable(initialState: .off) { rules } }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.off) {
                when(.power) | then(.last)
                when(.split) | then(.both)
            }
            define(.on) {
                initial(.stopped)
                history(.last)
                when(.power) | then(.off)
                when(.ping) | then() | raise(.pong)
                when(.pong) | then(.off)
                when(.fault) | then(.broken)
                define(.stopped) { when(.play) | then(.playing) }
                define(.playing) { when(.stop) | then(.stopped) }
            }
            define(.broken) { always | then(.off) }
            parallel(.both) {
                done | then(.over)
                define(.left) {
                    initial(.stoppedLeft)
                    define(.stoppedLeft) { when(.one) | then(.leftEnd) }
                    final(.leftEnd)
                }
                define(.right) {
                    initial(.stoppedRight)
                    define(.stoppedRight) { when(.two) | then(.rightEnd) }
                    final(.rightEnd)
                }
            }
            define(.over) { when(.power) | then(.off) }
        }
    }

    @Test func aDocument() throws {
        let found = try DocumentTurnstile.table().paths()
        #expect(found.isComplete && found.uncovered.isEmpty)
        let labels = Set(found.paths.flatMap(\.steps).map(\.rule.place.line))
        #expect(labels.contains(DocumentTurnstile.line("coin ? enough")))
    }
}
