import CMemory
import CSwiftFSM
import FSMEngine

@c(sfsm_builder_name_superstate) @implementation
public func sfsm_builder_name_superstate(
    _ builder: OpaquePointer?, _ block: Int, _ name: UnsafePointer<CChar>?
) -> sfsm_status {
    configure(builder, "sfsm_builder_name_superstate") {
        guard block >= 1 && block <= $0.definition.blocks.count else { return Status.outOfRange }
        guard $0.definition.blocks[block - 1].isSuperstate else { return Status.badValue }
        guard let name else { return Status.nullPointer }
        let memory = $0.memory
        guard let copy = memory.attempt({ Text(cString: name) }),
            $0.definition.superstateNames.reserve(1, in: memory)
        else { return Status.outOfMemory }
        $0.definition.superstateNames.set(copy, for: ID(truncatingIfNeeded: block - 1))
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
