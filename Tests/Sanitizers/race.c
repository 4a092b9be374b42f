/* What the Thread Sanitizer must report: two threads that use one machine without a lock, and so race inside the library.
 * Exits with 0 if nothing was reported, which then is the failure of the test. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "swiftfsm.h"

enum { ROUNDS = 300 };

/* The threads take turns, whatever else the machine has to do: the sanitizer knows only the last few accesses. */
static pthread_barrier_t start;

static void wait_a_little(void) {
    nanosleep(&(const struct timespec){0, 50000}, NULL);
}

static void *send_events(void *machine) {
    pthread_barrier_wait(&start);
    for (int round = 0; round < ROUNDS; round++) {
        sfsm_machine_send(machine, 0);
        wait_a_little();
    }
    return NULL;
}

static void *ask(void *machine) {
    size_t active = 0;
    pthread_barrier_wait(&start);
    for (int round = 0; round < ROUNDS; round++) {
        active += sfsm_machine_state(machine) == 1;
        wait_a_little();
    }
    return active > ROUNDS ? machine : NULL;
}

/* `race apart` gives each thread a machine of its own, over the one table, where nothing may be reported. */
int main(int count, char **arguments) {
    const int are_apart = count > 1 && strcmp(arguments[1], "apart") == 0;
    const sfsm_row rows[] = {SFSM_ROW(0, 0, 1, NULL), SFSM_ROW(1, 0, 0, NULL)};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_machine *machines[2] = {NULL, NULL};
    if (sfsm_builder_add_rows(builder, rows, 2) != SFSM_OK || sfsm_builder_build(builder, &table, NULL) != SFSM_OK ||
        sfsm_machine_create(table, 0, NULL, &machines[0]) != SFSM_OK ||
        sfsm_machine_create(table, 0, NULL, &machines[1]) != SFSM_OK) {
        puts("no machine could be made");
        return 1;
    }
    pthread_t threads[2];
    pthread_barrier_init(&start, NULL, 2);
    pthread_create(&threads[0], NULL, send_events, machines[0]);
    pthread_create(&threads[1], NULL, ask, machines[are_apart]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    sfsm_machine_release(machines[0]);
    sfsm_machine_release(machines[1]);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    return 0;
}
