/* Threads with stacks of 64 KB: all call sequences, and definitions that are as deep or as long as they may be. Nothing in
 * the library recurses on its input. */
#include "small_stacks.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GO, BACK };

static void check_sequence(const call_sequence *sequence, void *context) {
    (void)context;
    check_sequence_on_small_stack(sequence);
}

static void all_sequences(void **state) {
    (void)state;
    assert_true(visit_sequences(check_sequence, NULL) >= 64);
}

/* What these tests would find: a frame of some bytes for each of 100,000 levels, which no compiler makes a loop of. */
static int recurse(int level, const volatile char *outer) {
    volatile char frame[64];
    frame[0] = (char)(*outer + 1);
    return level == 0 ? frame[0] : recurse(level - 1, frame) + frame[0];
}

static void *recurse_on_stack(void *context) {
    *(int *)context = recurse(100000, context);
    return NULL;
}

static void recursion_would_be_found(void **state) {
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        int result = 0;
        signal(SIGSEGV, SIG_DFL);
        run_on_small_stack(recurse_on_stack, &result);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void long_chain(sequence_run *run) {
    const int32_t length = (int32_t)test_size(20000, 2000);
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_set_initial(builder, 0), SFSM_OK);
    for (int32_t state = 0; state < length; state++) {
        sequence_row(run, builder, state, GO, (state + 1) % length);
        TRY(sfsm_builder_add_action(builder, (size_t)state + 1, sequence_count, HANDED_OVER), SFSM_OK);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, SFSM_INITIAL, run);
    for (int32_t state = 0; state < length; state++) {
        TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    }
    sfsm_machine_release(machine);
}

/* A chain of rows without an event; if it is closed, it is an error. */
static void long_eventless_chain(sequence_run *run) {
    const int32_t length = (int32_t)test_size(20000, 2000);
    for (int closed = 0; closed < 2; closed++) {
        sfsm_builder *const builder = sequence_builder(run);
        for (int32_t state = 0; state < length; state++) {
            sequence_row(run, builder, state, state + 1 < length ? SFSM_EVENTLESS : GO, (state + 1) % length);
        }
        if (closed) {
            sequence_row(run, builder, length - 1, SFSM_EVENTLESS, 0);
            fail_to_build(run, builder, SFSM_EVENTLESS_CIRCLE);
        } else {
            sfsm_machine *const machine = sequence_machine(run, builder, length - 900, NULL);
            REQUIRE(sfsm_machine_run_pending(machine) == SFSM_OK);
            sfsm_machine_release(machine);
        }
    }
}

static void deep_adoption(sequence_run *run) {
    const size_t depth = test_size(20000, 1000);
    for (int closed = 0; closed < 2; closed++) {
        sfsm_builder *const builder = sequence_builder(run);
        for (size_t block = 1; block <= depth; block++) {
            TRY(sfsm_builder_add_superstate(builder, NULL), SFSM_OK);
            TRY(block > 1 ? sfsm_builder_adopt(builder, block, block - 1) : SFSM_OK, SFSM_OK);
            TRY(sfsm_builder_on_cycle(builder, block, sequence_count, HANDED_OVER), SFSM_OK);
        }
        TRY(closed ? sfsm_builder_adopt(builder, 1, depth) : SFSM_OK, SFSM_OK);
        TRY(sfsm_builder_adopt(builder, sequence_block(run, builder, 0, 0, SFSM_NONE), depth), SFSM_OK);
        sequence_row(run, builder, 0, GO, SFSM_SAME);
        if (closed) {
            fail_to_build(run, builder, SFSM_CIRCULAR_ADOPTION);
        } else {
            sfsm_machine *const machine = sequence_machine(run, builder, 0, run);
            TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            REQUIRE(run->calls == depth);
            sfsm_machine_release(machine);
        }
    }
}

/* Snapshots, questions and pictures of a machine whose states are nested. */
static void use_deep_machine(sequence_run *run, sfsm_machine *machine) {
    static char bytes[1 << 20];
    size_t size = 0;
    sfsm_id target = SFSM_NONE;
    sfsm_reason reasons[4];
    TRY(sfsm_machine_probe(machine, MESSAGE(GO), &target), SFSM_TRANSITIONED);
    TRY(sfsm_machine_explain(machine, MESSAGE(GO), reasons, COUNT(reasons), NULL), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    for (uint32_t flags = 0; flags <= SFSM_SNAPSHOT_JSON; flags++) {
        TRY(sfsm_machine_snapshot(machine, flags, bytes, sizeof bytes, &size), SFSM_OK);
        TRY(sfsm_machine_restore(machine, bytes, size, NULL, NULL), SFSM_OK);
    }
    TRY(sfsm_machine_stop(machine), SFSM_OK);
    TRY(sfsm_machine_start(machine, 0), SFSM_OK);
    write_in_all_formats(run, sfsm_machine_table(machine));
}

/* The innermost state is final: all around it are done, one after the other. */
static void deep_nesting(sequence_run *run) {
    const int32_t depth = (int32_t)test_size(900, 300);
    for (int closed = 0; closed < 2; closed++) {
        sfsm_builder *const builder = sequence_builder(run);
        for (int32_t state = 0; state < depth; state++) {
            const sfsm_id parent = state > 0 ? state - 1 : closed ? depth - 1 : SFSM_NONE;
            const size_t block = sequence_block(run, builder, state, 0, parent);
            TRY(sfsm_builder_on_done(builder, block, state + 10), SFSM_OK);
            sequence_row(run, builder, state, GO, state);
        }
        if (closed) {
            fail_to_build(run, builder, SFSM_CIRCULAR_NESTING);
            continue;
        }
        sequence_block(run, builder, depth, SFSM_FINAL, depth - 1);
        sfsm_machine *const machine = sequence_machine(run, builder, 0, NULL);
        use_deep_machine(run, machine);
        sfsm_machine_release(machine);
    }
}

/* A state for its history, whose default is the next state in it, and so on. */
static void deep_histories(sequence_run *run) {
    const int32_t depth = (int32_t)test_size(900, 300);
    sfsm_builder *const builder = sequence_builder(run);
    for (int32_t state = 0; state < depth; state++) {
        const sfsm_id history = depth + 1 + state;
        const size_t block = sequence_block(run, builder, state, 0, state > 0 ? state - 1 : SFSM_NONE);
        TRY(sfsm_builder_set_default(builder, block, history), SFSM_OK);
        const size_t last = sequence_block(run, builder, history, SFSM_SHALLOW_HISTORY, state);
        TRY(sfsm_builder_set_default(builder, last, state + 1), SFSM_OK);
        sequence_row(run, builder, state, GO, state);
    }
    sequence_block(run, builder, depth, 0, depth - 1);
    sfsm_machine *const machine = sequence_machine(run, builder, 0, NULL);
    use_deep_machine(run, machine);
    sfsm_machine_release(machine);
}

/* The default of each history is the next one; if the last leads to the first, that is an error. */
static void long_history_chain(sequence_run *run) {
    const int32_t length = (int32_t)test_size(3000, 300);
    enum { OUTER, INNER, FIRST_HISTORY };
    for (int closed = 0; closed < 2; closed++) {
        sfsm_builder *const builder = sequence_builder(run);
        const size_t outer = sequence_block(run, builder, OUTER, 0, SFSM_NONE);
        TRY(sfsm_builder_set_default(builder, outer, FIRST_HISTORY), SFSM_OK);
        sequence_block(run, builder, INNER, 0, OUTER);
        for (int32_t number = 0; number < length; number++) {
            const sfsm_id history = FIRST_HISTORY + number;
            const sfsm_id next = number + 1 < length ? history + 1 : closed ? FIRST_HISTORY : INNER;
            const size_t block = sequence_block(run, builder, history, SFSM_DEEP_HISTORY, OUTER);
            TRY(sfsm_builder_set_default(builder, block, next), SFSM_OK);
        }
        sequence_row(run, builder, OUTER, GO, OUTER);
        if (closed) {
            fail_to_build(run, builder, SFSM_CIRCULAR_DEFAULT);
        } else {
            sfsm_machine *const machine = sequence_machine(run, builder, OUTER, NULL);
            REQUIRE(sfsm_machine_state(machine) == INNER);
            TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            TRY(sfsm_machine_stop(machine), SFSM_OK);
            TRY(sfsm_machine_start(machine, OUTER), SFSM_OK);
            REQUIRE(sfsm_machine_state(machine) == INNER);
            sfsm_machine_release(machine);
        }
    }
}

/* Each event sends the next one: they wait in a row, and are not inside each other. */
static int32_t send_next(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    if (++run->calls < 50000) {
        TRY(sfsm_machine_send(step->machine, GO), SFSM_QUEUED);
    }
    return 0;
}

static void long_follow_ups(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, 0, GO, SFSM_SAME);
    TRY(sfsm_builder_add_action(builder, row, send_next, HANDED_OVER), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, 0, run);
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 50000);
    sfsm_machine_release(machine);
}

#define ON_SMALL_STACK(call)                                                                                           \
    static void stack_for_##call(void **state) {                                                                       \
        (void)state;                                                                                                   \
        check_on_small_stack(call);                                                                                    \
    }

ON_SMALL_STACK(long_chain)
ON_SMALL_STACK(long_eventless_chain)
ON_SMALL_STACK(deep_adoption)
ON_SMALL_STACK(deep_nesting)
ON_SMALL_STACK(deep_histories)
ON_SMALL_STACK(long_history_chain)
ON_SMALL_STACK(long_follow_ups)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_would_be_found),
        cmocka_unit_test(all_sequences),
        cmocka_unit_test(stack_for_long_chain),
        cmocka_unit_test(stack_for_long_eventless_chain),
        cmocka_unit_test(stack_for_deep_adoption),
        cmocka_unit_test(stack_for_deep_nesting),
        cmocka_unit_test(stack_for_deep_histories),
        cmocka_unit_test(stack_for_long_history_chain),
        cmocka_unit_test(stack_for_long_follow_ups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
