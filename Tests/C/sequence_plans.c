/* Chapter 10: plans, which the host performs. */
#include "sequences.h"

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };

/* Performs an open plan. */
static void perform(sequence_run *run, sfsm_machine *machine, sfsm_plan *plan) {
    sfsm_callback callback;
    int32_t next = 0, result = 0;
    while (plan->outcome == SFSM_TRANSITIONED && result >= 0 && (next = sfsm_plan_next(plan, &callback)) > 0) {
        void *const context = callback.context == NULL ? plan->step->context : callback.context;
        if (next == SFSM_PLAN_COMMIT) {
            TRY(sfsm_machine_commit(machine, plan), SFSM_OK);
        } else if (next == SFSM_PLAN_RESOLVE) {
            TRY(sfsm_machine_resolve(machine, plan, callback.function(plan->step, context)), SFSM_TRANSITIONED);
        } else {
            result = callback.function(plan->step, context);
        }
    }
    TRY(sfsm_machine_complete(machine, plan, result), SFSM_TRANSITIONED);
}

static void planned_steps(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, SFSM_DYNAMIC);
    TRY(sfsm_builder_set_resolver(builder, row, sequence_yes, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_add_action(builder, row, sequence_count, HANDED_OVER), SFSM_OK);
    sequence_row(run, builder, UNLOCKED, PASS, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, SFSM_NONE, run);
    sfsm_plan plan = {.size = sizeof plan};
    TRY(sfsm_machine_plan_start(machine, LOCKED, &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    TRY(sfsm_machine_plan(machine, MESSAGE(COIN), &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    REQUIRE(run->calls == 1 && sfsm_machine_state(machine) == UNLOCKED);
    TRY(sfsm_machine_plan(machine, MESSAGE(PASS), &plan), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, COIN), SFSM_QUEUED);
    perform(run, machine, &plan);
    TRY(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    TRY(sfsm_machine_plan(machine, MESSAGE(PASS), &plan), SFSM_TRANSITIONED);
    TRY(sfsm_machine_abandon(machine), SFSM_OK);
    TRY(sfsm_machine_plan_stop(machine, &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    sfsm_machine_release(machine);
}

static int32_t postpone_first(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    if (run->calls++ > 0) {
        return 1;
    }
    TRY(sfsm_machine_postpone(step->machine), SFSM_OK);
    return SFSM_FAILED;
}

static void postponed_plans(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, UNLOCKED);
    TRY(sfsm_builder_add_guard(builder, row, postpone_first, HANDED_OVER), SFSM_OK);
    sequence_row(run, builder, UNLOCKED, PASS, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, run);
    sfsm_plan plan = {.size = sizeof plan};
    TRY(sfsm_machine_plan(machine, MESSAGE(COIN), &plan), SFSM_CALLBACK_FAILED);
    TRY(sfsm_machine_plan(machine, MESSAGE(COIN), &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    REQUIRE(sfsm_machine_state(machine) == UNLOCKED);
    sfsm_machine_release(machine);
}

static const char chart[] = "definition d\n"
                            "  ids events coin = 0 pass = 1 tick = 2\n"
                            "  initial all\n"
                            "  parallel all\n"
                            "    state a\n"
                            "      default a1\n"
                            "      state a1\n"
                            "        timeout 10 tick\n"
                            "        coin -> a2 / count raises pass\n"
                            "      state a2\n"
                            "        coin -> a1\n"
                            "    state b\n"
                            "      pass -> same / count\n"
                            "      tick -> same / count\n";

static void plans_of_a_chart(sequence_run *run) {
    sfsm_table *const table = sequence_document(run, chart);
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(table, SFSM_INITIAL, run, &machine), SFSM_OK);
    sfsm_table_release(table);
    sfsm_plan plan = {.size = sizeof plan};
    TRY(sfsm_machine_plan_due(machine, 10, &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    TRY(sfsm_machine_plan_due(machine, 10, &plan), SFSM_OK);
    TRY(sfsm_machine_plan(machine, MESSAGE(COIN), &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    TRY(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    perform(run, machine, &plan);
    TRY(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    REQUIRE(run->calls == 3);
    sfsm_machine_release(machine);
}

const call_sequence plan_sequences[] = {
    {"planned steps", planned_steps},
    {"postponed plans", postponed_plans},
    {"plans of a chart", plans_of_a_chart},
    {NULL, NULL},
};
