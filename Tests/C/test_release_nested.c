/* Machines that are released while the one runs inside a step of the other: each is freed when its own outermost call
 * ends. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, STAY };

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

/* Two machines, of which the first sends to the second inside its step. */
typedef struct nest {
    trace trace;
    sfsm_machine *outer, *inner;
    bool releases_outer, releases_inner;
    size_t finalized; /* of the table, with the last machine */
} nest;

static int32_t send_to_inner(const sfsm_step *step, void *words) {
    nest *const nest = step->context;
    trace_note(&nest->trace, "%s begins", (const char *)words);
    const sfsm_outcome outcome = sfsm_machine_send(nest->inner, STAY);
    trace_note(&nest->trace, "%s ends with %s", (const char *)words, sfsm_status_name(outcome));
    return 0;
}

static int32_t release_in_inner(const sfsm_step *step, void *words) {
    nest *const nest = step->context;
    trace_note(&nest->trace, "%s", (const char *)words);
    sfsm_machine_send(nest->outer, STAY);
    sfsm_machine_send(nest->inner, STAY);
    if (nest->releases_outer) {
        sfsm_machine_release(nest->outer);
    }
    if (nest->releases_inner) {
        sfsm_machine_release(nest->inner);
    }
    return nest->finalized == 0 ? 0 : FAILURE;
}

static void check_nest(bool releases_outer, bool releases_inner, const char *expected) {
    nest nest = {.releases_outer = releases_outer, .releases_inner = releases_inner};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t go = row_from(builder, HOME, GO, HOME), stay = row_from(builder, AWAY, STAY, HOME);
    assert_status(sfsm_builder_add_action(builder, go, send_to_inner, "outer", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, stay, release_in_inner, "inner", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, stay, do_nothing, &nest.finalized, count_call), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, STAY, SFSM_SAME), note, "stay", NULL),
                  SFSM_OK);
    trace_state(builder, HOME);
    sfsm_table *const table = table_from(builder);
    nest.outer = machine_over(table, HOME, &nest);
    nest.inner = machine_over(table, AWAY, &nest);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(nest.outer, GO), SFSM_TRANSITIONED);
    assert_trace(&nest.trace, expected);
    if (!releases_outer) {
        sfsm_machine_release(nest.outer);
    }
    if (!releases_inner) {
        sfsm_machine_release(nest.inner);
    }
    assert_int_equal(nest.finalized, 1);
}

static void nested_machines_are_each_freed_by_their_own_outermost_call(void **state) {
    (void)state;
    check_nest(false, false, "outer begins, inner, entry HOME, stay, cycle HOME, outer ends with SFSM_TRANSITIONED, "
                             "cycle HOME, stay, cycle HOME");
    check_nest(true, false, "outer begins, inner, entry HOME, stay, cycle HOME, outer ends with SFSM_TRANSITIONED, "
                            "cycle HOME");
    check_nest(false, true, "outer begins, inner, entry HOME, outer ends with SFSM_TRANSITIONED, cycle HOME, stay, "
                            "cycle HOME");
    check_nest(true, true, "outer begins, inner, entry HOME, outer ends with SFSM_TRANSITIONED, cycle HOME");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_machines_are_each_freed_by_their_own_outermost_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
