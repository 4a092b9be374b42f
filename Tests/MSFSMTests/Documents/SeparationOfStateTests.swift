import MSFSM
import Testing

/// "Separation of state": one structure for the states of many objects.
@MainActor @Suite struct SeparationOfStateTests {
    enum State: Int, FSMState {
        case healthy, wounded, dead
    }

    enum Event: Int, FSMEvent {
        case hit, severeHit, heal
    }

    static let healthFSMStructure = FSMStructure<State, Void, Event>()
        .initial(.healthy)
        .on(.hit) { _, _, _, _ in .wounded }
        .on(.severeHit) { _, _, _, _ in .dead }
        .state(.wounded)
        .on(.hit) { _, _, _, _ in .dead }
        .on(.severeHit) { _, _, _, _ in .dead }
        .on(.heal) { _, _, _, _ in .healthy }
        .state(.dead)

    /// The state is the binder's property. (The machine's first type is that of the state.)
    class MyClass: StateBinder {
        var state: State?

        let fsm: BindableFSM<State, Void, Event>

        @MainActor init() {
            self.fsm = BindableFSM(structure: healthFSMStructure)
        }
    }

    /// The state is a property of another name.
    @MainActor class MyOtherClass {
        var healthStatus: State?

        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        var healthStatusBinder: AnyStateBinder<State>!

        let fsm: BindableFSM<State, Void, Event>

        init() {
            self.fsm = BindableFSM(structure: healthFSMStructure)
            self.healthStatusBinder = AnyStateBinder(
                getClosure: { self.healthStatus },
                setClosure: { newValue in self.healthStatus = newValue })
        }
    }

    @Test func eachObjectHasItsOwnState() {
        let objects = [MyClass(), MyClass(), MyClass()]
        let binders = objects.map { AnyStateBinder($0) }
        for (object, binder) in zip(objects, binders) { object.fsm.activate(binder: binder) }
        objects[1].fsm.process(event: .hit, binder: binders[1])
        objects[2].fsm.process(event: .severeHit, binder: binders[2])
        #expect(objects.map(\.state) == [.healthy, .wounded, .dead])
    }

    @Test func oneMachineServesAnyNumberOfBinders() {
        let fsm = BindableFSM(structure: Self.healthFSMStructure)
        let objects = [MyClass(), MyClass()]
        for object in objects { fsm.activate(binder: AnyStateBinder(object)) }
        fsm.process(event: .hit, binder: AnyStateBinder(objects[0]))
        #expect(objects.map(\.state) == [.wounded, .healthy])
    }

    @Test func thePropertyMayHaveAnyName() {
        let object = MyOtherClass()
        // The document's closures keep the object that has the binder.
        defer { object.healthStatusBinder = nil }
        var states: [State?] = [object.healthStatus]
        object.fsm.activate(binder: object.healthStatusBinder)
        states.append(object.healthStatus)
        for event in [Event.hit, .heal, .severeHit] {
            object.fsm.process(event: event, binder: object.healthStatusBinder)
            states.append(object.healthStatus)
        }
        object.fsm.deactivate(binder: object.healthStatusBinder)
        #expect(states + [object.healthStatus] == [nil, .healthy, .wounded, .healthy, .dead, nil])
    }
}
