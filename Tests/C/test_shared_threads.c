/*
 * One table of a chart on eight threads at once, each of which does everything that may be done with it: machines, timers,
 * questions, plans of replays, snapshots, journals, documents and pictures. What a thread gets must be, byte for byte, what
 * one thread alone gets. Failures are recorded by the threads and asserted on the main one.
 */
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 8, MOST = 4096, TOKENS = 6, EVENTS = 240 };
enum { GO, BACK, REST, LATER, NEWS };

static const char document[] = "definition shared version 1\n"
                               "  ids events go = 0 back = 1 rest = 2 later = 3 news = 4\n"
                               "  event news (i32, str)\n"
                               "  predicate Mood good bad by look\n"
                               "  initial all\n"
                               "  parallel all\n"
                               "    state left\n"
                               "      default a\n"
                               "      history latest\n"
                               "      state a\n"
                               "        timeout 7 back\n"
                               "        go [Mood good] ? may -> b / count raises later\n"
                               "        news -> same\n"
                               "      state b\n"
                               "        timeout 3 rest\n"
                               "        back -> a / count\n"
                               "    state right\n"
                               "      state c\n"
                               "        later -> d / count\n"
                               "      state d\n"
                               "        rest -> c\n"
                               "      default c\n"
                               "    rest -> aside\n"
                               "  state aside\n"
                               "    timeout 2 later\n"
                               "    later -> latest\n"
                               "    go -> all\n";

/* What one round comes to. */
typedef struct result {
    size_t snapshot_size, journal_size, actions, written;
    int64_t transitioned;
    uint64_t journal_sum;
    char snapshot[MOST];
} result;

typedef struct worker {
    pthread_t thread;
    const sfsm_table *table;
    const result *expected; /* NULL: this is the one that is alone */
    size_t rounds, mistakes;
    result result;
} worker;

#define REQUIRE_OK(call) (worker->mistakes += (call) != SFSM_OK)

/* Of the table, so that all threads meet there. */
static atomic_size_t calls, finalized;

static int32_t count(const sfsm_step *step, void *context) {
    (void)context;
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    ((worker *)step->context)->result.actions++;
    return 0;
}

static int32_t may(const sfsm_step *step, void *context) {
    (void)context;
    return sfsm_step_case(step, 0) == 0 && sfsm_step_row(step) > 0;
}

static int32_t look(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void finalize(void *context) {
    atomic_fetch_add((atomic_size_t *)context, 1);
}

static sfsm_table *shared_table(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_binding bindings[] = {{SFSM_ANY_ROLE, "count", {count, NULL, NULL}},
                                     {SFSM_ANY_ROLE, "may", {may, &finalized, finalize}},
                                     {SFSM_ANY_ROLE, "look", {look, NULL, NULL}}};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = COUNT(bindings)};
    assert_status(sfsm_builder_read(builder, document, sizeof document - 1, &reading, NULL), SFSM_OK);
    return table_from(builder);
}

static sfsm_status add_to_journal(void *context, const char *bytes, size_t byte_count) {
    result *const result = context;
    for (size_t index = 0; index < byte_count; index++) {
        result->journal_sum = result->journal_sum * 31 + (uint8_t)bytes[index];
    }
    result->journal_size += byte_count;
    return SFSM_OK;
}

static sfsm_status add_to_written(void *context, const char *bytes, size_t byte_count) {
    ((result *)context)->written += bytes == NULL ? 0 : byte_count;
    return SFSM_OK;
}

/* Events, timers, questions and a journal. */
static void run_machine(worker *worker, sfsm_machine *machine) {
    const sfsm_journal journal = {.size = sizeof journal, .writer = add_to_journal, .context = &worker->result};
    sfsm_reason reasons[16];
    sfsm_id ids[8];
    size_t number = 0;
    REQUIRE_OK(sfsm_machine_set_journal(machine, &journal));
    for (int64_t now = 1; now <= 40; now++) {
        sfsm_id target = SFSM_NONE;
        const sfsm_outcome probed = sfsm_machine_probe(machine, MESSAGE(GO), &target);
        worker->mistakes += sfsm_machine_explain(machine, MESSAGE(GO), reasons, COUNT(reasons), &number) != probed;
        REQUIRE_OK(sfsm_machine_permitted(machine, NULL, 0, ids, COUNT(ids), &number));
        worker->mistakes += sfsm_machine_send(machine, GO) != probed;
        if (now % 3 == 0) {
            worker->mistakes += sfsm_send(machine, NEWS, (int32_t)now, "extra") < 0;
            REQUIRE_OK(sfsm_machine_send_later(machine, LATER, 4, NULL));
        }
        REQUIRE_OK(sfsm_machine_advance(machine, now));
    }
    REQUIRE_OK(sfsm_machine_journal_status(machine));
    REQUIRE_OK(sfsm_machine_set_journal(machine, NULL));
}

/* A snapshot, which another machine over the table takes. */
static void store_and_restore(worker *worker, sfsm_machine *machine) {
    char again[MOST];
    size_t size = 0;
    sfsm_machine *other = NULL;
    REQUIRE_OK(sfsm_machine_snapshot(machine, 0, worker->result.snapshot, MOST, &worker->result.snapshot_size));
    REQUIRE_OK(sfsm_machine_create(worker->table, SFSM_INITIAL, worker, &other));
    REQUIRE_OK(sfsm_machine_restore(other, worker->result.snapshot, worker->result.snapshot_size, NULL, NULL));
    REQUIRE_OK(sfsm_machine_snapshot(other, 0, again, MOST, &size));
    worker->mistakes += size != worker->result.snapshot_size || memcmp(again, worker->result.snapshot, size) != 0;
    REQUIRE_OK(sfsm_machine_snapshot(other, SFSM_SNAPSHOT_JSON, again, MOST, &size));
    REQUIRE_OK(sfsm_machine_restore(machine, again, size, NULL, NULL));
    sfsm_machine_release(other);
}

static void replay_log(worker *worker) {
    static const int64_t offsets[TOKENS + 1] = {0, 40, 80, 120, 160, 200, EVENTS};
    int32_t states[TOKENS * 16];
    int8_t events[EVENTS];
    worker->mistakes += sfsm_table_replay_width(worker->table) * TOKENS > COUNT(states);
    for (size_t index = 0; index < COUNT(states); index++) {
        states[index] = SFSM_NONE;
    }
    for (size_t index = 0; index < EVENTS; index++) {
        events[index] = (int8_t)(index * index % 4);
    }
    const sfsm_replay replay = {.size = sizeof replay, .states = states, .token_count = TOKENS,
                                .events = {events, SFSM_I8, 0}, .event_count = EVENTS, .offsets = offsets,
                                .initial = SFSM_INITIAL, .flags = SFSM_CALL_ACTIONS, .guards = SFSM_ASK_GUARDS,
                                .contexts = worker};
    sfsm_replay_counts counts = {.size = sizeof counts};
    REQUIRE_OK(sfsm_table_replay(worker->table, &replay, &counts));
    worker->result.transitioned = counts.transitioned;
}

static void write_table(worker *worker) {
    uint8_t fingerprint[32];
    for (sfsm_format format = SFSM_TEXT; format <= SFSM_HTML; format++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = format};
        REQUIRE_OK(sfsm_table_write(worker->table, &writing, add_to_written, &worker->result));
    }
    REQUIRE_OK(sfsm_table_fingerprint(worker->table, fingerprint));
    worker->result.written = worker->result.written * 31 + fingerprint[7];
}

static void *do_everything(void *context) {
    worker *const worker = context;
    for (size_t round = 0; round < worker->rounds; round++) {
        memset(&worker->result, 0, sizeof worker->result);
        sfsm_table *const table = sfsm_table_retain(worker->table);
        sfsm_machine *machine = NULL;
        REQUIRE_OK(sfsm_machine_create(table, SFSM_INITIAL, worker, &machine));
        sfsm_table_release(table);
        run_machine(worker, machine);
        store_and_restore(worker, machine);
        sfsm_machine_release(machine);
        replay_log(worker);
        write_table(worker);
        worker->mistakes +=
            worker->expected != NULL && memcmp(worker->expected, &worker->result, sizeof worker->result) != 0;
    }
    return NULL;
}

static void threads_get_what_one_thread_gets(void **state) {
    (void)state;
    sfsm_table *const table = shared_table();
    static worker workers[THREADS], alone;
    alone = (worker){.table = table, .rounds = 1};
    do_everything(&alone);
    assert_int_equal(alone.mistakes, 0);
    assert_true(alone.result.actions > 20 && alone.result.transitioned > 20 && alone.result.snapshot_size > 100);
    /* A table of their own, so that all that is made at first use is made while they meet. */
    sfsm_table *const shared = shared_table();
    for (size_t index = 0; index < THREADS; index++) {
        workers[index] = (worker){.table = shared, .expected = &alone.result, .rounds = test_size(60, 2)};
        assert_int_equal(pthread_create(&workers[index].thread, NULL, do_everything, &workers[index]), 0);
    }
    for (size_t index = 0; index < THREADS; index++) {
        pthread_join(workers[index].thread, NULL);
        assert_int_equal(workers[index].mistakes, 0);
    }
    sfsm_table_release(table);
    sfsm_table_release(shared);
    assert_int_equal(finalized, 2);
    assert_int_equal(calls, alone.result.actions * (1 + THREADS * workers[0].rounds));
}

/* A replay whose parts run on threads of the library's, on each of several threads at once. */
static void *replay_in_parts(void *context) {
    enum { MANY = 4000 };
    static const int64_t offsets[5] = {0, MANY / 4, MANY / 2, MANY / 2, MANY};
    worker *const worker = context;
    int8_t *const events = calloc(MANY, 1);
    for (size_t round = 0; round < worker->rounds; round++) {
        int32_t states[4 * 16];
        for (size_t index = 0; index < COUNT(states); index++) {
            states[index] = SFSM_NONE;
        }
        const sfsm_replay replay = {.size = sizeof replay, .states = states, .token_count = 4,
                                    .events = {events, SFSM_I8, 0}, .event_count = MANY, .offsets = offsets,
                                    .initial = SFSM_INITIAL, .guards = SFSM_ASK_GUARDS, .contexts = worker,
                                    .thread_count = 3};
        sfsm_replay_counts counts = {.size = sizeof counts};
        REQUIRE_OK(sfsm_table_replay(worker->table, &replay, &counts));
        worker->mistakes += counts.transitioned != 3; /* the first event of each list that is not empty */
    }
    free(events);
    return NULL;
}

static void replays_in_parts_run_side_by_side(void **state) {
    (void)state;
    static worker workers[THREADS];
    sfsm_table *const table = shared_table();
    for (size_t index = 0; index < THREADS; index++) {
        workers[index] = (worker){.table = table, .rounds = test_size(20, 2)};
        assert_int_equal(pthread_create(&workers[index].thread, NULL, replay_in_parts, &workers[index]), 0);
    }
    for (size_t index = 0; index < THREADS; index++) {
        pthread_join(workers[index].thread, NULL);
        assert_int_equal(workers[index].mistakes, 0);
    }
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_get_what_one_thread_gets),
        cmocka_unit_test(replays_in_parts_run_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
