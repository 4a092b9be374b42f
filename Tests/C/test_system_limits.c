/* The limits of a system on threads and descriptors, each in a process of its own: no thread can be started, from one on;
 * no file can be opened. And the ends of processes: with objects that nobody released, in destructors, while threads run. */
#define _GNU_SOURCE
#include "sequences.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The C library's function, interposed: this definition comes before it for everything that is loaded with this program. */
static atomic_int granted_threads = INT32_MAX;
static atomic_size_t refused_threads;

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if __has_feature(address_sanitizer)
int __interceptor_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
#endif

typedef int (*thread_creator)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* The next one: the C library's, or, since it has to know all threads, that of the Address Sanitizer. */
static thread_creator system_creator(void) {
#if __has_feature(address_sanitizer)
    return __interceptor_pthread_create;
#else
    union {
        void *object;
        thread_creator function;
    } next = {dlsym(RTLD_NEXT, "pthread_create")};
    return next.function;
#endif
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *context) {
    if (atomic_fetch_sub(&granted_threads, 1) <= 0) {
        atomic_fetch_add(&refused_threads, 1);
        return EAGAIN;
    }
    return system_creator()(thread, attributes, start, context);
}

enum { TOKENS = 64, EVENTS = 6400 };

/* Replays in eight parts. Returns how many events were taken, or a status. */
static int64_t replay_in_parts(const sfsm_table *table) {
    static int64_t offsets[TOKENS + 1];
    static int8_t events[EVENTS];
    int32_t states[TOKENS];
    for (int token = 0; token < TOKENS; token++) {
        offsets[token + 1] = (int64_t)(token + 1) * EVENTS / TOKENS;
        states[token] = 0;
    }
    for (int event = 0; event < EVENTS; event++) {
        events[event] = (int8_t)(event % 3 == 0);
    }
    const sfsm_replay replay = {.size = sizeof replay, .states = states, .token_count = TOKENS,
                                .events = {events, SFSM_I8, 0}, .event_count = EVENTS, .offsets = offsets, .initial = 0,
                                .thread_count = 8};
    sfsm_replay_counts counts = {.size = sizeof counts};
    const sfsm_status status = sfsm_table_replay(table, &replay, &counts);
    return status == SFSM_OK ? counts.transitioned : status;
}

static sfsm_table *walking_table(void) {
    const sfsm_row rows[] = {SFSM_ROW(0, 0, 1, NULL), SFSM_ROW(1, 1, 0, NULL)};
    return table_of_rows(rows, COUNT(rows));
}

/* A part for which there is no thread is done on another. */
static void threads_may_be_refused(void **state) {
    (void)state;
    sfsm_table *const table = walking_table();
    const int64_t expected = replay_in_parts(table);
    assert_true(expected > EVENTS / 10);
    for (int granted = 0; granted < 8; granted++) {
        atomic_store(&refused_threads, 0);
        atomic_store(&granted_threads, granted);
        const int64_t taken = replay_in_parts(table);
        atomic_store(&granted_threads, INT32_MAX);
        assert_int_equal(taken, expected);
        assert_int_equal(refused_threads > 0, granted < 7);
    }
    sfsm_table_release(table);
}

/* What a child ends with that cannot test anything here. */
enum { NOTHING_TESTED = 77 };

/* Runs a test in a child, which must end with 0; or is skipped. */
static void check_in_child(int (*run)(void)) {
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        exit(run());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOTHING_TESTED) {
        skip();
    }
    assert_int_equal(status, 0);
}

static void play_one(const call_sequence *sequence, void *context) {
    sequence_run run = {.was_refused = NULL};
    if (!play_sequence(sequence, &run)) {
        print_error("%s: %s (%d)\n", sequence->name, run.mistake, (int)run.actual);
        ++*(size_t *)context;
    }
}

/* The library opens no files: not for closures either. */
static int play_without_descriptors(void) {
    const struct rlimit none = {0, 0};
    size_t mistakes = 0;
    if (setrlimit(RLIMIT_NOFILE, &none) != 0 || dup(1) >= 0) {
        return 2;
    }
    visit_sequences(play_one, &mistakes);
    return mistakes == 0 ? 0 : 1;
}

static void no_descriptor_is_needed(void **state) {
    (void)state;
    check_in_child(play_without_descriptors);
}

/* The system's own limit, which does not hold for root. */
static int replay_without_processes(void) {
    const struct rlimit none = {0, 0};
    sfsm_table *const table = walking_table();
    const int64_t expected = replay_in_parts(table);
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) {
        return NOTHING_TESTED; /* nobody else may be here */
    }
    if (setrlimit(RLIMIT_NPROC, &none) != 0 || fork() >= 0) {
        return 2;
    }
    const bool is_right = replay_in_parts(table) == expected;
    sfsm_table_release(table);
    return is_right ? 0 : 1;
}

static void no_process_may_be_started(void **state) {
    (void)state;
    check_in_child(replay_without_processes);
}

/* What a process ends with: objects in atexit handlers, in destructors of keys, and under threads that go on. */
static sfsm_machine *left_machine;
static sfsm_table *left_table;
static size_t *left_count;

static void use_at_exit(void) {
    sfsm_table *const table = walking_table();
    const bool is_right = sfsm_machine_send(left_machine, 0) == SFSM_TRANSITIONED && replay_in_parts(table) > 0;
    sfsm_machine_release(left_machine);
    sfsm_table_release(left_table);
    sfsm_table_release(table);
    visit_sequences(play_one, left_count);
    if (!is_right || *left_count > 0) {
        _exit(3);
    }
}

static void *go_on_for_ever(void *context) {
    size_t mistakes = 0;
    for (;;) {
        visit_sequences(play_one, &mistakes);
        if (mistakes > 0) {
            _exit(4);
        }
        *(atomic_size_t *)context += 1;
    }
    return NULL;
}

static void release_with_thread(void *machine) {
    sfsm_machine_release(machine);
}

/* A value of a key holds the last reference to a table when its thread ends. */
static void *leave_machine_to_key(void *context) {
    pthread_key_t key;
    pthread_key_create(&key, release_with_thread);
    pthread_setspecific(key, machine_over(context, 0, NULL));
    return NULL;
}

static int end_beside_threads(void) {
    static size_t mistakes;
    static atomic_size_t rounds;
    pthread_t thread;
    left_count = &mistakes;
    left_table = walking_table();
    left_machine = machine_over(left_table, 0, NULL);
    machine_over(left_table, 1, NULL); /* which nobody releases */
    atexit(use_at_exit);
    pthread_create(&thread, NULL, leave_machine_to_key, left_table);
    pthread_join(thread, NULL);
    for (int index = 0; index < 4; index++) {
        pthread_create(&thread, NULL, go_on_for_ever, &rounds);
        pthread_detach(thread);
    }
    while (rounds == 0) {
        usleep(1000);
    }
    return 0;
}

static void a_process_ends_beside_threads(void **state) {
    (void)state;
    for (size_t round = 0; round < test_size(10, 2); round++) {
        check_in_child(end_beside_threads);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_may_be_refused),
        cmocka_unit_test(no_descriptor_is_needed),
        cmocka_unit_test(no_process_may_be_started),
        cmocka_unit_test(a_process_ends_beside_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
