/* The steps of send.mjs in C, through the library: prints nanoseconds, without and with a callback. */
#include <stdio.h>
#include <stdlib.h>
#include <swiftfsm.h>
#include <time.h>

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };
enum { STEPS = 4000000, ROUNDS = 10 };

static int32_t count(const sfsm_step *step, void *context)
{
    (void)step;
    ++*(long *)context;
    return 0;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double measure(sfsm_function action)
{
    const sfsm_row rows[] = {
        SFSM_ROW(LOCKED, COIN, UNLOCKED, action), SFSM_ROW(LOCKED, PASS, LOCKED, action),
        SFSM_ROW(UNLOCKED, COIN, UNLOCKED, action), SFSM_ROW(UNLOCKED, PASS, LOCKED, action),
    };
    static const sfsm_id events[] = { COIN, COIN, PASS, PASS };
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_table *table;
    sfsm_machine *machine;
    long calls = 0;
    if (sfsm_builder_add_rows(builder, rows, 4) < 0 || sfsm_builder_build(builder, &table, NULL) < 0 ||
        sfsm_machine_create(table, LOCKED, &calls, &machine) < 0)
        exit(1);
    double best = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (int step = 0; step < STEPS; step++)
            if (sfsm_machine_send(machine, events[step % 4]) != SFSM_TRANSITIONED)
                exit(1);
        const double spent = (now() - start) / STEPS;
        best = spent < best ? spent : best;
    }
    if (calls != (action == NULL ? 0 : (long)ROUNDS * STEPS))
        exit(1);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    return best;
}

int main(void)
{
    const double without = measure(NULL);
    printf("%.1f %.1f\n", without, measure(count));
}
