#include "allocated_life.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail_at(const char *file, long line, const char *text) {
    fprintf(stderr, "%s:%ld: %s\n", file, line, text);
    exit(1);
}

static const char text[] = "definition gate version 2\n"
                           "  ids states idle work left right rest done\n"
                           "  ids events go tell turn late\n"
                           "  event tell (str words)\n"
                           "  predicate mood good bad\n"
                           "  initial idle\n"
                           "  state idle was asleep\n"
                           "    go -> work / ask\n"
                           "  parallel work\n"
                           "    late -> idle\n"
                           "    state left\n"
                           "      default rest\n"
                           "      state rest\n"
                           "        turn -> done\n"
                           "      state done\n"
                           "        turn -> rest\n"
                           "    state right\n"
                           "      timeout 10 late\n"
                           "      tell -> same / note\n";

typedef struct life {
    sfsm_builder *builder;
    sfsm_callable *callable;
    sfsm_table *table;
    sfsm_machine *machine, *other;
    size_t notes, steps;
    sfsm_status status; /* the first error */
} life;

static int32_t ask(const sfsm_step *step, void *context) {
    (void)context;
    return sfsm_send(step->machine, 1, "queued, with a copy of these words");
}

static void note(life *life, const char *words) {
    life->notes += strncmp(words, "queued", 6) == 0;
}

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    ++*(size_t *)context;
    return 0;
}

/* Notes the first error. Nothing is done after it. */
static bool goes_on(life *life, sfsm_status status) {
    if (life->status == SFSM_OK && status < 0) {
        life->status = status;
    }
    return life->status == SFSM_OK;
}

/* What an event came to; a callback that could get no memory has failed with that status. */
static sfsm_status result_of(const sfsm_machine *machine, sfsm_outcome outcome) {
    return outcome == SFSM_CALLBACK_FAILED ? sfsm_machine_failure(machine) : outcome;
}

static bool build(life *life) {
    if (!goes_on(life, (life->builder = sfsm_builder_create()) == NULL ? SFSM_OUT_OF_MEMORY : SFSM_OK) ||
        !goes_on(life, sfsm_callable_create((sfsm_any_function)note, "void(context, str)", life, NULL, &life->callable))) {
        return false;
    }
    const sfsm_binding bindings[] = {{SFSM_ACTION, "ask", {ask, NULL, NULL}},
                                     {SFSM_ACTION, "note", sfsm_callable_callback(life->callable)}};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = 2};
    sfsm_diagnostics *faults = NULL;
    const sfsm_status status = sfsm_builder_read(life->builder, text, strlen(text), &reading, &faults);
    if (faults != NULL) {
        fputs(sfsm_diagnostics_text(faults), stderr);
        sfsm_diagnostics_release(faults);
    }
    return goes_on(life, status) && goes_on(life, sfsm_builder_build(life->builder, &life->table, NULL));
}

static void run(life *life) {
    uint64_t timer;
    static unsigned char snapshot[4096];
    size_t size = 0;
    const sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_INITIAL, .flags = SFSM_LENIENT};
    if (goes_on(life, sfsm_machine_create_with(life->table, &options, &life->machine)) &&
        goes_on(life, sfsm_machine_on_step(life->machine, count_step, &life->steps, NULL)) &&
        goes_on(life, sfsm_machine_on_step(life->machine, count_step, &life->steps, NULL)) &&
        goes_on(life, result_of(life->machine, sfsm_machine_send(life->machine, 0))) &&
        goes_on(life, result_of(life->machine, sfsm_machine_run_pending(life->machine))) &&
        goes_on(life, sfsm_machine_send_later(life->machine, 2, 5, &timer)) &&
        goes_on(life, sfsm_machine_send(life->machine, 2)) &&
        goes_on(life, sfsm_machine_snapshot(life->machine, 0, snapshot, sizeof snapshot, &size)) &&
        goes_on(life, sfsm_machine_create_with(life->table, &options, &life->other)) &&
        goes_on(life, sfsm_machine_restore(life->other, snapshot, size, NULL, NULL)) &&
        goes_on(life, result_of(life->other, sfsm_machine_advance(life->other, 100)))) {
        CHECK(life->notes == 1 && life->steps >= 4);
        CHECK(sfsm_machine_state(life->other) == 0 && sfsm_machine_state(life->machine) != 0);
    }
}

sfsm_status allocated_life(bool releases) {
    life life = {.status = SFSM_OK};
    if (build(&life)) {
        run(&life);
    }
    if (releases) {
        sfsm_machine_release(life.machine);
        sfsm_machine_release(life.other);
        sfsm_table_release(life.table);
        sfsm_callable_release(life.callable);
        sfsm_builder_release(life.builder);
    }
    return life.status;
}
