import SwiftState
import Testing

/// Routes that come and go while the machine runs.
@Suite struct ChangeTests {
    let trace = Trace()

    @Test func disposingTwiceOrLater() {
        var machine: PlaceMachine? = PlaceMachine(state: .a)
        let first = machine?.addRoute(.a => .b)
        let second = machine?.addRoute(.a => .b)
        first?.dispose()
        first?.dispose()
        #expect(machine?.tryState(.b) == true)
        machine = nil
        second?.dispose()
        #expect(second?.disposed == true)
    }

    @Test func anActionIsCalledOnce() {
        let disposable = ActionDisposable { [trace] in trace.note("action") }
        #expect(!disposable.disposed)
        disposable.dispose()
        disposable.dispose()
        #expect(disposable.disposed)
        #expect(trace.lines == ["action"])
    }

    @Test func aRouteGoesWithItsHandler() {
        let machine = PlaceMachine(state: .a)
        let routes = [
            machine.addRoute(.a => .b, handler: trace.named("route")),
            machine.addRoutes(event: .go, transitions: [.b => .c], handler: trace.named("event")),
            machine.addRouteMapping({ _, _, _ in .d }, handler: trace.named("mapping")),
            machine.addStateRouteMapping({ _, _ in [.d] }, handler: trace.named("state mapping")),
        ]
        for route in routes { route.dispose() }
        machine.addRoute(.a => .b)
        machine.addRoutes(event: .go, transitions: [.b => .d])
        machine <- .b
        machine <-! .go <-! .go
        machine <- .d
        #expect(trace.lines == [])
        #expect(machine.state == .d)
    }

    @Test func fromInsideHandlers() {
        let machine = PlaceMachine(state: .a)
        var back: (any Disposable)?
        machine.addRoute(.a => .b) { [unowned machine, trace] _ in
            back = machine.addRoute(.b => .a) { _ in
                back?.dispose()
                trace.note("back")
            }
            machine <- .a
        }
        machine <- .b
        #expect(machine.state == .a)
        machine <- .b
        #expect(machine.state == .a)
        #expect(!machine.hasRoute(.b => .a))
        #expect(trace.lines == ["back", "back"])
    }

    @Test func fromInsideConditions() {
        let machine = PlaceMachine(state: .a)
        var own: (any Disposable)?
        own = machine.addRoutes(event: .go, transitions: [.a => .b]) { [unowned machine] _ in
            own?.dispose()
            machine.addRoutes(event: .go, transitions: [.b => .c])
            return true
        }
        #expect(machine.tryEvent(.go))
        #expect(machine.state == .b)
        #expect(machine.tryEvent(.go))
        #expect(machine.state == .c)
    }

    @Test func aTryInsideAConditionIsOverruledIfThatHolds() {
        for holds in [true, false] {
            let machine = PlaceMachine(state: .a)
            machine.addRoutes(event: .stop, transitions: [.a => .c, .b => .d, .c => .d])
            machine.addRoutes(event: .go, transitions: [.a => .b]) { [unowned machine] _ in
                #expect(machine.canTryEvent(.stop) == .c)
                machine <-! .stop
                #expect(machine.state == .c)
                return holds
            }
            #expect(machine.tryEvent(.go) == holds)
            #expect(machine.state == (holds ? .b : .c))
            machine <-! .stop
            #expect(machine.state == .d)
        }
    }

    @Test func aMachineMayGoWhileItsHandlersRun() {
        var machine: PlaceMachine? = PlaceMachine(state: .a)
        machine?.addRoutes(event: .go, transitions: [.a => .b], condition: { _ in true })
        machine?.addHandler(event: .go) { [trace] _ in
            machine = nil
            trace.note("gone")
        }
        machine?.addHandler(event: .go, handler: trace.named("second"))
        machine?.tryEvent(.go)
        #expect(trace.lines == ["gone", "second"])
        #expect(machine == nil)
    }

    /// Disposes of what it was given when nothing retains it any more.
    private final class DisposeBag {
        private let disposables: [any Disposable]

        init(_ disposables: [any Disposable]) { self.disposables = disposables }

        deinit { for disposable in disposables { disposable.dispose() } }
    }

    /// Each of these is retained by what it disposes of alone.
    @Test(arguments: [false, true]) func whatIsRemovedMayRemoveMore(hasRun: Bool) {
        let machine = PlaceMachine(state: .a)
        machine.addRoutes(event: .go, transitions: [.a => .b, .b => .a])
        let adders: [(DisposeBag?) -> any Disposable] = [
            { bag in machine.addErrorHandler { (_: PlaceMachine.Context) in _ = bag } },
            { bag in machine.addHandler(event: .go) { _ in _ = bag } },
            { bag in machine.addHandler(.a => .b) { _ in _ = bag } },
            { bag in machine.addRoute(.a => .c, condition: { _ in bag == nil }) },
            { bag in
                machine.addRouteMapping { _, _, _ in
                    _ = bag
                    return nil
                }
            },
            { bag in
                machine.addStateRouteMapping { _, _ in
                    _ = bag
                    return nil
                }
            },
        ]
        func tryAll() {
            machine <-! .go <-! .go <-! .stop
            machine <- .b <- .a <- .d
        }
        for add in adders {
            let inner = adders.map { $0(nil) }
            let outer = add(DisposeBag(inner))
            if hasRun { tryAll() }
            outer.dispose()
            tryAll()
            #expect(inner.filter { !$0.disposed }.isEmpty)
        }
        #expect(machine.state == .a)
        #expect(!machine.hasRoute(.a => .c))
    }

    @Test func configuringAgain() {
        let machine = PlaceMachine(state: .a)
        machine.configure { $0.addRoute(.a => .b) }
        let base: Machine<Place, Signal> = machine
        base.configure { $0.addRoutes(event: .go, transitions: [.b => .c]) }
        machine <- .b
        base <-! .go
        #expect(machine.state == .c)
    }

    @Test func withoutRoutes() {
        let machine = PlaceMachine(state: .a)
        #expect(!machine.tryEvent(.go))
        #expect(!machine.tryState(.a))
        #expect(machine.canTryEvent(.go) == nil)
        #expect(machine.state == .a)
    }
}
