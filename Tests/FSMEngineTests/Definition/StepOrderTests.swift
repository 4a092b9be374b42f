import Testing

@testable import FSMEngine

@Suite struct StepOrderTests {
    @Test func takesEachPhaseOnce() {
        #expect(StepOrder([.resolve, .exit, .actions, .commit, .entry]) != nil)
        #expect(StepOrder([.exit, .resolve, .actions, .commit, .entry]) != nil)
        #expect(StepOrder([.resolve, .commit, .actions, .exit, .entry]) != nil)
        #expect(StepOrder([]) == nil)
        #expect(StepOrder([.resolve, .exit, .actions, .commit]) == nil)
        #expect(StepOrder([.resolve, .exit, .actions, .commit, .exit]) == nil)
        #expect(StepOrder([.resolve, .exit, .actions, .commit, .entry, .exit]) == nil)
    }

    @Test func wantsTargetBeforeItIsNeeded() {
        #expect(StepOrder([.exit, .actions, .commit, .resolve, .entry]) == nil)
        #expect(StepOrder([.entry, .resolve, .exit, .actions, .commit]) == nil)
    }
}
