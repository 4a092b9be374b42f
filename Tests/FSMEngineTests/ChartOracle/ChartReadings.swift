/// Where the rules leave something open that this oracle and the engine read in different ways.
struct ChartReadings {
    /// R16, R19: what rows and final states raise is raised at the commit; or behind the actions of each row, and behind
    /// the entry callbacks of each final state, as the recommendation has it.
    var raisesAtCommit = false
    /// R18: a machine that starts again knows what histories recorded before.
    var keepsHistories = false

    static let decided = ChartReadings()
    static let engine = ChartReadings(raisesAtCommit: true, keepsHistories: true)
}
