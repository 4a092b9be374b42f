import Foundation

/// A clock whose time passes only when a test lets it.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    struct Failure: Error {}

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Time {
        var now = Instant()
        var sleepers: [Int: Sleeper] = [:]
        var sleepCount = 0
        var isBroken = false
    }

    // Not a Mutex, of which the Thread Sanitizer does not know.
    private let lock = NSLock()
    private nonisolated(unsafe) var time = Time()

    var now: Instant { withTime { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// How often someone has begun to sleep.
    var sleepCount: Int { withTime { $0.sleepCount } }

    /// How many sleep.
    var sleeperCount: Int { withTime { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = withTime { time in
            time.sleepCount += 1
            return time.sleepCount
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = withTime { time in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if time.isBroken { return .failure(Failure()) }
                    if time.now >= deadline { return .success(()) }
                    time.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = withTime { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func withTime<Result>(_ body: (inout Time) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&time) }
    }

    /// Lets time pass, and wakes who sleeps, in order. Returns when someone sleeps who is to be woken later.
    func pass(_ duration: Duration) async {
        let end = now.advanced(by: duration)
        while await firstDeadline() <= end { wakeFirst() }
        withTime { $0.now = end }
    }

    /// Lets time pass once: who sleeps need not sleep again.
    func passOnce(_ duration: Duration) async {
        _ = await firstDeadline()
        let end = now.advanced(by: duration)
        wakeFirst()
        withTime { $0.now = end }
    }

    /// Shows another time, without waking anyone.
    func show(_ offset: Duration) { withTime { $0.now = Instant(offset: offset) } }

    /// Lets whoever sleeps from now on fail.
    func breakDown() { withTime { $0.isBroken = true } }

    /// Waits until someone sleeps.
    func firstDeadline() async -> Instant {
        while true {
            if let first = withTime({ $0.sleepers.values.map(\.deadline).min() }) { return first }
            await Task.yield()
        }
    }

    /// Lets time pass until the first deadline.
    private func wakeFirst() {
        let sleeper = withTime { time in
            let first = time.sleepers.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
            guard let first else { return nil as Sleeper? }
            time.now = max(time.now, first.value.deadline)
            return time.sleepers.removeValue(forKey: first.key)
        }
        sleeper?.continuation.resume()
    }
}
