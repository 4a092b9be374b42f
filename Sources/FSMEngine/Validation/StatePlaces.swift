/// Where each state is first spoken of: its block, or else its first row.
struct StatePlaces {
    private var places: IndexedArray<State, Place?>

    @_optimize(speed)
    init(_ subject: ResolvedDefinition) {
        places = IndexedArray(repeating: nil, count: subject.states.indexCount)
        for block in subject.definition.blocks { note(block.state, block.place, subject) }
        for index in subject.soundRows {
            let row = subject.definition.rows[index]
            note(row.source, row.place, subject)
        }
    }

    @_optimize(speed)
    private mutating func note(_ id: ID, _ place: Place, _ subject: ResolvedDefinition) {
        guard let state = subject.states.index(of: id), places[state] == nil else { return }
        places[state] = place
    }

    subscript(state: TypedIndex<State>) -> Place { places[state] ?? .unknown }
}
