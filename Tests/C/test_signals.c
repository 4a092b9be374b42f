/* Signals that come in the midst of everything: a storm of them while all sequences are played, and a writer whose system
 * calls they interrupt. Handlers use nothing of the library, as the header says. */
#include "sequences.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static void note_signal(int number) {
    (void)number;
    caught++;
}

/* Without SA_RESTART, so that system calls end with EINTR. */
static void begin_storm(int signal_number, int timer, suseconds_t microseconds) {
    struct sigaction action = {.sa_handler = note_signal};
    const struct itimerval interval = {{0, microseconds}, {0, microseconds}};
    sigemptyset(&action.sa_mask);
    caught = 0;
    assert_int_equal(sigaction(signal_number, &action, NULL), 0);
    assert_int_equal(setitimer(timer, &interval, NULL), 0);
}

static void end_storm(int signal_number, int timer) {
    const struct itimerval none = {{0, 0}, {0, 0}};
    assert_int_equal(setitimer(timer, &none, NULL), 0);
    signal(signal_number, SIG_IGN);
}

static void play_one(const call_sequence *sequence, void *context) {
    (void)context;
    sequence_run run = {.was_refused = NULL};
    play_sequence(sequence, &run);
    check_run(sequence, &run);
}

static void sequences_in_a_storm_of_signals(void **state) {
    (void)state;
    begin_storm(SIGPROF, ITIMER_PROF, 100);
    for (int round = 0; round < 2000 && (round < (int)test_size(10, 1) || caught < 5); round++) {
        visit_sequences(play_one, NULL);
    }
    end_storm(SIGPROF, ITIMER_PROF);
    assert_true(caught >= 5);
}

/* A host whose journal goes into a pipe, which is read when a signal has interrupted a write, and not before: the pipe is
 * full then, however fast the reader and the writer are. */
typedef struct slow_pipe {
    int ends[2];
    size_t written, received;
    atomic_size_t interruptions;
    atomic_bool is_written;
} slow_pipe;

static sfsm_status write_all(void *context, const char *bytes, size_t count) {
    slow_pipe *const pipe = context;
    while (count > 0) {
        const ssize_t written = write(pipe->ends[1], bytes, count);
        if (written < 0 && errno != EINTR) {
            return SFSM_FAILED;
        }
        pipe->interruptions += written < 0;
        pipe->written += written < 0 ? 0 : (size_t)written;
        bytes += written < 0 ? 0 : written;
        count -= written < 0 ? 0 : (size_t)written;
    }
    return SFSM_OK;
}

static void *read_slowly(void *context) {
    slow_pipe *const pipe = context;
    static char bytes[65536];
    sigset_t set;
    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (size_t seen = 0;; seen = pipe->interruptions) {
        while (pipe->interruptions == seen && !pipe->is_written) {
            nanosleep(&(const struct timespec){0, 1000000}, NULL);
        }
        const ssize_t count = read(pipe->ends[0], bytes, sizeof bytes);
        if (count <= 0) {
            return NULL;
        }
        pipe->received += (size_t)count;
    }
}

static void a_journal_whose_writes_are_interrupted(void **state) {
    (void)state;
    static slow_pipe slow;
    pthread_t reader;
    assert_int_equal(pipe(slow.ends), 0);
    assert_int_equal(pthread_create(&reader, NULL, read_slowly, &slow), 0);
    const sfsm_row rows[] = {SFSM_ROW(0, 0, 1, NULL), SFSM_ROW(1, 0, 0, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), 0, NULL);
    const sfsm_journal journal = {.size = sizeof journal, .writer = write_all, .context = &slow};
    assert_status(sfsm_machine_set_journal(machine, &journal), SFSM_OK);
    begin_storm(SIGALRM, ITIMER_REAL, 500);
    size_t steps = 0;
    while (steps < 1000000 && (steps < 5000 || slow.interruptions < 5)) {
        assert_status(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
        steps++;
    }
    end_storm(SIGALRM, ITIMER_REAL);
    assert_true(slow.interruptions >= 5);
    assert_status(sfsm_machine_journal_status(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), steps % 2);
    sfsm_machine_release(machine);
    slow.is_written = true;
    close(slow.ends[1]);
    pthread_join(reader, NULL);
    close(slow.ends[0]);
    assert_int_equal(slow.received, slow.written);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_in_a_storm_of_signals),
        cmocka_unit_test(a_journal_whose_writes_are_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
