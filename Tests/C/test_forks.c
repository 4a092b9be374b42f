/* Processes that fork: the child uses and releases what the parent has made, and makes its own; from the main thread, from
 * another one beside threads that work, and from inside a callback. */
#include "sequences.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOME, AWAY };
enum { GO, FORK };

typedef struct subject {
    sfsm_machine *machine;
    sfsm_table *table;
    pid_t child;
    size_t actions, finalized;
} subject;

static int32_t count_action(const sfsm_step *step, void *context) {
    (void)context;
    ((subject *)step->context)->actions++;
    return 0;
}

static void finalize(void *context) {
    ((subject *)context)->finalized++;
}

/* Both processes come out of this action. */
static int32_t fork_here(const sfsm_step *step, void *context) {
    (void)context;
    subject *const subject = step->context;
    if (sfsm_machine_send(step->machine, GO) != SFSM_QUEUED) {
        return SFSM_FAILED;
    }
    subject->child = fork();
    return subject->child < 0 ? SFSM_FAILED : 0;
}

static void make(subject *subject) {
    static const sfsm_row rows[] = {SFSM_ROW(AWAY, GO, HOME, count_action), SFSM_ROW(HOME, FORK, SFSM_SAME, fork_here)};
    memset(subject, 0, sizeof *subject);
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, HOME, GO, AWAY);
    assert_status(sfsm_builder_add_action(builder, row, count_action, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_on_step(builder, sequence_yes, subject, finalize), SFSM_OK);
    subject->table = table_from(builder);
    subject->machine = machine_over(subject->table, HOME, subject);
}

/* What holds in parent and child alike: a machine that goes on, new ones, and the end of all. */
static bool use_and_release(subject *subject) {
    sfsm_machine *other = NULL;
    const size_t actions = subject->actions;
    bool is_right = sfsm_machine_send(subject->machine, GO) == SFSM_TRANSITIONED;
    is_right &= sfsm_machine_create(subject->table, HOME, subject, &other) == SFSM_OK;
    is_right &= sfsm_machine_send_later(other, GO, 5, NULL) == SFSM_OK && sfsm_machine_advance(other, 5) == SFSM_OK;
    is_right &= subject->actions == actions + 2;
    sfsm_machine_release(subject->machine);
    sfsm_table_release(subject->table);
    is_right &= subject->finalized == 0;
    sfsm_machine_release(other);
    return is_right && subject->finalized == 1;
}

static void play_one(const call_sequence *sequence, void *context) {
    sequence_run run = {.was_refused = NULL};
    if (!play_sequence(sequence, &run)) {
        ++*(size_t *)context;
    }
}

/* The status with which a child ends: 0 if all was right there. */
static int end_child(subject *subject) {
    size_t mistakes = 0;
    const bool is_right = use_and_release(subject);
    visit_sequences(play_one, &mistakes);
    return is_right && mistakes == 0 ? 0 : 1;
}

static void check_child(pid_t child) {
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_child_uses_what_its_parent_made(void **state) {
    (void)state;
    subject subject;
    make(&subject);
    const pid_t child = fork();
    if (child == 0) {
        _exit(end_child(&subject));
    }
    assert_true(use_and_release(&subject));
    check_child(child);
}

/* The step goes on in both, with the event that waits. */
static void a_callback_forks(void **state) {
    (void)state;
    subject subject;
    make(&subject);
    const sfsm_outcome outcome = sfsm_machine_send(subject.machine, FORK);
    const bool is_right = outcome == SFSM_TRANSITIONED && sfsm_machine_state(subject.machine) == AWAY && subject.actions == 1;
    if (subject.child == 0) {
        _exit(is_right ? end_child(&subject) : 1);
    }
    assert_true(is_right);
    assert_true(use_and_release(&subject));
    check_child(subject.child);
}

/* Threads that allocate, build and release all the time, so that the fork comes in the midst of it. They make no closures: libffi
 * does so under a lock, which a child would find held for ever. */
static atomic_bool goes_on;

static bool makes_closures(const call_sequence *sequence) {
    return strstr(sequence->name, "closure") != NULL;
}

static void play_unlocked(const call_sequence *sequence, void *context) {
    if (!makes_closures(sequence)) {
        play_one(sequence, context);
    }
}

static void *work(void *context) {
    while (atomic_load(&goes_on)) {
        visit_sequences(play_unlocked, context);
    }
    return NULL;
}

static void *fork_from_thread(void *context) {
    subject *const subject = context;
    subject->child = fork();
    if (subject->child == 0) {
        _exit(end_child(subject));
    }
    return NULL;
}

static void a_thread_forks_beside_others(void **state) {
    (void)state;
    pthread_t workers[4];
    size_t mistakes[COUNT(workers)] = {0};
    atomic_store(&goes_on, true);
    for (size_t index = 0; index < COUNT(workers); index++) {
        assert_int_equal(pthread_create(&workers[index], NULL, work, &mistakes[index]), 0);
    }
    for (size_t round = 0; round < test_size(20, 2); round++) {
        subject subject;
        pthread_t thread;
        make(&subject);
        assert_int_equal(pthread_create(&thread, NULL, fork_from_thread, &subject), 0);
        pthread_join(thread, NULL);
        check_child(subject.child);
        assert_true(use_and_release(&subject));
    }
    atomic_store(&goes_on, false);
    for (size_t index = 0; index < COUNT(workers); index++) {
        pthread_join(workers[index], NULL);
        assert_int_equal(mistakes[index], 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_uses_what_its_parent_made),
        cmocka_unit_test(a_callback_forks),
        cmocka_unit_test(a_thread_forks_beside_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
