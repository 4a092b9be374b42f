/// Where each state is first spoken of: its block, or else its first row.
struct StatePlaces {
    private var places: IndexedArray<State, Place>

    @inline(never)
    init(_ subject: ResolvedDefinition) {
        places = IndexedArray(repeating: .unknown, count: subject.states.indexCount)
        // Backwards, so that the first one is what stays.
        var position = subject.soundRows.count
        while position > 0 {
            position -= 1
            let row = subject.soundRows[position]
            note(subject.definition.rows[row].source, subject.definition.rows[row].place, subject)
        }
        position = subject.definition.blocks.count
        while position > 0 {
            position -= 1
            let block = position
            note(subject.definition.blocks[block].state, subject.definition.blocks[block].place, subject)
        }
    }

    @inline(never)
    private mutating func note(_ id: ID, _ place: Place, _ subject: ResolvedDefinition) {
        if let state = subject.states.index(of: id) { places[state] = place }
    }

    subscript(state: TypedIndex<State>) -> Place { places[state] }
}
