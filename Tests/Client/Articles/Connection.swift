import SwiftFSM

/// What a connection talks to.
nonisolated protocol Transport: Sendable {
    func open() async throws
    func close() async
}

/// A connection that comes back by itself: it waits a second, then two, then four, and gives up after five attempts.
actor Connection: ChartSyntaxBuilder {
    nonisolated enum State { case closed, connecting, open, waiting, failed }
    nonisolated enum Event { case connect, opened, refused, lost, retry, close }

    let machine = FSM<State, Event>(initialState: .closed)
    private let transport: any Transport
    private var attempts = 0
    private var retry: FSMTimer?
    private static let maximumAttempts = 5

    init(_ transport: any Transport) { self.transport = transport }

    /// Call it once. Actions are methods of the actor: they run on it, and may await.
    func build() throws {
        try machine.buildTable {
            define(.closed, onEntry: closeTransport*) { when(.connect) | then(.connecting) | begin & open }
            define(.connecting) {
                when(.opened) | then(.open)
                when(.refused) | then(.waiting) | waitForRetry
                when(.close) | then(.closed)
            }
            define(.open) {
                when(.lost) | then(.waiting) | begin & waitForRetry
                when(.close) | then(.closed)
            }
            define(.waiting) {
                when(.retry) | then(.connecting) | open
                when(.refused) | then(.failed)
                when(.close) | then(.closed) | stopWaiting
            }
            define(.failed) { when(.connect) | then(.connecting) | begin & open }
        }
    }

    var state: State { machine.state }

    func send(_ event: Event) async { await machine.handleEvent(event) }

    /// Sends `retry` and what else is due, for as long as its task is not cancelled.
    func keepTime<C: Clock>(by clock: C) async throws where C.Duration == Duration {
        try await machine.run(on: clock)
    }

    private func begin() { attempts = 0 }

    /// The events that it sends are handled at once: the state is `connecting` already.
    private func open() async {
        attempts += 1
        do {
            try await transport.open()
            await machine.handleEvent(.opened)
        } catch {
            await machine.handleEvent(.refused)
        }
    }

    private func waitForRetry() async {
        guard attempts < Self.maximumAttempts else {
            await machine.handleEvent(.refused)
            return
        }
        retry = machine.sendLater(.retry, after: .seconds(1 << max(attempts - 1, 0)))
    }

    /// Somebody closes the connection while it waits.
    private func stopWaiting() {
        if let retry { machine.cancel(retry) }
        retry = nil
    }

    private func closeTransport() async { await transport.close() }
}
