/* Chapter 5, sfsm_builder_adopt: the finalizers of what many states share run once, whatever becomes of the definition. */
#include "superstates.h"

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

/* A superstate with all kinds of callbacks, and a row with a guard, an action and a resolver; all count together. */
enum { CONTEXTS = 6 };
static size_t full_superstate_from(sfsm_builder *builder, size_t *finalized) {
    const size_t block = superstate_from(builder);
    const sfsm_callback callback = {do_nothing, finalized, count_call};
    const sfsm_row row = {.source = SFSM_NONE, .event = STAY, .target = SFSM_DYNAMIC, .actions = &callback,
                          .action_count = 1, .guards = &callback, .guard_count = 1, .resolver = callback,
                          .block = block};
    assert_status(sfsm_builder_add_rows_at(builder, &row, 1, sizeof row, "gate.c", 7), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, block, do_nothing, finalized, count_call), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, block, do_nothing, finalized, count_call), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, block, do_nothing, finalized, count_call), SFSM_OK);
    return block;
}

static void finalizers_run_once_however_many_states_adopt(void **state) {
    (void)state;
    enum { STATES = 100 };
    size_t finalized = 0;
    sfsm_builder *const builder = sound_builder();
    const size_t base = full_superstate_from(builder, &finalized);
    full_superstate_from(builder, &finalized); /* nobody's */
    for (int32_t number = 0; number < STATES; number++) {
        adopt(builder, state_from(builder, 100 + number), base);
    }
    sfsm_table *const table = table_from(builder);
    assert_int_equal(finalized, 0);
    sfsm_table_release(table);
    assert_int_equal(finalized, 2 * CONTEXTS);
}

static void finalizers_of_what_is_overridden_run_with_the_others(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_builder *const builder = sound_builder();
    adopt(builder, state_from(builder, HOME), full_superstate_from(builder, &finalized));
    add_overriding_row(builder, 0, HOME, STAY, SFSM_SAME, 8);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(finalized, 0);
    sfsm_table_release(table);
    assert_int_equal(finalized, CONTEXTS);
}

/* Over 2 to the 30 ways. */
static void adopt_too_often(sfsm_builder *builder, size_t block, size_t superstate) {
    for (int level = 0; level < 30; level++) {
        const size_t next = superstate_from(builder);
        adopt(builder, next, superstate);
        adopt(builder, next, superstate);
        superstate = next;
    }
    adopt(builder, block, superstate);
}

static void finalizers_run_once_if_the_definition_is_never_built(void **state) {
    (void)state;
    /* Left alone; with a circle; with a diamond's duplicates; with too many ways; with nothing to override. */
    for (int fault = 0; fault < 5; fault++) {
        size_t finalized = 0;
        sfsm_builder *const builder = sound_builder();
        const size_t base = full_superstate_from(builder, &finalized), home = state_from(builder, HOME);
        adopt(builder, home, base);
        if (fault == 1) {
            adopt(builder, base, base);
        } else if (fault == 2) {
            adopt(builder, home, base);
        } else if (fault == 3) {
            adopt_too_often(builder, home, base);
        } else if (fault == 4) {
            add_overriding_row(builder, home, HOME, BACK, SFSM_SAME, 8);
        }
        for (int time = 0; fault > 0 && time < 2; time++) {
            sfsm_diagnostics_release(faults_of(builder));
        }
        assert_int_equal(finalized, 0);
        sfsm_builder_release(builder);
        assert_int_equal(finalized, CONTEXTS);
    }
}

static void finalizers_run_at_once_if_a_superstate_cannot_take_the_callback(void **state) {
    (void)state;
    static sfsm_status (*const adders[])(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer) = {
        sfsm_builder_on_entry, sfsm_builder_on_exit, sfsm_builder_on_cycle};
    for (size_t index = 0; index < COUNT(adders); index++) {
        size_t finalized = 0;
        sfsm_builder *const builder = sound_builder();
        const size_t base = superstate_from(builder);
        assert_status(adders[index](builder, base, NULL, &finalized, count_call), SFSM_NULL_POINTER);
        assert_int_equal(finalized, 1);
        assert_status(adders[index](builder, base + 1, do_nothing, &finalized, count_call), SFSM_OUT_OF_RANGE);
        assert_int_equal(finalized, 2);
        sfsm_builder_release(builder);
        assert_int_equal(finalized, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finalizers_run_once_however_many_states_adopt),
        cmocka_unit_test(finalizers_of_what_is_overridden_run_with_the_others),
        cmocka_unit_test(finalizers_run_once_if_the_definition_is_never_built),
        cmocka_unit_test(finalizers_run_at_once_if_a_superstate_cannot_take_the_callback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
