import SwiftFSM
import Testing

/// The connection of the article "An actor with reconnects".
@Suite struct ConnectionTests {
    /// Refuses to open so many times.
    actor Network: Transport {
        struct Refusal: Error {}

        private var refusals: Int
        private(set) var trace: [String] = []

        init(refusals: Int) { self.refusals = refusals }

        func open() async throws {
            await Task.yield()
            refusals -= 1
            trace.append(refusals >= 0 ? "refused" : "opened")
            if refusals >= 0 { throw Refusal() }
        }

        func close() async { trace.append("closed") }
    }

    private func connection(to network: Network) async throws -> Connection {
        let connection = Connection(network)
        try await connection.build()
        await connection.machineIsSilent()
        return connection
    }

    @Test func itComesBack() async throws {
        let network = Network(refusals: 2)
        let connection = try await connection(to: network)
        await connection.send(.connect)
        #expect(await connection.state == .waiting)
        // The second attempt is due after one second, the third after two more.
        try await connection.pass(.milliseconds(999))
        #expect(await connection.state == .waiting)
        try await connection.pass(.seconds(1))
        #expect(await connection.state == .waiting)
        try await connection.pass(.seconds(3))
        #expect(await connection.state == .open)
        #expect(await network.trace == ["refused", "refused", "opened"])
        await connection.send(.lost)
        #expect(await connection.state == .waiting)
        try await connection.pass(.seconds(4))
        #expect(await connection.state == .open)
        await connection.send(.close)
        #expect(await connection.state == .closed)
        #expect(await network.trace == ["refused", "refused", "opened", "opened", "closed"])
    }

    @Test func itGivesUp() async throws {
        let network = Network(refusals: 7)
        let connection = try await connection(to: network)
        await connection.send(.connect)
        try await connection.pass(.seconds(60))
        #expect(await connection.state == .failed)
        #expect(await network.trace.count == 5)
        await connection.send(.connect)
        try await connection.pass(.seconds(120))
        #expect(await connection.state == .open)
    }

    @Test func whatIsClosedIsNotOpenedAgain() async throws {
        let network = Network(refusals: 1)
        let connection = try await connection(to: network)
        await connection.send(.connect)
        await connection.send(.close)
        try await connection.pass(.seconds(60))
        #expect(await connection.state == .closed)
    }

    @Test func aClockTellsTheTime() async throws {
        let connection = try await connection(to: Network(refusals: 0))
        let timing = Task { try await connection.keepTime(by: .continuous) }
        await connection.send(.connect)
        #expect(await connection.state == .open)
        timing.cancel()
        await #expect(throws: CancellationError.self) { try await timing.value }
    }
}

extension Connection {
    fileprivate func machineIsSilent() { machine.logHandler = nil }
    fileprivate func pass(_ time: Duration) async throws { try await machine.advance(to: time) }
}
