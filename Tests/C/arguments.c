#include "arguments.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const type_words[] = {"type 0", "bool", "i8",  "i16", "i32", "i64", "u8",     "u16",
                                         "u32",    "u64",  "f32", "f64", "str", "ptr", "integer"};

const char *type_word(int32_t type) {
    return type >= 0 && (size_t)type < COUNT(type_words) ? type_words[type] : "type of another kind";
}

void declare_event(sfsm_builder *builder, int32_t event, const char *arguments) {
    assert_status(sfsm_builder_add_event_at(builder, event, arguments, "gate.c", EVENT_LINE), SFSM_OK);
}

/* Writes a value behind its type's word; returns the length, as snprintf. */
static int write_value(char *text, size_t room, const sfsm_value *value, const void *here) {
    const char *const word = type_word(value->type);
    switch (value->type) {
    case SFSM_BOOL: return snprintf(text, room, "%s %s", word, value->as.boolean ? "true" : "false");
    case SFSM_I8: return snprintf(text, room, "%s %d", word, value->as.i8);
    case SFSM_I16: return snprintf(text, room, "%s %d", word, value->as.i16);
    case SFSM_I32: return snprintf(text, room, "%s %" PRId32, word, value->as.i32);
    case SFSM_I64: return snprintf(text, room, "%s %" PRId64, word, value->as.i64);
    case SFSM_U8: return snprintf(text, room, "%s %u", word, value->as.u8);
    case SFSM_U16: return snprintf(text, room, "%s %u", word, value->as.u16);
    case SFSM_U32: return snprintf(text, room, "%s %" PRIu32, word, value->as.u32);
    case SFSM_U64: return snprintf(text, room, "%s %" PRIu64, word, value->as.u64);
    case SFSM_F32: return snprintf(text, room, "%s %.9g", word, (double)value->as.f32);
    case SFSM_F64: return snprintf(text, room, "%s %.17g", word, value->as.f64);
    case SFSM_STR:
        return value->as.str == NULL ? snprintf(text, room, "%s NULL", word)
                                     : snprintf(text, room, "%s \"%s\"", word, value->as.str);
    case SFSM_PTR:
        return snprintf(text, room, "%s %s", word,
                        value->as.ptr == NULL ? "NULL" : value->as.ptr == here ? "here" : "elsewhere");
    default: return snprintf(text, room, "%s", word);
    }
}

int32_t note_arguments(const sfsm_step *step, void *words) {
    char text[4096] = "";
    size_t length = 0;
    if ((step->arguments == NULL) != (step->argument_count == 0)) {
        trace_note(step->context, "%s disagrees", (const char *)words);
        return 1;
    }
    for (size_t index = 0; index < step->argument_count && length + 2 < sizeof text; index++) {
        if (index > 0) {
            memcpy(text + length, ", ", 3);
            length += 2;
        }
        const int written = write_value(text + length, sizeof text - length, &step->arguments[index], step->context);
        length += (size_t)written;
    }
    trace_note(step->context, "%s(%s)", (const char *)words, text);
    return 1;
}

int32_t note_arguments_no(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    return 0;
}

int32_t note_arguments_failure(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    return FAILURE;
}

void rejected_argument_check(const sfsm_machine *machine, size_t index, int32_t declared, int32_t sent,
                             const char *file, int line) {
    size_t actual_index = 4711;
    int32_t actual_declared = 4711, actual_sent = 4711;
    const sfsm_status status =
        sfsm_machine_rejected_argument(machine, &actual_index, &actual_declared, &actual_sent);
    if (status != SFSM_OK || actual_index != index || actual_declared != declared || actual_sent != sent) {
        print_error("%s: rejected was argument %zu of type %d (%s) sent as %d (%s), expected %zu, %d (%s), %d (%s)\n",
                    sfsm_status_name(status), actual_index, (int)actual_declared, type_word(actual_declared),
                    (int)actual_sent, type_word(actual_sent), index, (int)declared, type_word(declared), (int)sent,
                    type_word(sent));
        _fail(file, line);
    }
}
