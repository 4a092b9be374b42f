/* What threads may do: share a table, move everything else, and retain and release from anywhere. Failures are
 * recorded by the threads and asserted on the main one. */
#include "support.h"

#include <pthread.h>

enum { THREADS = 8, STATES = 16 };
enum { FORTH, BACK, RESET };

/* What one thread does with a machine of its own over the shared table. */
typedef struct worker {
    pthread_t thread; /* of the main thread's */
    pthread_t self;   /* of the thread's own */
    const sfsm_table *table;
    uint32_t seed;
    size_t steps, actions, expected_actions, mistakes;
} worker;

static int32_t count_action(const sfsm_step *step, void *context) {
    (void)step;
    worker *const worker = context;
    worker->actions++;
    /* Callbacks run on the thread that made the call. */
    worker->mistakes += !pthread_equal(worker->self, pthread_self());
    return 0;
}

static sfsm_table *shared_table(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t state = 0; state < STATES; state++) {
        const sfsm_row rows[] = {
            SFSM_ROW(state, FORTH, (state + 1) % STATES, count_action),
            SFSM_ROW_IF(state, BACK, count_action, (state + STATES - 1) % STATES, NULL), /* a guard that says no */
        };
        assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    }
    const sfsm_row reset = SFSM_ROW(SFSM_ANY, RESET, 0, count_action);
    assert_status(sfsm_builder_add_rows(builder, &reset, 1), SFSM_OK);
    return table_from(builder);
}

static void *walk(void *context) {
    worker *const worker = context;
    sfsm_machine *machine = NULL;
    worker->self = pthread_self();
    worker->mistakes += sfsm_machine_create(worker->table, 0, worker, &machine) != SFSM_OK;
    int32_t present = 0;
    for (size_t step = 0; step < worker->steps; step++) {
        worker->seed = worker->seed * 1664525u + 1013904223u;
        const int32_t event = (int32_t)(worker->seed >> 16) % 3;
        const sfsm_outcome expected = event == BACK ? SFSM_REFUSED : SFSM_TRANSITIONED;
        present = event == FORTH ? (present + 1) % STATES : event == RESET ? 0 : present;
        worker->mistakes += sfsm_machine_send(machine, event) != expected;
        worker->mistakes += sfsm_machine_state(machine) != present;
        worker->expected_actions++;
    }
    sfsm_machine_release(machine);
    return NULL;
}

static void many_threads_share_one_table(void **state) {
    (void)state;
    worker workers[THREADS];
    sfsm_table *const table = shared_table();
    for (size_t index = 0; index < THREADS; index++) {
        workers[index] = (worker){.table = table, .seed = (uint32_t)index, .steps = test_size(200000, 2000)};
        assert_int_equal(pthread_create(&workers[index].thread, NULL, walk, &workers[index]), 0);
    }
    sfsm_table_release(sfsm_table_retain(table)); /* while they create and release their machines */
    for (size_t index = 0; index < THREADS; index++) {
        pthread_join(workers[index].thread, NULL);
        assert_int_equal(workers[index].mistakes, 0);
        assert_int_equal(workers[index].actions, workers[index].expected_actions);
    }
    sfsm_table_release(table);
}

/* One thread's share of a table's references. */
typedef struct holder {
    pthread_t thread;
    sfsm_table *table; /* a reference of this thread's own */
    size_t rounds, mistakes;
} holder;

static void *retain_and_release(void *context) {
    holder *const holder = context;
    for (size_t round = 0; round < holder->rounds; round++) {
        sfsm_table *const again = sfsm_table_retain(holder->table);
        sfsm_machine *machine = NULL;
        holder->mistakes += sfsm_machine_create(again, round % 4 == 0 ? SFSM_NONE : 0, NULL, &machine) != SFSM_OK;
        sfsm_table_release(again);
        holder->mistakes += sfsm_table_state_count(holder->table) != 1;
        sfsm_machine_release(machine);
    }
    sfsm_table_release(holder->table);
    return NULL;
}

static int32_t done(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void references_are_counted_across_threads(void **state) {
    (void)state;
    holder holders[THREADS];
    size_t finalized = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, 0, 0, SFSM_SAME);
    assert_status(sfsm_builder_add_action(builder, row, done, &finalized, count_call), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    for (size_t index = 0; index < THREADS; index++) {
        holders[index] = (holder){.table = sfsm_table_retain(table), .rounds = test_size(50000, 500)};
    }
    for (size_t index = 0; index < THREADS; index++) {
        assert_int_equal(pthread_create(&holders[index].thread, NULL, retain_and_release, &holders[index]), 0);
    }
    sfsm_table_release(table); /* one of the threads holds the last reference */
    for (size_t index = 0; index < THREADS; index++) {
        pthread_join(holders[index].thread, NULL);
        assert_int_equal(holders[index].mistakes, 0);
    }
    assert_int_equal(finalized, 1);
}

static pthread_t releasing_thread, finalizing_thread;
static void remember_thread(void *context) {
    finalizing_thread = pthread_self();
    count_call(context);
}

static void *release_table(void *table) {
    releasing_thread = pthread_self();
    sfsm_table_release(table);
    return NULL;
}

static void finalizers_run_on_the_thread_of_the_last_release(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, 0, 0, SFSM_SAME);
    assert_status(sfsm_builder_add_action(builder, row, done, &finalized, remember_thread), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    pthread_t thread;
    finalizing_thread = pthread_self();
    assert_int_equal(pthread_create(&thread, NULL, release_table, table), 0);
    pthread_join(thread, NULL);
    assert_int_equal(finalized, 1);
    assert_true(pthread_equal(finalizing_thread, releasing_thread));
}

/* Things on their way from one thread to the next, each of which does one part of the work. */
typedef struct parcel {
    sfsm_builder *builder;
    sfsm_table *table;
    sfsm_diagnostics *diagnostics;
    sfsm_machine *machine;
    size_t mistakes, actions;
} parcel;

static int32_t count_for_parcel(const sfsm_step *step, void *context) {
    (void)step;
    ((parcel *)context)->actions++;
    return 0;
}

static void *create_builder(void *context) {
    ((parcel *)context)->builder = sfsm_builder_create();
    return NULL;
}

static void *add_rows(void *context) {
    static const sfsm_row rows[] = {SFSM_ROW(0, FORTH, 1, count_for_parcel), SFSM_ROW(1, BACK, SFSM_SAME, NULL)};
    parcel *const parcel = context;
    parcel->mistakes += sfsm_builder_add_rows(parcel->builder, rows, COUNT(rows)) != SFSM_OK;
    return NULL;
}

static void *build(void *context) {
    parcel *const parcel = context;
    parcel->mistakes += sfsm_builder_build(parcel->builder, &parcel->table, &parcel->diagnostics) != SFSM_OK;
    return NULL;
}

static void *read_diagnostics(void *context) {
    parcel *const parcel = context;
    parcel->mistakes += sfsm_diagnostics_count(parcel->diagnostics) != 1; /* dead end state of 1 */
    parcel->mistakes += strlen(sfsm_diagnostics_text(parcel->diagnostics)) == 0;
    sfsm_diagnostics_release(parcel->diagnostics);
    sfsm_builder_release(parcel->builder);
    return NULL;
}

static void *create_machine(void *context) {
    parcel *const parcel = context;
    parcel->mistakes += sfsm_machine_create(parcel->table, 0, parcel, &parcel->machine) != SFSM_OK;
    sfsm_table_release(parcel->table);
    return NULL;
}

static void *send_forth(void *context) {
    parcel *const parcel = context;
    parcel->mistakes += sfsm_machine_send(parcel->machine, FORTH) != SFSM_TRANSITIONED;
    return NULL;
}

static void *release_machine(void *context) {
    parcel *const parcel = context;
    parcel->mistakes += sfsm_machine_state(parcel->machine) != 1 || parcel->actions != 1;
    sfsm_machine_release(parcel->machine);
    return NULL;
}

static void everything_may_move_between_threads(void **state) {
    (void)state;
    void *(*const stations[])(void *) = {create_builder, add_rows,       build, read_diagnostics,
                                         create_machine, send_forth,     release_machine};
    parcel parcel = {.mistakes = 0};
    for (size_t index = 0; index < COUNT(stations); index++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, stations[index], &parcel), 0);
        pthread_join(thread, NULL);
        assert_int_equal(parcel.mistakes, 0);
    }
}

/* The first snapshot over a table makes what all of them begin with: so do all that come first together. */
static void *store_and_restore(void *context) {
    worker *const worker = context;
    char bytes[2][200];
    size_t sizes[2] = {0, 0};
    sfsm_machine *machine = NULL;
    worker->mistakes += sfsm_machine_create(worker->table, (int32_t)worker->seed, worker, &machine) != SFSM_OK;
    worker->mistakes += sfsm_machine_snapshot(machine, 0, bytes[0], sizeof bytes[0], &sizes[0]) != SFSM_OK;
    worker->mistakes += sfsm_machine_set_state(machine, 0) != SFSM_OK;
    worker->mistakes += sfsm_machine_restore(machine, bytes[0], sizes[0], NULL, NULL) != SFSM_OK;
    worker->mistakes += sfsm_machine_state(machine) != (int32_t)worker->seed;
    worker->mistakes += sfsm_machine_snapshot(machine, 0, bytes[1], sizeof bytes[1], &sizes[1]) != SFSM_OK;
    worker->mistakes += sizes[0] != sizes[1] || memcmp(bytes[0], bytes[1], sizes[0]) != 0;
    sfsm_machine_release(machine);
    return NULL;
}

static void first_snapshots_may_be_taken_at_once(void **state) {
    (void)state;
    for (size_t round = 0; round < test_size(200, 5); round++) {
        worker workers[THREADS];
        sfsm_table *const table = shared_table();
        for (size_t index = 0; index < THREADS; index++) {
            workers[index] = (worker){.table = table, .seed = (uint32_t)index};
            assert_int_equal(pthread_create(&workers[index].thread, NULL, store_and_restore, &workers[index]), 0);
        }
        for (size_t index = 0; index < THREADS; index++) {
            pthread_join(workers[index].thread, NULL);
            assert_int_equal(workers[index].mistakes, 0);
        }
        sfsm_table_release(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_share_one_table),
        cmocka_unit_test(references_are_counted_across_threads),
        cmocka_unit_test(finalizers_run_on_the_thread_of_the_last_release),
        cmocka_unit_test(everything_may_move_between_threads),
        cmocka_unit_test(first_snapshots_may_be_taken_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
