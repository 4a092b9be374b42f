#include "random_calls.h"

#include <stdio.h>

static const char *const strings[] = {NULL, "", "euro", "\xe2\x82\xac and \xff", "a text that is longer than a word"};

static sfsm_value draw_value(uint32_t *seed, int32_t type) {
    static const uint64_t ends[] = {0, 1, UINT64_MAX, INT64_MAX, (uint64_t)INT64_MIN, 0x80, 0x8000, 0x80000000,
                                    0x7f7f7f7f7f7f7f7f};
    sfsm_value value = {type, {.u64 = 0}};
    uint64_t bits = 0;
    for (int byte = 0; byte < 8; byte++) {
        bits = bits << 8 | next_below(seed, 256);
    }
    bits = next_below(seed, 3) == 0 ? ends[next_below(seed, COUNT(ends))] : bits;
    switch (type) {
    case SFSM_BOOL: value.as.boolean = bits & 1; break;
    case SFSM_I8: value.as.i8 = (int8_t)bits; break;
    case SFSM_I16: value.as.i16 = (int16_t)bits; break;
    case SFSM_I32: value.as.i32 = (int32_t)bits; break;
    case SFSM_U8: value.as.u8 = (uint8_t)bits; break;
    case SFSM_U16: value.as.u16 = (uint16_t)bits; break;
    case SFSM_U32: value.as.u32 = (uint32_t)bits; break;
    case SFSM_F32: /* half of them any bits, NaN and denormals too, but no NaN that a conversion to double changes */
        memcpy(&value.as.f32, &bits, sizeof value.as.f32);
        value.as.f32 = value.as.f32 != value.as.f32 ? 0.1f : value.as.f32;
        break;
    case SFSM_STR: value.as.str = strings[bits % COUNT(strings)]; break;
    default: value.as.u64 = bits; break; /* i64, u64, f64, and pointers that nobody follows */
    }
    return value;
}

/* The same integer without a type of its own; false if there is none. */
static bool make_untyped(sfsm_value *value) {
    const sfsm_value of = *value;
    switch (of.type) {
    case SFSM_BOOL: *value = sfsm_value_of_integer(of.as.boolean); return true;
    case SFSM_I8: *value = sfsm_value_of_integer(of.as.i8); return true;
    case SFSM_I16: *value = sfsm_value_of_integer(of.as.i16); return true;
    case SFSM_I32: *value = sfsm_value_of_integer(of.as.i32); return true;
    case SFSM_I64: *value = sfsm_value_of_integer(of.as.i64); return true;
    case SFSM_U8: *value = sfsm_value_of_integer(of.as.u8); return true;
    case SFSM_U16: *value = sfsm_value_of_integer(of.as.u16); return true;
    case SFSM_U32: *value = sfsm_value_of_integer(of.as.u32); return true;
    case SFSM_U64: *value = sfsm_value_of_unsigned(of.as.u64); return true;
    default: return false;
    }
}

random_call draw_call(uint32_t *seed, const signature *signature) {
    random_call drawn = {.signature = *signature, .has_own_context = next_below(seed, 2) == 0,
                         .is_queued = next_below(seed, 4) == 0};
    for (size_t index = 0; index < signature->type_count; index++) {
        drawn.values[index] = draw_value(seed, signature->types[index]);
        drawn.is_untyped[index] = next_below(seed, 2) == 0;
    }
    for (size_t index = 0; index < SIGNATURE_PREDICATES; index++) {
        drawn.cases[index] = next_below(seed, 3) == 0 ? SFSM_NONE : (int32_t)next_below(seed, 50);
    }
    drawn.result = signature->result == RESULT_STATE  ? (next_below(seed, 2) == 0 ? AWAY : SFSM_NONE)
                   : signature->result == RESULT_BOOL ? (int32_t)next_below(seed, 2)
                                                      : (int32_t)next_below(seed, 3) - 1;
    return drawn;
}

/* The context of the machine: all that a run needs, and what came of it. */
typedef struct run {
    const random_call *random_call;
    sfsm_closure *closure; /* or NULL */
    sfsm_outcome queued;
    bool is_own_context_lost;
} run;

/* The arguments from this one on, as C promotes them, each behind its type, and their number before them. */
static void record_variadic(const random_call *random_call, size_t first) {
    const size_t count = random_call->signature.type_count;
    record_i32((int32_t)(count - first));
    for (size_t index = first; index < count; index++) {
        const sfsm_value value = random_call->values[index];
        record_i32(value.type);
        switch (value.type) {
        case SFSM_BOOL: record_i32(value.as.boolean); break;
        case SFSM_I8: record_i32(value.as.i8); break;
        case SFSM_I16: record_i32(value.as.i16); break;
        case SFSM_U8: record_i32(value.as.u8); break;
        case SFSM_U16: record_i32(value.as.u16); break;
        case SFSM_F32: record_f64((double)value.as.f32); break;
        default: record_value(value); break;
        }
    }
}

/* What the function must have been given, in its order. */
static recording expected_of(const run *run, void *own_context) {
    const random_call *const random_call = run->random_call;
    const signature *const signature = &random_call->signature;
    const int32_t target = signature->result == RESULT_STATE ? SFSM_NONE : AWAY;
    void *const context = random_call->has_own_context ? own_context : (void *)(uintptr_t)run;
    recording kept = recorded, expected;
    recorded = (recording){.count = 0};
    size_t next = 0;
    for (size_t index = 0; index < signature->parameter_count; index++) {
        const parameter parameter = signature->parameters[index];
        switch (parameter.word) {
        case WORD_ARGUMENT: record_value(random_call->values[next++]); break;
        case WORD_CONTEXT: record_ptr(context); break;
        case WORD_EVENT: record_i32(GO); break;
        case WORD_SOURCE: record_i32(HOME); break;
        case WORD_TARGET: record_i32(target); break;
        case WORD_STEP: record_ptr((void *)(uintptr_t)run); break;
        case WORD_TIME: record_f64(0); break;
        case WORD_PREDICATE: record_i32(random_call->cases[parameter.predicate]); break;
        case WORD_CASES:
            record_i32(SIGNATURE_PREDICATES);
            for (size_t number = 0; number < SIGNATURE_PREDICATES; number++) {
                record_i32(random_call->cases[number]);
            }
            break;
        default:
            record_variadic(random_call, next);
            next = signature->type_count;
        }
    }
    expected = recorded;
    recorded = kept;
    return expected;
}

/* The handler of all closures: records what a native function would. */
static int32_t record_call(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    const signature *const signature = &((const run *)context)->random_call->signature;
    recorded.calls++;
    for (size_t index = 0; index < count; index++) {
        if (index < signature->parameter_count && signature->parameters[index].word == WORD_STEP) {
            record_step(arguments[index].as.ptr);
        } else {
            record_value(arguments[index]);
        }
    }
    if (out_result->type == SFSM_BOOL) {
        out_result->as.boolean = recorded.result != 0;
    } else if (out_result->type == SFSM_I32) {
        out_result->as.i32 = recorded.result;
    }
    return 0;
}

/* Sends GO with all that the call says, from memory that is overwritten behind it. */
static sfsm_outcome send_call(sfsm_machine *machine, const random_call *random_call) {
    const size_t count = random_call->signature.type_count;
    sfsm_value values[SFSM_PARAMETER_LIMIT];
    char texts[SFSM_PARAMETER_LIMIT][64];
    sfsm_case cases[SIGNATURE_PREDICATES];
    size_t case_count = 0;
    for (size_t index = 0; index < count; index++) {
        values[index] = random_call->values[index];
        if (random_call->is_untyped[index]) {
            make_untyped(&values[index]);
        }
        if (values[index].type == SFSM_STR && values[index].as.str != NULL) {
            values[index].as.str = strcpy(texts[index], values[index].as.str);
        }
    }
    for (size_t index = 0; index < SIGNATURE_PREDICATES; index++) {
        if (random_call->cases[index] != SFSM_NONE) {
            cases[case_count++] = (sfsm_case){signature_predicate((uint32_t)index), random_call->cases[index]};
        }
    }
    const sfsm_outcome outcome = sfsm_machine_send_message(machine, MESSAGE_WITH(GO, cases, case_count, values, count));
    if (outcome == SFSM_QUEUED) {
        memset(values, 0x55, sizeof values);
        memset(texts, 0x55, sizeof texts);
        memset(cases, 0x55, sizeof cases);
    }
    return outcome;
}

static int32_t send_inside(const sfsm_step *step, void *context) {
    run *const run = context;
    run->queued = send_call(step->machine, run->random_call);
    return 0;
}

static sfsm_machine *machine_for(run *run, sfsm_any_function function, void *own_context) {
    const random_call *const random_call = run->random_call;
    const int32_t result = random_call->signature.result;
    char text[SIGNATURE_TEXT_SIZE];
    sfsm_builder *const builder = sfsm_builder_create();
    for (uint32_t number = 0; number < SIGNATURE_PREDICATES; number++) {
        declare(builder, signature_predicate(number), 50);
    }
    declare_event(builder, GO, arguments_text(&random_call->signature, text));
    const size_t row = row_from(builder, HOME, GO, result == RESULT_STATE ? SFSM_DYNAMIC : AWAY);
    add_callback(result == RESULT_STATE  ? sfsm_builder_set_resolver
                 : result == RESULT_VOID ? sfsm_builder_add_action
                                         : sfsm_builder_add_guard,
                 builder, row,
                 callback_of(function, signature_text(&random_call->signature, text),
                             random_call->has_own_context ? own_context : NULL, NULL));
    const sfsm_row rows[] = {SFSM_ROW(HOME, STAY, SFSM_SAME, send_inside), SFSM_ROW(AWAY, BACK, HOME, NULL)};
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    return lenient_machine_from(builder, HOME, run);
}

bool arrives(const random_call *random_call, sfsm_any_function function, char report[static 256]) {
    int own_context = 0;
    run run = {.random_call = random_call};
    char text[SIGNATURE_TEXT_SIZE], actual[VALUE_TEXT_SIZE], wanted[VALUE_TEXT_SIZE];
    if (function == NULL) {
        assert_status(sfsm_closure_create(signature_text(&random_call->signature, text), record_call, &run, NULL,
                                          &run.closure), SFSM_OK);
    }
    recorded = (recording){.result = random_call->result};
    sfsm_machine *const machine =
        machine_for(&run, function != NULL ? function : sfsm_closure_function(run.closure), &own_context);
    const sfsm_outcome outcome =
        random_call->is_queued ? sfsm_machine_send(machine, STAY) : send_call(machine, random_call);
    const int32_t state = sfsm_machine_state(machine), failure = sfsm_machine_failure(machine);
    sfsm_machine_release(machine);
    sfsm_closure_release(run.closure);

    const recording expected = expected_of(&run, &own_context);
    const int32_t result = random_call->signature.result;
    const bool fails = result == RESULT_I32 && random_call->result < 0;
    const bool goes = result == RESULT_VOID || (result == RESULT_STATE ? random_call->result == AWAY
                                                                       : random_call->result > 0);
    /* A queued call leaves the outcome of the event that was sent alone. */
    const sfsm_outcome expected_outcome = random_call->is_queued ? SFSM_TRANSITIONED : fails ? SFSM_CALLBACK_FAILED
                                          : goes ? SFSM_TRANSITIONED : SFSM_REFUSED;
    if (outcome != expected_outcome || state != (goes ? AWAY : HOME) || failure != (fails ? random_call->result : 0) ||
        recorded.calls != 1 || recorded.count != expected.count) {
        snprintf(report, 256, "%s in state %d, failure %d, after %zu calls with %zu values instead of %zu",
                 sfsm_status_name(outcome), (int)state, (int)failure, recorded.calls, recorded.count, expected.count);
        return false;
    }
    for (size_t index = 0; index < expected.count; index++) {
        if (!is_same_value(&recorded.values[index], &expected.values[index])) {
            snprintf(report, 256, "value %zu was %s instead of %s", index, value_text(&recorded.values[index], actual),
                     value_text(&expected.values[index], wanted));
            return false;
        }
    }
    return true;
}

random_call call_without(const random_call *random_call, size_t parameter) {
    struct random_call rest = *random_call;
    if (rest.signature.parameters[parameter].word == WORD_ARGUMENT) {
        const size_t number = argument_number(&rest.signature, parameter);
        const size_t behind = rest.signature.type_count - 1 - number;
        memmove(rest.values + number, rest.values + number + 1, behind * sizeof rest.values[0]);
        memmove(rest.is_untyped + number, rest.is_untyped + number + 1, behind * sizeof rest.is_untyped[0]);
    }
    rest.signature = signature_without(&rest.signature, parameter);
    return rest;
}
