import CSwiftFSM
import Testing

@testable import FSMCABI
@testable import FSMEngine

/// What the engine and the C header both say, they must say alike.
@Suite struct MirrorTests {
    @Test func stepIsLaidOutAlike() {
        #expect(MemoryLayout<Step>.size == MemoryLayout<sfsm_step>.size)
        #expect(MemoryLayout<Step>.alignment == MemoryLayout<sfsm_step>.alignment)
        #expect(MemoryLayout<Step>.offset(of: \.machine) == MemoryLayout<sfsm_step>.offset(of: \.machine))
        #expect(MemoryLayout<Step>.offset(of: \.context) == MemoryLayout<sfsm_step>.offset(of: \.context))
        #expect(MemoryLayout<Step>.offset(of: \.event) == MemoryLayout<sfsm_step>.offset(of: \.event))
        #expect(MemoryLayout<Step>.offset(of: \.source) == MemoryLayout<sfsm_step>.offset(of: \.source))
        #expect(MemoryLayout<Step>.offset(of: \.target) == MemoryLayout<sfsm_step>.offset(of: \.target))
        #expect(MemoryLayout<Step>.offset(of: \.outcome) == MemoryLayout<sfsm_step>.offset(of: \.outcome))
        #expect(MemoryLayout<Step>.offset(of: \.time) == MemoryLayout<sfsm_step>.offset(of: \.time))
        #expect(MemoryLayout<Step>.offset(of: \.cases) == MemoryLayout<sfsm_step>.offset(of: \.cases))
        #expect(MemoryLayout<Step>.offset(of: \.arguments) == MemoryLayout<sfsm_step>.offset(of: \.arguments))
        #expect(MemoryLayout<Step>.offset(of: \.argumentCount) == MemoryLayout<sfsm_step>.offset(of: \.argument_count))
        #expect(MemoryLayout<MachineStorage>.offset(of: \.step) == 0)
    }

    @Test func replaysAreLaidOutAlike() {
        typealias Mine = MemoryLayout<ReplayRequest>
        typealias C = MemoryLayout<sfsm_replay>
        #expect(Mine.size == C.size)
        for (mine, header) in [
            (Mine.offset(of: \.states), C.offset(of: \.states)),
            (Mine.offset(of: \.tokenCount), C.offset(of: \.token_count)),
            (Mine.offset(of: \.events), C.offset(of: \.events)),
            (Mine.offset(of: \.eventMap), C.offset(of: \.event_map)),
            (Mine.offset(of: \.tokens), C.offset(of: \.tokens)),
            (Mine.offset(of: \.offsets), C.offset(of: \.offsets)),
            (Mine.offset(of: \.cases), C.offset(of: \.cases)),
            (Mine.offset(of: \.arguments), C.offset(of: \.arguments)),
            (Mine.offset(of: \.times), C.offset(of: \.times)),
            (Mine.offset(of: \.initial), C.offset(of: \.initial)),
            (Mine.offset(of: \.flags), C.offset(of: \.flags)),
            (Mine.offset(of: \.contexts), C.offset(of: \.contexts)),
            (Mine.offset(of: \.contextStride), C.offset(of: \.context_stride)),
            (Mine.offset(of: \.firstIndex), C.offset(of: \.first_index)),
            (Mine.offset(of: \.threadCount), C.offset(of: \.thread_count)),
            (Mine.offset(of: \.progress), C.offset(of: \.progress)),
            (Mine.offset(of: \.outcomes), C.offset(of: \.outcomes)),
            (Mine.offset(of: \.rowTimes), C.offset(of: \.row_times)),
            (Mine.offset(of: \.entered), C.offset(of: \.entered)),
            (Mine.offset(of: \.violationCapacity), C.offset(of: \.violation_capacity)),
        ] { #expect(mine != nil && mine == header) }
        #expect(MemoryLayout<ReplayColumn>.stride == MemoryLayout<sfsm_column>.stride)
        #expect(MemoryLayout<ReplayRequest.CaseColumn>.stride == MemoryLayout<sfsm_case_column>.stride)
        #expect(MemoryLayout<ReplayRequest.ArgumentColumn>.stride == MemoryLayout<sfsm_argument_column>.stride)
        #expect(MemoryLayout<ReplayViolation>.stride == MemoryLayout<sfsm_violation>.stride)
        #expect(
            MemoryLayout<ReplayViolation>.offset(of: \.outcome) == MemoryLayout<sfsm_violation>.offset(of: \.outcome))
        #expect(MemoryLayout<ReplayCounts>.size == MemoryLayout<sfsm_replay_counts>.size)
        #expect(
            MemoryLayout<ReplayCounts>.offset(of: \.index) == MemoryLayout<sfsm_replay_counts>.offset(of: \.index))
    }

    @Test func casesAreLaidOutAlike() {
        #expect(MemoryLayout<PredicateCase>.stride == MemoryLayout<sfsm_case>.stride)
        #expect(MemoryLayout<PredicateCase>.offset(of: \.value) == MemoryLayout<sfsm_case>.offset(of: \.value))
    }

    @Test func valuesAreLaidOutAlike() {
        #expect(MemoryLayout<Value>.stride == MemoryLayout<sfsm_value>.stride)
        #expect(MemoryLayout<Value>.offset(of: \.type) == MemoryLayout<sfsm_value>.offset(of: \.type))
        #expect(MemoryLayout<Value>.offset(of: \.bits) == MemoryLayout<sfsm_value>.offset(of: \.as))
        #expect(MemoryLayout<Value>.offset(of: \.bits) == Value.bitsOffset)
    }

    @Test func parametersAreWhereTheStepHasThem() {
        #expect(Signature.Parameter.context.offset == MemoryLayout<sfsm_step>.offset(of: \.context))
        #expect(Signature.Parameter.event.offset == MemoryLayout<sfsm_step>.offset(of: \.event))
        #expect(Signature.Parameter.source.offset == MemoryLayout<sfsm_step>.offset(of: \.source))
        #expect(Signature.Parameter.target.offset == MemoryLayout<sfsm_step>.offset(of: \.target))
        #expect(Signature.Parameter.time.offset == MemoryLayout<sfsm_step>.offset(of: \.time))
    }

    @Test func valueTypesAreNumberedAlike() {
        let header = [
            SFSM_BOOL, SFSM_I8, SFSM_I16, SFSM_I32, SFSM_I64, SFSM_U8, SFSM_U16, SFSM_U32, SFSM_U64, SFSM_F32, SFSM_F64,
            SFSM_STR, SFSM_PTR,
        ]
        #expect(ValueType.allCases.map { $0.rawValue } == header.map { Int32($0) })
        #expect(Value.integer == Int32(SFSM_INTEGER))
    }

    @Test func reservedIDs() {
        let engine = [
            ReservedID.any, ReservedID.same, ReservedID.internal, ReservedID.dynamic, ReservedID.none,
            ReservedID.initial, ReservedID.failed, ReservedID.lastState, ReservedID.request, ReservedID.eventless,
            ReservedID.deferred, ReservedID.first,
        ]
        let header = [
            SFSM_ANY, SFSM_SAME, SFSM_INTERNAL, SFSM_DYNAMIC, SFSM_NONE, SFSM_INITIAL, SFSM_FAILED, SFSM_LAST_STATE,
            SFSM_REQUEST, SFSM_EVENTLESS, SFSM_DEFER, SFSM_FIRST_ID,
        ]
        #expect(engine == header.map { ID($0) })
    }

    @Test func outcomesAreNamed() {
        let outcomes: [(Outcome, String)] = [
            (.ok, "SFSM_OK"), (.transitioned, "SFSM_TRANSITIONED"), (.refused, "SFSM_REFUSED"),
            (.unhandled, "SFSM_UNHANDLED"), (.queued, "SFSM_QUEUED"), (.reservedID, "SFSM_RESERVED_ID"),
            (.unknownState, "SFSM_UNKNOWN_STATE"), (.unknownEvent, "SFSM_UNKNOWN_EVENT"),
            (.notRunning, "SFSM_NOT_RUNNING"), (.alreadyRunning, "SFSM_ALREADY_RUNNING"), (.busy, "SFSM_BUSY"),
            (.queueFull, "SFSM_QUEUE_FULL"), (.outOfMemory, "SFSM_OUT_OF_MEMORY"),
            (.callbackFailed, "SFSM_CALLBACK_FAILED"), (.missingPredicate, "SFSM_MISSING_PREDICATE"),
            (.unknownPredicate, "SFSM_UNKNOWN_PREDICATE"), (.repeatedPredicate, "SFSM_REPEATED_PREDICATE"),
            (.unknownCase, "SFSM_UNKNOWN_CASE"), (.argumentCount, "SFSM_ARGUMENT_COUNT"),
            (.argumentType, "SFSM_ARGUMENT_TYPE"),
        ]
        for (outcome, name) in outcomes { #expect(String(cString: sfsm_status_name(outcome.rawValue)) == name) }
    }

    @Test func limitsAndVersion() {
        #expect(EventQueue.limit == Int(SFSM_QUEUE_LIMIT))
        #expect(PredicateType.maximumCaseCount == Int32(SFSM_CASE_LIMIT))
        #expect(Signature.maximumParameterCount == Int(SFSM_PARAMETER_LIMIT))
        let numbers = "\(SFSM_VERSION_MAJOR).\(SFSM_VERSION_MINOR).\(SFSM_VERSION_PATCH)"
        #expect(String(cString: sfsm_version_string()) == numbers)
    }

    @Test func policiesPhasesAndKinds() {
        #expect(EntryExitPolicy.always.rawValue == Int32(SFSM_ALWAYS))
        #expect(EntryExitPolicy.onChange.rawValue == Int32(SFSM_ON_CHANGE))
        #expect(GuardPolicy.firstMatch.rawValue == Int32(SFSM_FIRST_MATCH))
        #expect(GuardPolicy.exclusive.rawValue == Int32(SFSM_EXCLUSIVE))
        let phases: [Phase] = [.resolve, .exit, .actions, .commit, .entry]
        let header = [SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT, SFSM_PHASE_ENTRY]
        #expect(phases.map { $0.rawValue } == header.map { Int32($0) })
        let kinds = [
            SFSM_EMPTY_DEFINITION, SFSM_EMPTY_BLOCK, SFSM_DUPLICATE, SFSM_CLASH, SFSM_UNKNOWN_TARGET,
            SFSM_UNKNOWN_INITIAL, SFSM_RESERVED_ID_USED, SFSM_TWO_INITIAL_STATES, SFSM_MISSING_RESOLVER,
            SFSM_UNEXPECTED_RESOLVER, SFSM_MISPLACED_ROW, SFSM_NOTHING_TO_OVERRIDE, SFSM_OVERRIDE_OUT_OF_ORDER,
            SFSM_CIRCULAR_ADOPTION, SFSM_IMPLICIT_CLASH, SFSM_INVALID_MATCH, SFSM_UNDECLARED_PREDICATE,
            SFSM_PREDICATE_CONFLICT, SFSM_TOO_COMPLEX, SFSM_SIGNATURE_MISMATCH, SFSM_ARGUMENT_CONFLICT,
            SFSM_REJECTED_CALL,
            SFSM_UNKNOWN_PARENT, SFSM_SECOND_PARENT, SFSM_CIRCULAR_NESTING, SFSM_MISSING_DEFAULT,
            SFSM_MISPLACED_DEFAULT, SFSM_CIRCULAR_DEFAULT, SFSM_INVALID_HISTORY, SFSM_INVALID_FINAL_STATE,
            SFSM_EXCLUSIVE_TARGETS, SFSM_MISPLACED_TARGET, SFSM_EVENTLESS_CIRCLE, SFSM_MISPLACED_EVENTLESS_ROW,
            SFSM_MISPLACED_NESTING, SFSM_CONFLICTING_BLOCKS, SFSM_UNKNOWN_CONDITION,
            SFSM_DOCUMENT_SYNTAX, SFSM_UNKNOWN_DOCUMENT_NAME, SFSM_DOCUMENT_LIMIT, SFSM_UNBOUND_CALLBACK,
            SFSM_SNAPSHOT_MISMATCH,
            SFSM_UNREACHABLE_STATE, SFSM_DEAD_END_STATE,
            SFSM_UNUSED_EVENT, SFSM_NEVER_TAKEN, SFSM_UNUSED_PREDICATE, SFSM_UNUSED_SUPERSTATE,
            SFSM_EXIT_FROM_FINAL_STATE,
            SFSM_TARGET_IN_SIBLING_REGION, SFSM_CONFLICTING_REGIONS, SFSM_SINGLE_REGION, SFSM_NEVER_DONE,
            SFSM_USELESS_DEFERRAL, SFSM_POSSIBLE_EVENTLESS_CIRCLE, SFSM_UNUSED_HISTORY,
        ]
        let permissions: [Machine.Permission] = [.withoutGuards, .requests]
        #expect(permissions.map { $0.rawValue } == [SFSM_WITHOUT_GUARDS, SFSM_PERMITTED_STATES].map { UInt32($0) })
        let reasons: [Reason.Kind] = [.taken, .notMatched, .guardRefused, .resolverRefused, .notTried]
        let reasonsInC = [
            SFSM_TAKEN, SFSM_NOT_MATCHED, SFSM_GUARD_REFUSED, SFSM_RESOLVER_REFUSED, SFSM_NOT_TRIED,
        ]
        #expect(reasons.map { $0.rawValue } == reasonsInC.map { Int32($0) })
        #expect(Diagnostic.Kind.allCases.map { $0.rawValue } == kinds.map { Int32($0) })
        for kind in Diagnostic.Kind.allCases {
            #expect(String(cString: sfsm_diagnostic_kind_name(kind.rawValue)) != "unknown")
        }
    }
}
