import CMemory

/// The memory of one object: what it allocates by attempts, which fail where there is none.
///
/// Swift ends the process when an allocation fails. In the C library an attempt is left instead (`memory.c`): what it
/// had allocated is freed as a whole, and nothing else is run, `deinit` included. So the body of an attempt
///
/// - changes nothing that existed before, and releases nothing of it;
/// - retains nothing that existed before, which would stay retained: it is given plain values and pointers. Objects that
///   are frozen are not counted, and ``attemptReading(_:)`` and ``attemptExtending(_:)`` may use those of their region;
/// - calls nothing outside that would have to be undone.
///
/// In SwiftPM's builds and in WebAssembly an attempt is a plain call.
public struct MemoryRegion {
    /// `nil` for memory that belongs to nobody in particular.
    private let handle: UnsafeMutableRawPointer?

    /// For objects that are made in one attempt, whose memory any thread may free.
    public static var none: MemoryRegion { MemoryRegion(handle: nil) }

    #if hasFeature(Embedded) && !arch(wasm32)
        /// `nil` if there is no memory.
        public static func make() -> MemoryRegion? {
            swiftfsm_region_create().map { MemoryRegion(handle: $0) }
        }

        /// An object of the region belongs to nobody in particular from now on.
        public func release(_ object: AnyObject) {
            swiftfsm_region_leave(Unmanaged.passUnretained(object).toOpaque())
        }

        /// The objects of the region never change from now on, and are not counted: any attempt may retain them.
        public func freeze() { swiftfsm_region_freeze(handle) }

        /// Frees the region with all that is in it, without calling any `deinit`. `false` if it is that of nobody.
        func free() -> Bool {
            if let handle { swiftfsm_region_free(handle) }
            return handle != nil
        }

        /// Frees the region itself, not what is in it.
        public func release() { if let handle { swiftfsm_region_release(handle) } }

        /// What `body` returns, or `nil` if there was no memory.
        @inline(__always)
        public func attempt<Result>(_ body: () -> Result) -> Result? {
            var result: Result?
            return swiftfsmAttempt(handle) { result = body() } ? result : nil
        }

        /// The same for a body that reads the objects of this region, or those of nobody that are frozen. O(blocks of the
        /// region) more.
        @inline(__always)
        public func attemptReading<Result>(_ body: () -> Result) -> Result? {
            var result: Result?
            return swiftfsmAttemptReading(handle) { result = body() } ? result : nil
        }

        /// The same, and what it allocates is the region's.
        @inline(__always)
        public func attemptExtending<Result>(_ body: () -> Result) -> Result? {
            var result: Result?
            return swiftfsmAttemptExtending(handle) { result = body() } ? result : nil
        }
    #else
        /// In this build a region is none, and there is always memory.
        public static func make() -> MemoryRegion? { MemoryRegion.none }
        /// Does nothing: in this build objects are counted.
        public func release(_ object: AnyObject) {}
        /// Does nothing: in this build objects are counted.
        public func freeze() {}
        func free() -> Bool { false }
        /// Does nothing: in this build there is no region.
        public func release() {}

        /// What `body` returns.
        @inline(__always)
        public func attempt<Result>(_ body: () -> Result) -> Result? { body() }

        /// What `body` returns.
        @inline(__always)
        public func attemptReading<Result>(_ body: () -> Result) -> Result? { body() }

        /// What `body` returns.
        @inline(__always)
        public func attemptExtending<Result>(_ body: () -> Result) -> Result? { body() }
    #endif
}

#if hasFeature(Embedded) && !arch(wasm32)
    // The closures are passed as they lie on the stack: to hand them to C in any other way would allocate.
    @_silgen_name("swiftfsm_attempt")
    func swiftfsmAttempt(_ region: UnsafeMutableRawPointer?, _ body: () -> Void) -> Bool

    @_silgen_name("swiftfsm_attempt_reading")
    func swiftfsmAttemptReading(_ region: UnsafeMutableRawPointer?, _ body: () -> Void) -> Bool

    @_silgen_name("swiftfsm_attempt_extending")
    func swiftfsmAttemptExtending(_ region: UnsafeMutableRawPointer?, _ body: () -> Void) -> Bool
#endif

extension MemoryRegion {
    /// Makes room for so many more elements, so that appending them allocates nothing. `false` if there is no memory;
    /// then the array is as it was.
    @inline(__always)
    public func reserve<Element>(_ count: Int, in array: inout [Element]) -> Bool {
        array.count + count <= array.capacity || grow(&array, by: count)
    }

    @inline(never)
    private func grow<Element>(_ array: inout [Element], by count: Int) -> Bool {
        let capacity = max(array.count + count, 2 * array.capacity, 4)
        // The buffer keeps the array retained, but outside of the attempt.
        let larger = array.withUnsafeBufferPointer { old in
            attempt {
                [Element](unsafeUninitializedCapacity: capacity) { new, count in
                    if let first = new.baseAddress, let start = old.baseAddress {
                        first.initialize(from: start, count: old.count)
                    }
                    count = old.count
                }
            }
        }
        guard let larger else { return false }
        array = larger
        return true
    }
}
