import FSMEngine

/// What is left of a step of which some actions are awaited.
@usableFromInline
struct AwaitedPlan {
    fileprivate var plan: StepPlan
    /// The indices of the next action, and of the end of its list.
    fileprivate var next = 0
    fileprivate var end = 0

    @usableFromInline
    init(_ plan: StepPlan) { self.plan = plan }
}

extension Runner {
    /// Begins a step with actions that are awaited. Returns it, for the tasks of the actions.
    @usableFromInline
    func beginAwaiting() -> AwaitedStep { turns.begin(of: ObjectIdentifier(self)) }

    /// Ends it, and lets the next task have its turn.
    @usableFromInline
    func endAwaiting() { turns.endAndWakeNext() }

    /// Performs a step up to the next action that has to be awaited. Returns `nil` at its end. No action has effects.
    @usableFromInline
    func nextAwaited(
        _ rest: inout AwaitedPlan, _ machine: Machine, _ event: Event, _ isolation: (any Actor)?
    ) -> Action<Event>? {
        guard let store else { return nil }
        while true {
            while rest.next < rest.end {
                let box = store.pointee.boxes[rest.next]
                rest.next += 1
                let awaited = box._withUnsafeGuaranteedRef { box in
                    unsafeDowncast(box, to: TypedActionBox<Event>.self).callUnlessAwaited(event, isolation)
                }
                if let awaited { return awaited }
            }
            switch rest.plan.next() {
            case .commit: machine.commit(detached: rest.plan)
            case .callback(let callback):
                let list = store.pointee.list(of: callback)
                rest.next = list.first
                rest.end = list.first + list.count
            case .resolver: break  // no row has one
            case nil: return nil
            }
        }
    }

    /// Performs a plan of which some actions must be awaited. `next` is part of the step, and comes after its actions.
    func awaitActions(
        _ plan: StepPlan, _ machine: Machine, _ event: Event, isolation: isolated (any Actor)?,
        _ next: () async -> Void
    ) async {
        guard let store else { return }
        let visits = countVisit(of: plan)
        let step = beginAwaiting()
        await AwaitedStep.ofTask.withValue(step) {
            var plan = plan
            while let call = plan.next() {
                switch call {
                case .commit: machine.commit(detached: plan)
                case .callback(let callback):
                    let list = store.pointee.list(of: callback)
                    for number in list.first..<list.first + list.count {
                        let box = store.pointee.box(number, of: Event.self)
                        if !list.hasEffects {
                            await box.call(event, isolation: isolation)
                        } else if await box.attempt(
                            event, store.pointee.failures, visits, isolation: isolation)
                        {
                            break
                        }
                    }
                case .resolver: break  // no row has one
                }
            }
            await next()
        }
        endAwaiting()
    }
}
