#include "faults.h"

void name_all(sfsm_builder *builder) {
    static const sfsm_name states[] = {SFSM_NAME(HOME), SFSM_NAME(AWAY), SFSM_NAME(END), SFSM_NAME(NOWHERE)};
    static const sfsm_name events[] = {SFSM_NAME(GO), SFSM_NAME(BACK), SFSM_NAME(STAY)};
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
}

void add_row(sfsm_builder *builder, int32_t source, int32_t event, int32_t target, int32_t line) {
    assert_status(sfsm_builder_add_row_at(builder, source, event, target, "gate.c", line, NULL), SFSM_OK);
}

sfsm_builder *sound_builder(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    add_row(builder, HOME, GO, AWAY, 1);
    add_row(builder, AWAY, BACK, HOME, 2);
    return builder;
}

void check_sound(sfsm_builder *builder) {
    sfsm_table_release(table_from(builder));
}

sfsm_diagnostic only_fault(sfsm_builder *builder, int32_t kind, const char *const *words, const char *file, int line) {
    sfsm_diagnostics *const faults = faults_of(builder);
    const sfsm_diagnostic fault = diagnostic_at(faults, 0);
    size_t errors = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        errors += diagnostic_at(faults, index).severity == SFSM_ERROR; /* warnings may come of it */
    }
    if (errors != 1 || fault.kind != kind || fault.severity != SFSM_ERROR) {
        print_error("the only error should be \"%s\", but there are\n%s", sfsm_diagnostic_kind_name(kind),
                    sfsm_diagnostics_text(faults));
        _fail(file, line);
    }
    says_check(fault.text, words, file, line);
    if (fault.place_count > 0) {
        assert_string_equal(fault.file, "gate.c");
    }
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    return fault;
}
