/// What no machine can do without whose actions are awaited: the call of an `async` function that is known only when the
/// program runs, and the task-local value by which the events are known that the action and the tasks it starts send.
/// There is no table, and no state.
@MainActor final class AwaitedActions {
    typealias Action = @isolated(any) () async -> Void

    @MainActor final class Gate {
        var actions = 0

        func act() async { actions += 1 }
    }

    final class Step: Sendable {
        @TaskLocal static var current: Step?
    }

    let gate = Gate()
    private let actions: [Action]
    private let step = Step()

    init() { actions = [gate.act, gate.act] }

    @inline(never)
    func call(_ number: Int) async { await actions[number]() }

    @inline(never)
    func callBound(_ number: Int) async { await Step.$current.withValue(step) { await actions[number]() } }
}
