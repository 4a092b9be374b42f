/* Machines that are replayed from journals. */
#include "journals.h"
#include "plans.h"
#include "versions.h"
#include "written.h"

#include <stdio.h>

/* What the machine was after each number of steps. */
static void a_journal_leads_to_any_step(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= SFSM_JOURNAL_JSON; flags++) {
        sfsm_table *const table = read_table(versioned_shop);
        sfsm_machine *const machine = lenient_machine_over(table, SFSM_INITIAL, NULL);
        sfsm_machine *const other = lenient_machine_over(table, SFSM_INITIAL, NULL);
        journal journal = {.size = 0};
        begin_journal(machine, &journal, flags);
        static const char *const states[] = {"open", "checked", "paid", "closed", "open"};
        let_pay(machine, 1);
        assert_status(sfsm_machine_send(machine, event_of(machine, "approve")), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, event_of(machine, "close")), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, event_of(machine, "reopen")), SFSM_TRANSITIONED);
        for (size_t limit = 0; limit < COUNT(states); limit++) {
            size_t size = 0, steps = 4711;
            assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, limit, &size, &steps),
                          SFSM_OK);
            assert_int_equal(steps, limit);
            assert_string_equal(sfsm_table_state_name(table, sfsm_machine_state(other)), states[limit]);
            assert_true(limit + 1 == COUNT(states) ? size == journal.size : size < journal.size);
        }
        release_journal(&journal);
        sfsm_machine_release(machine);
        sfsm_machine_release(other);
        sfsm_table_release(table);
    }
}

/* Asserts that a journal leads to what a machine is. */
static void assert_replays(sfsm_machine *machine, const journal *journal) {
    sfsm_machine *const other = gate(LOCKED_GATE);
    assert_status(sfsm_machine_replay_journal(other, journal->bytes, journal->size, SIZE_MAX, NULL, NULL), SFSM_OK);
    const snapshot one = snapshot_with(machine, SFSM_SNAPSHOT_DUE), two = snapshot_with(other, SFSM_SNAPSHOT_DUE);
    assert_same_snapshot(&one, &two);
    sfsm_machine_release(other);
}

/* Without a step, and with timers: all of the machine is written. */
static void changes_without_a_step_are_written(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    uint64_t timer = 0;
    begin_journal(machine, &journal, 0);
    for (int change = 0; change < 6; change++) {
        switch (change) {
        case 0: assert_status(sfsm_machine_set_state(machine, UNLOCKED_GATE), SFSM_OK); break;
        case 1: assert_status(sfsm_machine_send_later(machine, COIN, 9, &timer), SFSM_OK); break;
        case 2: assert_status(sfsm_machine_advance(machine, 3), SFSM_OK); break;
        case 3: assert_status(sfsm_machine_cancel(machine, timer), SFSM_OK); break;
        case 4: assert_status(sfsm_machine_stop(machine), SFSM_OK); break;
        default: assert_status(sfsm_machine_start(machine, SFSM_LAST_STATE), SFSM_OK); break;
        }
        assert_replays(machine, &journal);
    }
    release_journal(&journal);
    sfsm_machine_release(machine);
}

/* The timer whose event the step is of runs no longer, and its number was used. */
static void the_step_of_a_timer_does_not_tell_all(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    assert_status(sfsm_machine_send_later(machine, COIN, 2, NULL), SFSM_OK);
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_advance(machine, 2), SFSM_OK);
    assert_replays(machine, &journal);
    release_journal(&journal);
    sfsm_machine_release(machine);
}

/* A host that performs the steps by itself: what is sent, and what is due. */
static void plans_are_written(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    sfsm_plan plan = {.size = sizeof plan};
    const sfsm_message coin = SFSM_MESSAGE(COIN), push = SFSM_MESSAGE(PUSH);
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_plan(machine, &coin, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_OK);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), UNLOCKED_GATE);
    assert_replays(machine, &journal);
    assert_status(sfsm_machine_plan(machine, &push, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), UNLOCKED_GATE);
    assert_replays(machine, &journal);
    assert_status(sfsm_machine_send_later(machine, PUSH, 5, NULL), SFSM_OK);
    assert_status(sfsm_machine_plan_due(machine, 3, &plan), SFSM_OK);
    assert_replays(machine, &journal);
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_OK);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), LOCKED_GATE);
    assert_replays(machine, &journal);
    release_journal(&journal);
    sfsm_machine_release(machine);
}

/* A machine that came from a later step goes back in time as well. */
static void replaying_less_goes_back_in_time(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= SFSM_JOURNAL_JSON; flags++) {
        sfsm_machine *const machine = gate(LOCKED_GATE), *const other = gate(LOCKED_GATE);
        journal journal = {.size = 0};
        snapshot snapshots[4];
        size_t sizes[COUNT(snapshots)];
        begin_journal(machine, &journal, flags);
        for (size_t step = 0; step < COUNT(snapshots); step++) {
            assert_status(sfsm_machine_send_later(machine, COIN, 5, NULL), SFSM_OK);
            assert_status(sfsm_machine_advance(machine, 3 * (int64_t)step + 1), SFSM_OK);
            snapshots[step] = snapshot_with(machine, SFSM_SNAPSHOT_DUE);
            sizes[step] = journal.size;
        }
        for (size_t step = COUNT(snapshots); step-- > 0;) {
            assert_status(sfsm_machine_replay_journal(other, journal.bytes, sizes[step], SIZE_MAX, NULL, NULL),
                          SFSM_OK);
            const snapshot replayed = snapshot_with(other, SFSM_SNAPSHOT_DUE);
            assert_same_snapshot(&snapshots[step], &replayed);
        }
        release_journal(&journal);
        sfsm_machine_release(machine);
        sfsm_machine_release(other);
    }
}

/* The last step is read before anything changes. */
static void a_damaged_last_step_changes_nothing(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE), *const other = gate(UNLOCKED_GATE);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    journal.bytes[journal.size - 12] = 99; /* the state: see a_step_in_bytes in test_journals.c */
    size_t size = 4711, steps = 4711;
    assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, SIZE_MAX, &size, &steps),
                  SFSM_BAD_CONFIGURATION);
    assert_int_equal(size, 0);
    assert_int_equal(steps, 0);
    assert_int_equal(sfsm_machine_state(other), UNLOCKED_GATE);
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

/* A first record of any size: bytes begin with the size, and 123 is the byte of '{', with which JSON begins. */
static void no_size_of_a_record_is_taken_for_json(void **state) {
    (void)state;
    enum { LONGEST = 255 };
    size_t like_json = 0;
    for (size_t length = 1; length <= LONGEST; length++) {
        char name[LONGEST + 1] = "", text[4 * LONGEST];
        memset(name, 's', length);
        snprintf(text, sizeof text, "definition d\n  initial %s\n  state %s\n    e -> %s\n", name, name, name);
        sfsm_table *const table = read_table(text);
        sfsm_machine *const machine = lenient_machine_over(table, SFSM_INITIAL, NULL);
        sfsm_machine *const other = lenient_machine_over(table, SFSM_INITIAL, NULL);
        journal journal = {.size = 0};
        begin_journal(machine, &journal, 0);
        like_json += journal.bytes[0] == '{';
        assert_status(sfsm_machine_send(machine, event_of(machine, "e")), SFSM_TRANSITIONED);
        size_t size = 0, steps = 0;
        assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, SIZE_MAX, &size, &steps), SFSM_OK);
        assert_int_equal(size, journal.size);
        assert_int_equal(steps, 1);
        release_journal(&journal);
        sfsm_machine_release(machine);
        sfsm_machine_release(other);
        sfsm_table_release(table);
    }
    assert_true(like_json > 0);
}

static int32_t use_a_timer(const sfsm_step *step, void *timer) {
    return sfsm_machine_send_later(step->machine, PUSH, 9, timer) == SFSM_OK &&
                   sfsm_machine_cancel(step->machine, *(uint64_t *)timer) == SFSM_OK
               ? 0
               : SFSM_FAILED;
}

/* A timer that a step starts and ends still counts: no number comes twice. */
static void timers_that_are_over_are_written(void **state) {
    (void)state;
    uint64_t timer = 0, next = 0;
    const sfsm_row rows[] = {SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, use_a_timer),
                             SFSM_ROW(UNLOCKED_GATE, PUSH, LOCKED_GATE, NULL)};
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    sfsm_machine *const machine = machine_over(table, LOCKED_GATE, &timer),
                        *const other = machine_over(table, LOCKED_GATE, NULL);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, SIZE_MAX, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_send_later(other, PUSH, 9, &next), SFSM_OK);
    assert_true(next != timer);
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
}

/* An event is sent while a plan is open, which is then performed or abandoned; one that is to be planned next waits behind it.
 * For none of them there is a step. */
static void events_that_wait_for_a_plan_are_written(void **state) {
    (void)state;
    for (int is_performed = 0; is_performed < 2; is_performed++) {
        journal journal = {.size = 0};
        sfsm_plan plan = {.size = sizeof plan};
        sfsm_machine *const machine = gate(LOCKED_GATE);
        begin_journal(machine, &journal, 0);
        assert_status(plan_event(machine, COIN, &plan), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, PUSH), SFSM_QUEUED);
        if (is_performed) {
            assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
        } else {
            assert_status(sfsm_machine_abandon(machine), SFSM_OK);
        }
        assert_replays(machine, &journal);
        assert_status(plan_event(machine, COIN, &plan), SFSM_QUEUED);
        assert_replays(machine, &journal);
        release_journal(&journal);
        sfsm_machine_release(machine);
    }
}

/* A journal goes on where it was cut, in another machine. */
static void a_journal_that_was_cut_goes_on(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE), *const other = gate(LOCKED_GATE);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, 0);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    const size_t whole = journal.size;
    assert_status(sfsm_machine_send(machine, PUSH), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_set_journal(machine, NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    journal.size -= 3;
    size_t size = 0, steps = 0;
    assert_status(sfsm_machine_replay_journal(other, journal.bytes, journal.size, SIZE_MAX, &size, &steps), SFSM_OK);
    assert_int_equal(size, whole);
    assert_int_equal(steps, 1);
    journal.size = size;
    begin_journal(other, &journal, 0);
    assert_status(sfsm_machine_send(other, PUSH), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_replay_journal(machine, journal.bytes, journal.size, SIZE_MAX, NULL, &steps), SFSM_OK);
    assert_int_equal(steps, 2);
    assert_int_equal(sfsm_machine_state(machine), LOCKED_GATE);
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_leads_to_any_step),
        cmocka_unit_test(changes_without_a_step_are_written),
        cmocka_unit_test(the_step_of_a_timer_does_not_tell_all),
        cmocka_unit_test(timers_that_are_over_are_written),
        cmocka_unit_test(plans_are_written),
        cmocka_unit_test(replaying_less_goes_back_in_time),
        cmocka_unit_test(a_damaged_last_step_changes_nothing),
        cmocka_unit_test(no_size_of_a_record_is_taken_for_json),
        cmocka_unit_test(events_that_wait_for_a_plan_are_written),
        cmocka_unit_test(a_journal_that_was_cut_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
