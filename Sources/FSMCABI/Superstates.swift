import CMemory
import CSwiftFSM
import FSMEngine

@c(sfsm_builder_name_superstate) @implementation
public func sfsm_builder_name_superstate(
    _ builder: OpaquePointer?, _ block: Int, _ name: UnsafePointer<CChar>?
) -> sfsm_status {
    configure(builder) {
        guard block >= 1 && block <= $0.definition.blocks.count else { return Status.outOfRange }
        guard $0.definition.blocks[block - 1].isSuperstate else { return Status.badValue }
        guard let name else { return Status.nullPointer }
        guard isMemoryAvailable(4_096 + Int64(strlen(name))) else { return Status.outOfMemory }
        $0.definition.superstateNames.set(String(cString: name), for: ID(truncatingIfNeeded: block - 1))
        return Status.ok
    }
}

@c(sfsm_table_superstate_count) @implementation
public func sfsm_table_superstate_count(_ table: OpaquePointer?) -> Int { table?.table.superstateCount ?? 0 }

@c(sfsm_table_superstate_name) @implementation
public func sfsm_table_superstate_name(_ table: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>! {
    guard let table = table?.table, let position = table.positionOfSuperstateName(at: index) else { return nil }
    return table.cOwner.superstateNames?[position]
}
