/// Where each state is first spoken of: its block, or else its first row.
struct StatePlaces {
    private var places: IndexedArray<State, Place>

    @inline(never)
    init(_ subject: ResolvedDefinition) {
        places = IndexedArray(repeating: .unknown, count: subject.states.indexCount)
        // Backwards, so that the first one is what stays.
        for position in stride(from: subject.soundRows.count - 1, through: 0, by: -1) {
            let row = subject.soundRows[position]
            note(subject.definition.rows[row].source, subject.definition.rows[row].place, subject)
        }
        for block in stride(from: subject.definition.blocks.count - 1, through: 0, by: -1) {
            note(subject.definition.blocks[block].state, subject.definition.blocks[block].place, subject)
        }
    }

    @inline(never)
    private mutating func note(_ id: ID, _ place: Place, _ subject: ResolvedDefinition) {
        if let state = subject.states.find(id) { places[state] = place }
    }

    subscript(state: TypedIndex<State>) -> Place { places[state] }
}
