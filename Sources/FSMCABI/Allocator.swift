import CMemory
import CSwiftFSM

@c(sfsm_set_allocator) @implementation
public func sfsm_set_allocator(_ allocator: UnsafePointer<sfsm_allocator>?) -> sfsm_status {
    if let allocator {
        guard allocator.isKnown(size: allocator.pointee.size) else { return Status.badSize }
        guard allocator.pointee.allocate != nil, allocator.pointee.reallocate != nil, allocator.pointee.release != nil
        else { return Status.nullPointer }
    }
    #if hasFeature(Embedded) && !arch(wasm32)
        let isSet = swiftfsm_set_allocator(
            allocator?.pointee.allocate, allocator?.pointee.reallocate, allocator?.pointee.release,
            allocator?.pointee.context)
        return isSet ? Status.ok : Status.busy
    #else
        return Status.unsupported
    #endif
}
