/// Finds paths through a table: always to the nearest row that is left, and from the beginning again where none is in reach.
struct PathSearch<State: FSMHashable, Event: FSMHashable> {
    private typealias Edge = SituationGraph<State, Event>.Edge

    private let listing: TableListing<State, Event>
    private let values: [Event]

    /// Begins a search. `values` are events with values that rows leave open.
    init(_ listing: TableListing<State, Event>, _ values: [Event]) {
        self.listing = listing
        self.values = values
    }

    func paths() -> FSMPaths<State, Event> {
        let rules = listing.rules
        guard let graph = SituationGraph(listing, values) else {
            return FSMPaths(paths: [], uncovered: rules, isComplete: false)
        }
        var covered: Set<Int> = []
        var paths: [FSMPath<State, Event>] = []
        var steps: [FSMPath<State, Event>.Step] = []
        var place = 0
        while true {
            if let way = way(from: place, in: graph, without: covered) {
                for edge in way {
                    covered.formUnion(edge.transitions)
                    steps.append(
                        .init(event: edge.event, predicates: edge.predicates, rule: edge.rule, states: edge.states))
                    place = edge.target
                }
            } else if steps.isEmpty {
                break
            } else {
                paths.append(FSMPath(initialState: listing.initialState, steps: steps))
                (steps, place) = ([], 0)
            }
        }
        return FSMPaths(
            paths: paths, uncovered: rules.filter { !covered.contains($0.number) }, isComplete: graph.isComplete)
    }

    /// The shortest way to a row that is left, and over it; `nil` if none is in reach.
    private func way(
        from start: Int, in graph: SituationGraph<State, Event>, without covered: Set<Int>
    ) -> [Edge]? {
        var foundBy: [Int: (place: Int, edge: Edge)] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let place = queue[next]
            next += 1
            let open = graph.edges[place].first { edge in edge.transitions.contains { !covered.contains($0) } }
            if let open {
                var way = [open]
                var position = place
                while position != start, let found = foundBy[position] {
                    way.append(found.edge)
                    position = found.place
                }
                return way.reversed()
            }
            for edge in graph.edges[place] where edge.target != start && foundBy[edge.target] == nil {
                foundBy[edge.target] = (place, edge)
                queue.append(edge.target)
            }
        }
        return nil
    }
}
