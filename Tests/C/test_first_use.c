/* The program with which the header opens, as it stands there, and what it promises of it. */
#include "support.h"

#include <stdio.h>

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };

/* Bare actions are called with the machine's context: here the trace. */
static int32_t unlock(const sfsm_step *step, void *hardware) {
    (void)step;
    trace_note(hardware, "unlock");
    return 0;
}

static int32_t alarm_bell(const sfsm_step *step, void *hardware) {
    (void)step;
    trace_note(hardware, "alarm");
    return 0;
}

static int32_t thank_you(const sfsm_step *step, void *hardware) {
    (void)step;
    trace_note(hardware, "thank you");
    return 0;
}

static int32_t lock(const sfsm_step *step, void *hardware) {
    (void)step;
    trace_note(hardware, "lock");
    return 0;
}

static void the_turnstile_of_the_header_runs(void **state) {
    (void)state;
    trace hardware = {{0}, 0};
    static const sfsm_row rows[] = {
        SFSM_ROW(LOCKED,   COIN, UNLOCKED, unlock),
        SFSM_ROW(LOCKED,   PASS, LOCKED,   alarm_bell),
        SFSM_ROW(UNLOCKED, COIN, UNLOCKED, thank_you),
        SFSM_ROW(UNLOCKED, PASS, LOCKED,   lock),
    };
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_builder_add_rows(builder, rows, 4);
    sfsm_table *table; sfsm_diagnostics *faults;
    if (sfsm_builder_build(builder, &table, &faults) < 0)
        fputs(sfsm_diagnostics_text(faults), stderr);
    assert_null(faults); /* nothing to tell */
    sfsm_machine *gate;
    sfsm_machine_create(table, LOCKED, &hardware, &gate);
    assert_status(sfsm_machine_send(gate, COIN), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(gate), UNLOCKED);
    assert_trace(&hardware, "unlock");

    sfsm_machine_send(gate, COIN);
    sfsm_machine_send(gate, PASS);
    sfsm_machine_send(gate, PASS);
    assert_trace(&hardware, "thank you, lock, alarm");
    assert_int_equal(sfsm_machine_state(gate), LOCKED);

    sfsm_machine_release(gate);
    sfsm_table_release(table);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_row_may_be_filled_by_field_names(void **state) {
    (void)state;
    trace hardware = {{0}, 0};
    const sfsm_row rows[] = {
        {.source = LOCKED, .event = COIN, .target = UNLOCKED, .action = unlock},
        {.source = UNLOCKED, .event = PASS, .target = LOCKED},
    };
    sfsm_machine *const gate = machine_of_rows(rows, COUNT(rows), LOCKED, &hardware);
    assert_status(sfsm_machine_send(gate, COIN), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(gate, PASS), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(gate, PASS), SFSM_UNHANDLED);
    assert_trace(&hardware, "unlock");
    sfsm_machine_release(gate);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_turnstile_of_the_header_runs),
        cmocka_unit_test(a_row_may_be_filled_by_field_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
