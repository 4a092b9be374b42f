/* Messages: mostly with what an event declares. */
#include "definitions.h"
#include "machines.h"

static sfsm_value values[8];
static sfsm_case cases[MOST_PREDICATES + 2];
static sfsm_message message;

/* A value of a type that is declared, or one that is converted to it. */
static sfsm_value draw_value(int32_t type) {
    static const char *const strings[] = {NULL, "", "euro", "\xff no UTF-8"};
    const uint8_t drawn = take_byte();
    sfsm_value value = {.type = type, .as.u64 = 0};
    switch (type) {
    case SFSM_BOOL: return drawn % 2 == 0 ? sfsm_value_of_bool(drawn / 2 % 2 == 0) : sfsm_value_of_integer(drawn / 2 % 2);
    case SFSM_STR: value.as.str = strings[drawn % COUNT(strings)]; return value;
    case SFSM_F32: return drawn % 2 == 0 ? sfsm_value_of_float((float)drawn / 2) : sfsm_value_of_integer(drawn);
    case SFSM_F64: return drawn % 2 == 0 ? sfsm_value_of_double(drawn / 3.0) : sfsm_value_of_integer(-drawn);
    case SFSM_PTR: value.as.ptr = &current; return value;
    default:
        value.as.u64 = drawn;
        return drawn % 2 == 0 ? value : sfsm_value_of_integer(drawn);
    }
}

static bool draw_arguments(uint32_t number) {
    if (current.table == NULL) {
        return false;
    }
    const sfsm_id event = event_id(number);
    const size_t count = sfsm_table_argument_count(current.table, event);
    for (size_t i = 0; i < count && i < COUNT(values); i++) {
        values[i] = draw_value(sfsm_table_argument_type(current.table, event, i));
    }
    message.arguments = values;
    message.argument_count = count < COUNT(values) ? count : 0;
    if (take_byte() < 244) {
        return true;
    }
    message.argument_count = below(4);
    for (size_t i = 0; i < message.argument_count; i++) {
        values[i] = draw_value((int32_t)below(16));
        values[i].type = values[i].type == SFSM_STR ? SFSM_I32 : values[i].type;
    }
    return false;
}

static bool draw_cases(void) {
    const definition *const of = &current.definition;
    const uint32_t kind = below(16);
    size_t count = 0;
    for (uint32_t i = 0; i < of->predicate_count; i++) {
        if (of->providers[i] == 0 || kind % 2 == 1) {
            cases[count++] = (sfsm_case){predicate_id(i), (sfsm_id)below((uint32_t)of->case_counts[i])};
        }
    }
    message.cases = cases;
    message.case_count = count;
    if (kind == 14 && count > 0) {
        message.case_count = count - 1; /* one is missing */
    }
    if (kind == 15) {
        cases[count] = (sfsm_case){any_predicate(), (sfsm_id)below(6) - 1};
        message.case_count = count + 1;
        return false;
    }
    return true;
}

const sfsm_message *draw_message(bool is_open, bool *out_is_sound) {
    const definition *const of = &current.definition;
    const uint8_t kind = take_byte();
    const uint32_t number = kind % of->event_count;
    message = (sfsm_message)SFSM_MESSAGE(SFSM_ANY);
    *out_is_sound = true;
    if (!is_open && kind >= 248) {
        message.event = any_event();
        *out_is_sound = false;
    } else if (!is_open && kind >= 216) {
        message.event = SFSM_REQUEST;
        message.requested = kind >= 244 ? any_state() : state_id(kind % of->state_count);
        *out_is_sound = kind < 244;
    } else if (!is_open) {
        message.event = event_id(number);
        *out_is_sound = draw_arguments(number);
    }
    *out_is_sound = draw_cases() && *out_is_sound;
    if (is_mistaken()) {
        message.size = take_byte() % (sizeof message + 1);
        *out_is_sound = false;
    }
    return &message;
}

bool find_cases(const sfsm_message *of, sfsm_id found[MOST_PREDICATES]) {
    for (uint32_t i = 0; i < MOST_PREDICATES; i++) {
        const uint32_t provider = i < current.definition.predicate_count ? current.definition.providers[i] : 0;
        found[i] = SFSM_NONE;
        for (size_t sent = 0; sent < of->case_count; sent++) {
            if (of->cases[sent].predicate == predicate_id(i) && found[i] == SFSM_NONE) {
                found[i] = of->cases[sent].value;
            }
        }
        if (found[i] == SFSM_NONE && provider != 0) {
            found[i] = answer_of_provider(provider);
            if (found[i] < 0 || found[i] >= current.definition.case_counts[i]) {
                return false;
            }
        }
    }
    return true;
}
