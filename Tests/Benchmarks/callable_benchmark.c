/*
 * callable_benchmark [--check]: what callables, closures and arguments cost, beside REF: of a callable an ffi_call that
 * was prepared once and passes the same, of a closure one of libffi, of a send the same without arguments. A callable
 * cannot be called but in a step; what it costs is what the step takes more than the same step without it. Slices of
 * all that is compared alternate; the figures, ratios too, are medians over the slices, and then over several
 * processes. Checks that the functions were told the same; with --check it does nothing but that.
 */
#include "callable_work.h"
#include "measure.h"
#include "ratios.h"

#include <inttypes.h>
#include <stdio.h>

/* A multiple of four: the values change with that period. */
#define SLICE_CALLS 16384
#define ROUNDS 31
#define PROCESSES 21

typedef struct comparison {
    const char *heading; /* or NULL */
    const char *name;
    const work *measured;
    const work *without; /* what is to be subtracted from it, or NULL */
    const work *reference;
    double goal; /* the ratio to reach; 0: none is set */
} comparison;

/* clang-format off */
static const comparison comparisons[] = {
    {"callables", "void(context, event, i32)", &step_with_callable, &step_without_action, &bare_call, 2.5},
    {NULL, "void(context, event, args...)", &step_with_variadic_callable, &step_without_action,
        &bare_call_of_arguments, 0},
    {NULL, "void(context, event, ...)", &step_with_cases_and_callable, &step_with_cases_without_action,
        &bare_call_of_cases, 0},
    {NULL, "a plain action", &step_with_plain_action, &step_without_action, &bare_call, 0},
    {"closures", "void(context, event, i32)", &closure_call, NULL, &bare_closure_call, 0},
    {"sends with a plain action", "send_with, no arguments", &send_with_nothing, NULL, &send_bare, 0},
    {NULL, "1 argument", &send_with_one, NULL, &send_bare, 2},
    {NULL, "4 arguments", &send_with_four, NULL, &send_bare, 0},
    {NULL, "4 arguments, one a string", &send_with_four_and_string, NULL, &send_bare, 0},
    {"queued sends, with both steps", "1 argument", &queued_send_with_one, NULL, &queued_send_bare, 0},
    {NULL, "4 arguments, one a string", &queued_send_with_four_and_string, NULL, &queued_send_bare, 0},
};
/* clang-format on */

/* ---------------------------------------------------------------------------------------------------------------------
 * Measuring
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct subject {
    const work *work; /* NULL: nothing, which takes no time */
    void *made;
    receipts told;
} subject;

/* It stays where it is: what is made keeps the address of its receipts. */
static void begin(subject *self, const work *work)
{
    *self = (subject){.work = work};
    if (work != NULL)
        self->made = work->make(work->definition, &self->told);
}

static double time_of_slice(subject *self)
{
    if (self->work == NULL)
        return 0;
    const double start = thread_nanoseconds();
    self->work->repeat(self->made, SLICE_CALLS);
    return (thread_nanoseconds() - start) / SLICE_CALLS;
}

/* Checks what the function was told, which depends on nothing but how often. */
static void end(subject *self, const char *name)
{
    if (self->work == NULL)
        return;
    const hearing hears = self->work->hears;
    const uint64_t calls = hears == HEARS_NOTHING ? 0 : (uint64_t)ROUNDS * SLICE_CALLS;
    const uint64_t values = hears == HEARS_VALUES ? calls / 4 * (0 + 1 + 2 + 3) : 0;
    const uint64_t sum = calls * WORK + values;
    if (self->told.count != calls || self->told.sum != sum)
        give_up("%s: %" PRIu64 " calls with the sum %" PRIu64 " instead of %" PRIu64 " with %" PRIu64, name,
                self->told.count, self->told.sum, calls, sum);
    self->work->release(self->made);
}

static time_pair measure(size_t index)
{
    const comparison *self = &comparisons[index];
    double spent[ROUNDS], references[ROUNDS];
    subject measured, without, reference;
    begin(&measured, self->measured);
    begin(&without, self->without);
    begin(&reference, self->reference);
    for (size_t round = 0; round < ROUNDS; ++round) {
        references[round] = time_of_slice(&reference);
        spent[round] = time_of_slice(&measured);
        spent[round] -= time_of_slice(&without);
    }
    end(&measured, self->name);
    end(&without, self->name);
    end(&reference, self->name);
    return (time_pair){median(spent, ROUNDS), median(references, ROUNDS), 0};
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The table
 * ------------------------------------------------------------------------------------------------------------------ */

static const char *name(size_t index)
{
    return comparisons[index].name;
}

static const char *heading(size_t index)
{
    return comparisons[index].heading;
}

static double goal(size_t index)
{
    return comparisons[index].goal;
}

static void print_title(void)
{
    printf("One call, ns of processor time: medians of %d processes with %d slices of %d calls. REF is an ffi_call\n"
           "that was prepared once (of closures: one of libffi's; of sends: the same with nothing to carry)\n",
           PROCESSES, ROUNDS, SLICE_CALLS);
}

int main(int argc, char **argv)
{
    const ratios calls = {
        .program = "callable_benchmark",
        .agreement = "Functions are told the same by the library and by libffi.",
        .print_title = print_title,
        .labels = "",
        .library = "library",
        .name_width = 31,
        .time_width = 8,
        .ratio_width = 8,
        .processes = PROCESSES,
        .count = sizeof comparisons / sizeof comparisons[0],
        .name = name,
        .heading = heading,
        .goal = goal,
        .measure = measure,
    };
    return ratios_main(&calls, argc, argv);
}
