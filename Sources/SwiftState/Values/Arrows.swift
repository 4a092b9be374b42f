infix operator => : AdditionPrecedence

/// `.first => .any`
public func => <S: StateType>(left: State<S>, right: State<S>) -> Transition<S> {
    Transition(fromState: left, toState: right)
}

/// `.first => .any`
public func => <S: StateType>(left: S, right: State<S>) -> Transition<S> {
    Transition(fromState: left, toState: right)
}

/// `.any => .second`
public func => <S: StateType>(left: State<S>, right: S) -> Transition<S> {
    Transition(fromState: left, toState: right)
}

/// `.first => .second`
public func => <S: StateType>(left: S, right: S) -> Transition<S> {
    Transition(fromState: left, toState: right)
}

// MARK: - Several transitions

/// `[.first, .second] => .any`
public func => <S: StateType, E: EventType>(left: [S], right: State<S>) -> Route<S, E> {
    Route(from: left.map { .some($0) }, to: [right])
}

/// `[.first, .second] => .third`
public func => <S: StateType, E: EventType>(left: [S], right: S) -> Route<S, E> {
    Route(from: left.map { .some($0) }, to: [.some(right)])
}

/// `.any => [.first, .second]`
public func => <S: StateType, E: EventType>(left: State<S>, right: [S]) -> Route<S, E> {
    Route(from: [left], to: right.map { .some($0) })
}

/// `.first => [.second, .third]`
public func => <S: StateType, E: EventType>(left: S, right: [S]) -> Route<S, E> {
    Route(from: [.some(left)], to: right.map { .some($0) })
}

/// `[.first, .second] => [.third, .fourth]`: from each of the first to each of the second.
public func => <S: StateType, E: EventType>(left: [S], right: [S]) -> Route<S, E> {
    Route(from: left.map { .some($0) }, to: right.map { .some($0) })
}

// MARK: - Chains

/// `.first => .second => .any`
public func => <S: StateType>(left: Transition<S>, right: State<S>) -> TransitionChain<S> {
    TransitionChain(states: [left.fromState, left.toState, right])
}

/// `.first => .second => .third`
public func => <S: StateType>(left: Transition<S>, right: S) -> TransitionChain<S> {
    left => State.some(right)
}

/// Appends a state or `.any` to a chain.
public func => <S: StateType>(left: TransitionChain<S>, right: State<S>) -> TransitionChain<S> {
    TransitionChain(states: left.states + [right])
}

/// Appends a state to a chain.
public func => <S: StateType>(left: TransitionChain<S>, right: S) -> TransitionChain<S> {
    left => State.some(right)
}

/// `.any => (.second => .third)`
public func => <S: StateType>(left: State<S>, right: Transition<S>) -> TransitionChain<S> {
    TransitionChain(states: [left, right.fromState, right.toState])
}

/// `.first => (.second => .third)`
public func => <S: StateType>(left: S, right: Transition<S>) -> TransitionChain<S> {
    State.some(left) => right
}

/// Prepends a state or `.any` to a chain.
public func => <S: StateType>(left: State<S>, right: TransitionChain<S>) -> TransitionChain<S> {
    TransitionChain(states: [left] + right.states)
}

/// Prepends a state to a chain.
public func => <S: StateType>(left: S, right: TransitionChain<S>) -> TransitionChain<S> {
    State.some(left) => right
}
