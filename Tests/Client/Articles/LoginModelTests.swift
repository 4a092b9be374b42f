import Observation
import SwiftFSM
import Synchronization
import Testing

/// The model of the article "A view model".
@Suite @MainActor struct LoginModelTests {
    private func model() throws -> LoginModel { try LoginModel { name in name == "ada" } }

    private func wait(for state: LoginModel.State, _ model: LoginModel) async {
        while model.state.state != state { await Task.yield() }
    }

    @Test func aKnownName() async throws {
        let model = try model()
        #expect(model.canSubmit)
        model.name = "ada"
        model.submit()
        #expect(model.state.state == .waiting && !model.canSubmit)
        await wait(for: .loggedIn, model)
        model.cancel()
        #expect(model.state.state == .editing)
    }

    @Test func anUnknownName() async throws {
        let model = try model()
        model.name = "eve"
        model.submit()
        await wait(for: .editing, model)
        #expect(model.error == "unknown name")
        model.submit()
        #expect(model.error == nil)
        await wait(for: .editing, model)
    }

    @Test func whatIsCancelledChangesNothing() async throws {
        let model = try LoginModel { _ in
            while !Task.isCancelled { await Task.yield() }
            return true
        }
        model.submit()
        model.cancel()
        for _ in 0..<100 { await Task.yield() }
        #expect(model.state.state == .editing)
    }

    @Test func viewsAreTold() async throws {
        let model = try model()
        let isTold = Mutex(false)
        withObservationTracking {
            _ = model.state.state
        } onChange: {
            isTold.withLock { $0 = true }
        }
        model.submit()
        #expect(isTold.withLock { $0 })
    }

    @Test func aModelIsReleased() async throws {
        weak var model: LoginModel?
        try autoreleased {
            let made = try self.model()
            made.submit()
            made.cancel()
            model = made
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(model == nil)
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }
}
