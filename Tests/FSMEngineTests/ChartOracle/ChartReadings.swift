/// Where the rules leave something open that this oracle and an engine may read in different ways.
struct ChartReadings {
    /// R10, R12: a target that was active before is come back to under "always" too, as in flat definitions: its cycle
    /// callbacks run behind its entry callbacks.
    var cyclesUnderAlways = true
    /// R12: cycle callbacks of a row with SAME run in document order among entry callbacks; or behind all of them.
    var cyclesOfSameComeLast = false
    /// R12: a source that another row leaves in the same microstep runs its cycle callbacks nevertheless.
    var cyclesWhenLeft = false
    /// R11, R17: a state that stays runs the actions of its default, which is entered again.
    var defaultsWhenStaying = false
    /// R16, R19: what rows and final states raise is raised at the commit; or behind the actions of each row, and behind
    /// the entry callbacks of each final state.
    var raisesAtCommit = false
    /// R16: eventless rows are tried again after a raised event that took no row.
    var triesEventlessAgain = false
    /// R18: a machine that starts again knows what histories recorded before.
    var keepsHistories = false

    static let decided = ChartReadings()
    static let engine = ChartReadings(
        cyclesUnderAlways: false, cyclesOfSameComeLast: true, cyclesWhenLeft: true, defaultsWhenStaying: true,
        raisesAtCommit: true, triesEventlessAgain: true, keepsHistories: true)
}
