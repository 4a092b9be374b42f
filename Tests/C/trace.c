#include "support.h"

#include <stdio.h>

void trace_note(trace *trace, const char *format, ...) {
    const size_t room = sizeof trace->text - trace->length;
    char *const end = trace->text + trace->length;
    va_list arguments;
    va_start(arguments, format);
    const int comma = snprintf(end, room, "%s", trace->length > 0 ? ", " : "");
    const int words = (size_t)comma < room ? vsnprintf(end + comma, room - (size_t)comma, format, arguments) : 0;
    va_end(arguments);
    if ((size_t)comma + (size_t)words >= room) {
        memcpy(trace->text + sizeof trace->text - 4, "...", 4);
        trace->length = sizeof trace->text - 1;
    } else {
        trace->length += (size_t)comma + (size_t)words;
    }
}

static const char *state_text(const sfsm_table *table, int32_t state, char number[static 12]) {
    const char *const name = sfsm_table_state_name(table, state);
    snprintf(number, 12, "%d", (int)state);
    return state == SFSM_NONE ? "none" : name != NULL ? name : number;
}

static const char *event_text(const sfsm_table *table, int32_t event, char number[static 12]) {
    const char *const name = sfsm_table_event_name(table, event);
    snprintf(number, 12, "%d", (int)event);
    return event == SFSM_NONE ? "none" : name != NULL ? name : number;
}

void trace_step(trace *trace, const char *words, const sfsm_step *step) {
    const sfsm_table *const table = sfsm_machine_table(step->machine);
    char event[12], source[12], target[12], state[12];
    trace_note(trace, "%s: %s from %s to %s in %s", words, event_text(table, step->event, event),
               state_text(table, step->source, source), state_text(table, step->target, target),
               state_text(table, sfsm_machine_state(step->machine), state));
}

void trace_check(trace *trace, const char *expected, const char *file, int line) {
    _assert_string_equal(trace->text, expected, file, line);
    trace->text[0] = '\0';
    trace->length = 0;
}

int32_t note(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s", (const char *)words);
    return 0;
}

int32_t note_step(const sfsm_step *step, void *words) {
    trace_step(step->context, words, step);
    return 0;
}

int32_t note_yes(const sfsm_step *step, void *words) {
    note(step, words);
    return 1;
}

int32_t note_no(const sfsm_step *step, void *words) {
    note(step, words);
    return 0;
}

int32_t note_failure(const sfsm_step *step, void *words) {
    note(step, words);
    return FAILURE;
}

void trace_state_words(sfsm_builder *builder, int32_t state, const char *entry, const char *exit, const char *cycle) {
    size_t block = 0;
    assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, block, note, (void *)entry, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, block, note, (void *)exit, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, block, note, (void *)cycle, NULL), SFSM_OK);
}
