#include "tables.h"

#include <math.h>
#include <stdio.h>

static void check_names(const sfsm_table *table, sfsm_id state, sfsm_id event) {
    const char *const name = sfsm_table_state_name(table, state), *const event_name = sfsm_table_event_name(table, event);
    if (name != NULL) {
        const sfsm_id named = sfsm_table_state_named(table, name, strlen(name));
        expect(strcmp(sfsm_table_state_name(table, named), name) == 0, "a name leads to a state that has it");
    }
    if (event_name != NULL) {
        const sfsm_id named = sfsm_table_event_named(table, event_name, strlen(event_name));
        expect(strcmp(sfsm_table_event_name(table, named), event_name) == 0, "a name leads to an event that has it");
    }
}

static void check_transitions(const sfsm_table *table) {
    sfsm_id ids[16];
    bool are_active[16];
    size_t count = 0;
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition one = {.size = sizeof one};
        expect(sfsm_table_transition(table, i, &one) == SFSM_OK, "there is each transition");
        expect(one.row >= 1 && one.row <= sfsm_table_row_count(table) && one.rank >= 0, "a transition has a row");
        expect(sfsm_table_transition_targets(table, i, ids, COUNT(ids), &count) == SFSM_OK && count > 0 && ids[0] == one.target,
               "the first target is that of the transition");
        expect(sfsm_table_transition_conditions(table, i, ids, are_active, COUNT(ids), &count) == SFSM_OK &&
                   count <= one.guard_count, "conditions count as guards");
        expect(sfsm_table_transition_raised(table, i, ids, COUNT(ids), &count) == SFSM_OK, "it says what it raises");
        int32_t named = 0;
        for (size_t type = 0; type < sfsm_table_predicate_count(table); type++) {
            const sfsm_id predicate = sfsm_table_predicate_at(table, type);
            expect(sfsm_table_transition_cases(table, i, predicate, ids, COUNT(ids), &count) == SFSM_OK && count > 0,
                   "a transition matches some case of each type");
            named += count < (size_t)sfsm_table_case_count(table, predicate);
        }
        expect(named <= one.rank, "its rank is the number of types that it names");
        for (size_t guard = 0; guard < one.guard_count; guard++) {
            sfsm_table_callback_name(table, one.row, SFSM_GUARD, guard);
        }
    }
}

void check_table(const sfsm_table *table) {
    const size_t states = sfsm_table_state_count(table), events = sfsm_table_event_count(table);
    for (size_t i = 0; i < states; i++) {
        const sfsm_id state = sfsm_table_state_at(table, i);
        expect(state >= SFSM_FIRST_ID && (i == 0 || sfsm_table_state_at(table, i - 1) < state), "states ascend");
        check_names(table, state, i < events ? sfsm_table_event_at(table, i) : SFSM_NONE);
        size_t levels = 0;
        for (sfsm_id parent = state; parent != SFSM_NONE; parent = sfsm_table_parent(table, parent)) {
            expect(levels++ <= states + MOST_STATES, "nesting ends");
        }
    }
    for (size_t i = 0; i < events; i++) {
        const sfsm_id event = sfsm_table_event_at(table, i);
        expect(event >= SFSM_FIRST_ID && (i == 0 || sfsm_table_event_at(table, i - 1) < event), "events ascend");
        for (size_t number = 0; number < sfsm_table_argument_count(table, event); number++) {
            const int32_t type = sfsm_table_argument_type(table, event, number);
            expect(type >= SFSM_BOOL && type <= SFSM_PTR, "arguments have types");
            sfsm_table_argument_name(table, event, number);
        }
    }
    check_transitions(table);
    expect(sfsm_table_snapshot_key(table) != 0 && sfsm_table_size(table) > 0, "a table has a key and a size");
    expect(sfsm_table_replay_width(table) >= 1 && sfsm_machine_size(table) % SFSM_MACHINE_ALIGNMENT == 0, "and widths");
}

/* A picture, or a document. */
static void write_any(const sfsm_table *table) {
    text written = {NULL, 0};
    const sfsm_id ids[] = {any_state(), any_state()};
    uint64_t taken[MOST_ROWS + 64] = {take_byte(), take_byte()};
    sfsm_writing writing = {.size = sizeof writing, .format = (sfsm_format)below(9), .flags = below(3), .current = ids,
                            .current_count = below(3), .hidden = ids, .hidden_count = once_in(4), .focus = ids,
                            .focus_count = once_in(4) ? 2 : 0, .taken = taken};
    const size_t rows = sfsm_table_row_count(table);
    writing.taken_count = once_in(2) && rows < COUNT(taken) ? rows : 0;
    const sfsm_status status = known(sfsm_table_write(table, &writing, append, &written));
    expect(status == SFSM_OK || written.length == 0, "nothing is written in an error");
    clear(&written);
}

void ask_table(const sfsm_table *table) {
    const size_t index = take_byte();
    const sfsm_id state = any_state(), event = any_event(), predicate = any_predicate();
    sfsm_id ids[4];
    bool are_active[4];
    size_t count = 0;
    uint8_t print[32];
    char name[8];
    sfsm_transition one = {.size = once_in(8) ? take_byte() % (sizeof one + 1) : sizeof one};
    switch (below(16)) {
    case 0: known(sfsm_table_transition(table, index, &one)); break;
    case 1: known(sfsm_table_transition_cases(table, index, predicate, ids, below(5), &count)); break;
    case 2: known(sfsm_table_transition_targets(table, index, ids, below(5), &count)); break;
    case 3: known(sfsm_table_transition_conditions(table, index, ids, are_active, below(5), &count)); break;
    case 4: known(sfsm_table_transition_raised(table, index, ids, below(5), &count)); break;
    case 5: known(sfsm_table_fingerprint(table, print)); break;
    case 6: write_any(table); break;
    case 7:
        count = take_bytes(name, sizeof name);
        sfsm_table_state_named(table, name, count);
        sfsm_table_event_named(table, name, count);
        sfsm_table_predicate_named(table, name, count);
        sfsm_table_case_named(table, predicate, name, count);
        break;
    case 8: sfsm_table_release(sfsm_table_retain(table)); break;
    case 9:
        sfsm_table_name(table);
        sfsm_table_version(table);
        sfsm_table_row_label(table, index);
        sfsm_table_callback_name(table, index, (sfsm_role)below(12), below(3));
        sfsm_table_argument_name(table, event, below(3));
        break;
    case 10:
        count = sfsm_table_superstate_count(table);
        sfsm_table_superstate_name(table, index);
        expect(sfsm_table_superstate_name(table, count) == NULL, "superstates end");
        break;
    case 11:
        sfsm_table_predicate_name(table, predicate);
        sfsm_table_case_name(table, predicate, (sfsm_id)below(6));
        expect(sfsm_table_case_count(table, predicate) >= 0, "cases are counted");
        break;
    case 12:
        sfsm_table_initial(table);
        sfsm_table_kind(table, state);
        sfsm_table_parent(table, state);
        sfsm_table_state_name(table, state);
        sfsm_table_event_name(table, event);
        break;
    default:
        sfsm_table_state_at(table, index);
        sfsm_table_event_at(table, index);
        sfsm_table_predicate_at(table, index);
        sfsm_table_argument_type(table, event, below(4));
        break;
    }
}

/* A value is written, and read as the same. */
static void write_value(void) {
    sfsm_value value = {.type = (int32_t)below(16), .as.u64 = 0}, again;
    char string[12], written[400];
    const size_t count = take_bytes(value.type == SFSM_STR ? (void *)string : &value.as, value.type == SFSM_STR ? 11 : 8);
    if (value.type == SFSM_STR) {
        string[count] = '\0';
        value.as.str = string;
    } else if (value.type == SFSM_BOOL) {
        value = sfsm_value_of_bool(value.as.u64 % 2 == 1);
    }
    size_t length = 0, again_length = 0;
    const sfsm_status status = known(sfsm_value_text(&value, NULL, 0, &length));
    if (status != SFSM_OK) {
        return;
    }
    expect(length < sizeof written && (length == 0 || sfsm_value_text(&value, written, length, &again_length) == SFSM_OUT_OF_RANGE),
           "a value needs the length that is told, and a zero");
    expect(sfsm_value_text(&value, written, length + 1, &again_length) == SFSM_OK && again_length == length &&
               written[length] == '\0', "a value is written with the length that is told");
    if (value.type > SFSM_PTR) {
        return;
    }
    expect(sfsm_value_read(value.type, written, length, &again) == SFSM_OK && again.type == value.type,
           "what is written as text can be read");
    switch (value.type) {
    case SFSM_F32: expect(value.as.f32 == again.as.f32 || isnan(value.as.f32), "a float is read as it was"); break;
    case SFSM_F64: expect(value.as.f64 == again.as.f64 || isnan(value.as.f64), "a double is read as it was"); break;
    case SFSM_STR: expect(strcmp(again.as.str, string) == 0, "a string is read as it was"); break;
    case SFSM_I8: case SFSM_U8: case SFSM_BOOL: expect(value.as.u8 == again.as.u8, "8 bits are read as they were"); break;
    case SFSM_I16: case SFSM_U16: expect(value.as.u16 == again.as.u16, "16 bits are read as they were"); break;
    case SFSM_I32: case SFSM_U32: expect(value.as.u32 == again.as.u32, "32 bits are read as they were"); break;
    default: expect(value.as.u64 == again.as.u64, "64 bits are read as they were"); break;
    }
}

static void check_version(void) {
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", SFSM_VERSION_MAJOR, SFSM_VERSION_MINOR, SFSM_VERSION_PATCH);
    expect(sfsm_version() == SFSM_VERSION_MAJOR * 1000000u + SFSM_VERSION_MINOR * 1000u + SFSM_VERSION_PATCH &&
               strcmp(sfsm_version_string(), version) == 0, "the version is the header's");
}

void ask_library(void) {
    char bytes[90] = "";
    size_t position = 0;
    const char *expected = NULL;
    sfsm_value value;
    const uint32_t kind = below(8);
    const size_t length = kind < 4 ? take_bytes(bytes, sizeof bytes - 1) : 0;
    bytes[length] = '\0';
    switch (kind) {
    case 0:
    case 1: {
        const sfsm_status status = known((kind == 0 ? sfsm_signature_check(bytes, &position, &expected)
                                                    : sfsm_arguments_check(bytes, &position, &expected)));
        expect(status == SFSM_OK || (position <= strlen(bytes) && expected != NULL), "it is told where a signature is wrong");
        break;
    }
    case 2: known(sfsm_value_read((int32_t)(length > 0 ? bytes[0] % 16 : 1), bytes + 1, length > 0 ? length - 1 : 0, &value)); break;
    case 3: sfsm_status_name(bytes[0]); sfsm_status_text(bytes[0]); sfsm_diagnostic_kind_name(bytes[1]); break;
    case 4: check_version(); break;
    default: write_value(); break;
    }
}
