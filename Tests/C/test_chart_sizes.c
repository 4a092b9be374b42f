/* Charts of about as many states as a word has bits, and of some hundred: every state takes its events, and is returned to. */
#include "charts.h"

enum { GO, HOP, LEAVE, RETURN, WHATEVER, OUTER = 1000, HISTORY, AWAY };

/* A state with `count` children. Each goes to the next one, the even ones with GO and the odd ones with HOP; the last one
 * takes any event. Its parent is left and returned to by a history. */
static sfsm_machine *machine_with_children(int32_t count, uint32_t history) {
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    assert_status(sfsm_builder_add_state(builder, OUTER, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_set_default(builder, block, 0), SFSM_OK);
    for (int32_t child = 0; child < count; child++) {
        assert_status(sfsm_builder_add_state(builder, child, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, OUTER), SFSM_OK);
        const bool is_last = child + 1 == count;
        row_from(builder, child, is_last ? SFSM_ANY : child % 2 == 0 ? GO : HOP, (child + 1) % count);
    }
    assert_status(sfsm_builder_add_state(builder, HISTORY, history, &block), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, block, OUTER), SFSM_OK);
    row_from(builder, OUTER, LEAVE, AWAY);
    row_from(builder, AWAY, RETURN, HISTORY);
    row_from(builder, AWAY, WHATEVER, AWAY);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, NULL), SFSM_OK);
    return machine_from(builder, OUTER, NULL);
}

static void each_state_takes_its_events(void **state) {
    (void)state;
    static const int32_t counts[] = {58, 59, 60, 61, 62, 63, 64, 65, 66, 124, 125, 126, 127, 128, 129, 300};
    for (size_t i = 0; i < COUNT(counts); i++) {
        sfsm_machine *const machine = machine_with_children(counts[i], SFSM_SHALLOW_HISTORY);
        for (int32_t child = 0; child + 1 < counts[i]; child++) {
            assert_int_equal(sfsm_machine_state(machine), child);
            assert_status(sfsm_machine_send(machine, child % 2 == 0 ? HOP : GO), SFSM_UNHANDLED);
            assert_status(sfsm_machine_send(machine, WHATEVER), SFSM_UNHANDLED);
            assert_status(sfsm_machine_send(machine, child % 2 == 0 ? GO : HOP), SFSM_TRANSITIONED);
        }
        assert_status(sfsm_machine_send(machine, WHATEVER), SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), 0);
        sfsm_machine_release(machine);
    }
}

static void each_state_is_returned_to(void **state) {
    (void)state;
    static const int32_t counts[] = {2, 63, 64, 65, 66, 129, 300};
    for (size_t i = 0; i < COUNT(counts); i++) {
        for (uint32_t kind = 0; kind < 2; kind++) {
            sfsm_machine *const machine =
                machine_with_children(counts[i], kind == 0 ? SFSM_SHALLOW_HISTORY : SFSM_DEEP_HISTORY);
            for (int32_t child = 0; child + 1 < counts[i]; child++) {
                assert_status(sfsm_machine_send(machine, LEAVE), SFSM_TRANSITIONED);
                assert_int_equal(sfsm_machine_state(machine), AWAY);
                assert_status(sfsm_machine_send(machine, RETURN), SFSM_TRANSITIONED);
                assert_int_equal(sfsm_machine_state(machine), child);
                assert_status(sfsm_machine_send(machine, child % 2 == 0 ? GO : HOP), SFSM_TRANSITIONED);
            }
            sfsm_machine_release(machine);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_state_takes_its_events),
        cmocka_unit_test(each_state_is_returned_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
