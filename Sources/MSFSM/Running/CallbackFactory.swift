import FSMEngine
import FSMInterning

/// The arguments of one call of a machine, to which the step's context points. Callbacks read them there.
@usableFromInline
struct StepArguments<StateType: FSMState, InfoType, EventType: FSMEvent> {
    /// `nil` if the machine is activated or deactivated.
    @usableFromInline let event: EventType?
    @usableFromInline let time: TimeInterval
    /// Not retained: the caller has it.
    @usableFromInline let binder: Unmanaged<AnyStateBinder<StateType>>
    @usableFromInline let info: InfoType
    /// The state that a transition has returned. The engine knows its number only.
    @usableFromInline var next: StateType?

    @inlinable
    init(event: EventType?, time: TimeInterval, binder: AnyStateBinder<StateType>, info: InfoType) {
        self.event = event
        self.time = time
        self.binder = .passUnretained(binder)
        self.info = info
    }

    @inlinable @inline(__always)
    static func of(_ step: UnsafePointer<Step>) -> UnsafeMutablePointer<Self>? {
        step.pointee.context?.assumingMemoryBound(to: Self.self)
    }
}

/// Wraps the callbacks of a structure for the engine.
///
/// A structure creates the factory in its inlinable initializer, so that these closures are compiled for the structure's
/// own types.
@usableFromInline
struct CallbackFactory<StateType: FSMState, InfoType, EventType: FSMEvent> {
    @usableFromInline typealias Arguments = StepArguments<StateType, InfoType, EventType>
    @usableFromInline typealias EnterOrLeave = StateEnterOrLeaveCallback<StateType, InfoType>
    @usableFromInline typealias Execution = ExecutionCallback<StateType, InfoType, EventType>
    @usableFromInline typealias Transition = TransitionCallback<StateType, InfoType, EventType>

    /// Wraps `didEnter` and `willLeave`.
    let enterOrLeave: (@escaping EnterOrLeave) -> CallbackFunction
    /// Wraps the callback of `exec` as an action.
    let action: (@escaping Execution) -> CallbackFunction
    /// Wraps the callback of `on` as a resolver.
    let resolver: (@escaping Transition, ValueIndex<StateType>) -> CallbackFunction

    @usableFromInline
    init(
        enterOrLeave: @escaping (@escaping EnterOrLeave) -> CallbackFunction,
        action: @escaping (@escaping Execution) -> CallbackFunction,
        resolver: @escaping (@escaping Transition, ValueIndex<StateType>) -> CallbackFunction
    ) {
        self.enterOrLeave = enterOrLeave
        self.action = action
        self.resolver = resolver
    }

    /// The factory for the types of the calling code.
    @inlinable
    static var specialized: CallbackFactory {
        CallbackFactory(
            enterOrLeave: { callback in
                { step in
                    guard let call = Arguments.of(step) else { return 0 }
                    call.pointee.binder._withUnsafeGuaranteedRef {
                        callback(call.pointee.time, $0, call.pointee.info)
                    }
                    return 0
                }
            },
            action: { callback in
                { step in
                    guard let call = Arguments.of(step), let event = call.pointee.event else { return 0 }
                    call.pointee.binder._withUnsafeGuaranteedRef {
                        callback(event, call.pointee.time, $0, call.pointee.info)
                    }
                    return 0
                }
            },
            resolver: { callback, states in
                { step in
                    guard let call = Arguments.of(step), let event = call.pointee.event else { return ReservedID.none }
                    let next = call.pointee.binder._withUnsafeGuaranteedRef {
                        callback(event, call.pointee.time, $0, call.pointee.info)
                    }
                    call.pointee.next = next
                    return states.number(of: next)
                }
            })
    }
}
