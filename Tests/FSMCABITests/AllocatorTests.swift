import CSwiftFSM
import Testing

@testable import FSMCABI

/// In this build Swift's runtime allocates: own_allocator.c tests the C library.
@Suite struct AllocatorTests {
    @Test func anAllocatorIsUnsupportedHere() {
        #expect(sfsm_set_allocator(nil) == SFSM_UNSUPPORTED)
        var allocator = sfsm_allocator()
        #expect(sfsm_set_allocator(&allocator) == SFSM_BAD_SIZE)
        allocator.size = MemoryLayout<sfsm_allocator>.size
        #expect(sfsm_set_allocator(&allocator) == SFSM_NULL_POINTER)
    }
}
