/*
 * replay_benchmark: what an event of a replay costs, in nanoseconds of time that passes, beside a nested switch that is
 * called for each event with the machine of its token. Ten million events of a million tokens over 16 states x 16
 * events.
 */
#define _POSIX_C_SOURCE 200809L

#include "measure.h"
#include "reference.h"
#include "subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TOKENS = 1000000, EVENTS = 10000000, STATES = 16, KINDS = 16, REPETITIONS = 5, ROUNDS = 20 };

/* Replays are repeated for so many nanoseconds, so that other processors are awake for as long as they are needed. */
static const double enough = 200e6;

static int32_t *events, *tokens, *states, *rows;
static int64_t *offsets;
static tally *contexts;
static reference_machine *machines;
static const subject *grid;
static sfsm_table *table;

/* Several threads share the work: what counts is when it is done. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Random tokens in turn, or each token's events together, of which there are as many. */
static void draw(bool lists)
{
    for (size_t i = 0; i < EVENTS; ++i) {
        const uint32_t drawn = workload_scramble((uint32_t)i + 1);
        events[i] = (int32_t)(drawn % KINDS);
        tokens[i] = lists ? (int32_t)(i / (EVENTS / TOKENS)) : (int32_t)(workload_scramble(drawn) % TOKENS);
    }
    for (size_t k = 0; k <= TOKENS; ++k)
        offsets[k] = (int64_t)(k * (EVENTS / TOKENS));
}

static void reset(void)
{
    memset(contexts, 0, TOKENS * sizeof *contexts);
    for (size_t k = 0; k < TOKENS; ++k) {
        states[k] = 0;
        machines[k] = (reference_machine){.actions = reference_actions, .context = &contexts[k]};
    }
}

static double switch_time(void)
{
    const double start = now();
    for (size_t i = 0; i < EVENTS; ++i)
        reference_16x16_16(&machines[tokens[i]], events[i]);
    return (now() - start) / EVENTS;
}

typedef struct way {
    const char *name;
    bool lists, collects, calls;
    size_t threads;
    double time_goal, ratio_goal; /* 0: none */
} way;

static double replay_time(const way *way)
{
    const sfsm_replay replay = {
        .size = sizeof replay,
        .states = states,
        .token_count = TOKENS,
        .events = {events, 0, 0},
        .event_count = EVENTS,
        .tokens = {way->lists ? NULL : tokens, 0, 0},
        .offsets = way->lists ? offsets : NULL,
        .thread_count = way->threads,
        .rows = way->collects ? rows : NULL,
        .flags = way->calls ? SFSM_CALL_ACTIONS : 0,
        .guards = SFSM_ASK_GUARDS,
        .contexts = contexts,
        .context_stride = sizeof *contexts,
    };
    sfsm_replay_counts counts = {.size = sizeof counts};
    const double start = now();
    const sfsm_status status = sfsm_table_replay(table, &replay, &counts);
    const double time = now() - start;
    if (status != SFSM_OK || counts.transitioned != EVENTS)
        give_up("%s: %s", way->name, sfsm_status_name(status));
    return time / EVENTS;
}

/* Both sides end in the same states, and have called the same actions. */
static void check(const way *way)
{
    for (size_t k = 0; k < TOKENS; ++k)
        if (states[k] != machines[k].state)
            give_up("%s: token %zu is in state %d, not %d", way->name, k, (int)states[k], (int)machines[k].state);
}

static double measure(const way *way, double *reference)
{
    double times[REPETITIONS * ROUNDS], references[REPETITIONS];
    size_t count = 0;
    draw(way->lists);
    for (size_t i = 0; i < REPETITIONS; ++i) {
        reset();
        references[i] = switch_time();
        const tally called = contexts[TOKENS / 2];
        double spent = 0;
        for (size_t k = 0; k < ROUNDS && spent < enough; ++k) {
            memset(contexts, 0, TOKENS * sizeof *contexts);
            memset(states, 0, TOKENS * sizeof *states);
            times[count] = replay_time(way);
            check(way);
            if (way->calls && memcmp(&contexts[TOKENS / 2], &called, sizeof called) != 0)
                give_up("%s: other actions were called", way->name);
            spent += times[count++] * EVENTS;
        }
    }
    *reference = median(references, REPETITIONS);
    return median(times, count);
}

/* Returns the time of an event. */
static double print(const way *way)
{
    double reference;
    const double time = measure(way, &reference);
    printf("%-34s %8.2f ns %8.2f ns %8.3f", way->name, time, reference, time / reference);
    if (way->time_goal > 0)
        printf("   goal %.1f ns", way->time_goal);
    if (way->ratio_goal > 0)
        printf("   goal %.2f", way->ratio_goal);
    putchar('\n');
    return time;
}

int main(void)
{
    events = allocate(EVENTS * sizeof *events);
    tokens = allocate(EVENTS * sizeof *tokens);
    rows = allocate(EVENTS * sizeof *rows);
    states = allocate(TOKENS * sizeof *states);
    offsets = allocate((TOKENS + 1) * sizeof *offsets);
    contexts = allocate(TOKENS * sizeof *contexts);
    machines = allocate(TOKENS * sizeof *machines);
    grid = subject_named("16x16, random");
    sfsm_machine *const machine = grid == NULL ? NULL : subject_machine(grid, contexts);
    if (machine == NULL)
        give_up("there is no grid of 16 x 16");
    table = sfsm_table_retain(sfsm_machine_table(machine));
    static const way ways[] = {
        {.name = "lists", .lists = true, .time_goal = 1.5},
        {.name = "lists, two threads", .lists = true, .threads = 2},
        {.name = "lists, rows collected", .lists = true, .collects = true},
        {.name = "lists, 16 actions", .lists = true, .calls = true},
        {.name = "interleaved", .time_goal = 3, .ratio_goal = 0.08},
        {.name = "interleaved, rows collected", .collects = true, .ratio_goal = 0.12},
        {.name = "interleaved, 16 actions", .calls = true, .ratio_goal = 0.4},
    };
    printf("%-34s %11s %11s %8s\n", "an event of a replay", "library", "switch", "ratio");
    double alone = 0;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
        const double time = print(&ways[i]);
        if (ways[i].threads > 1)
            printf("%-34s %8.2f times as fast as one   goal 1.9\n", "", alone / time);
        alone = time;
    }
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    return 0;
}
