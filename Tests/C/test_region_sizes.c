/* Regions of charts with more and more states: rows are found, and what was active is remembered, in each of them. */
#include "charts.h"

enum { HOME = 1000, WORK, LEFT, LEFT_HERE, LEFT_THERE, RIGHT, RIGHT_HERE, RIGHT_THERE, BEFORE };
enum { GO, TURN, LEAVE, RETURN };

/* From and to so many other states come first: a word has 64 bits. */
static const int32_t ranges[][2] = {{48, 68}, {112, 132}};

/* Two regions, which are left together, and entered again as they were. */
static sfsm_machine *machine_behind(int32_t others) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t other = 0; other < others; other++) {
        assert_status(sfsm_builder_add_state(builder, other, 0, NULL), SFSM_OK);
        row_from(builder, other, LEAVE, HOME);
    }
    assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
    add_nested(builder, LEFT, 0, WORK, LEFT_HERE);
    add_nested(builder, LEFT_HERE, 0, LEFT, SFSM_NONE);
    add_nested(builder, LEFT_THERE, 0, LEFT, SFSM_NONE);
    add_nested(builder, RIGHT, 0, WORK, RIGHT_HERE);
    add_nested(builder, RIGHT_HERE, 0, RIGHT, SFSM_NONE);
    add_nested(builder, RIGHT_THERE, 0, RIGHT, SFSM_NONE);
    add_nested(builder, BEFORE, SFSM_DEEP_HISTORY, WORK, SFSM_NONE);
    row_from(builder, HOME, RETURN, BEFORE);
    row_from(builder, HOME, TURN, SFSM_SAME);
    row_from(builder, WORK, LEAVE, HOME);
    row_from(builder, LEFT_HERE, GO, LEFT_THERE);
    row_from(builder, LEFT_THERE, GO, LEFT_HERE);
    row_from(builder, RIGHT_HERE, SFSM_ANY, RIGHT_THERE);
    return machine_from(builder, WORK, NULL);
}

static void each_region_finds_its_rows(void **state) {
    (void)state;
    for (size_t range = 0; range < COUNT(ranges); range++) {
        for (int32_t others = ranges[range][0]; others < ranges[range][1]; others++) {
            sfsm_machine *const machine = machine_behind(others);
            assert_states(machine, LEFT_HERE, RIGHT_HERE);
            assert_status(sfsm_machine_send(machine, TURN), SFSM_TRANSITIONED); /* by the row for any event */
            assert_states(machine, LEFT_HERE, RIGHT_THERE);
            assert_status(sfsm_machine_send(machine, TURN), SFSM_UNHANDLED);
            assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            assert_states(machine, LEFT_THERE, RIGHT_THERE);
            assert_status(sfsm_machine_send(machine, LEAVE), SFSM_TRANSITIONED);
            assert_states(machine, HOME);
            sfsm_machine_release(machine);
        }
    }
}

static void regions_are_returned_to(void **state) {
    (void)state;
    for (size_t range = 0; range < COUNT(ranges); range++) {
        for (int32_t others = ranges[range][0]; others < ranges[range][1]; others++) {
            sfsm_machine *const machine = machine_behind(others);
            assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED); /* one row in each region */
            assert_states(machine, LEFT_THERE, RIGHT_THERE);
            assert_status(sfsm_machine_send(machine, LEAVE), SFSM_TRANSITIONED);
            assert_status(sfsm_machine_send(machine, RETURN), SFSM_TRANSITIONED);
            assert_states(machine, LEFT_THERE, RIGHT_THERE);
            assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            assert_states(machine, LEFT_HERE, RIGHT_THERE);
            sfsm_machine_release(machine);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_region_finds_its_rows),
        cmocka_unit_test(regions_are_returned_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
