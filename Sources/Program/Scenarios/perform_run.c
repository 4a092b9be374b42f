/* A run: a machine, its hooks, and what it is told to do. */
#include <string.h>

#include "performance.h"

static sfsm_status create(const run *run, performance *performance) {
    if (!run->is_lenient) {
        return sfsm_machine_create(performance->table, run->initial, performance, &performance->machine);
    }
    const sfsm_machine_options options = {
        .size = sizeof options, .initial = run->initial, .flags = SFSM_LENIENT, .context = performance};
    return sfsm_machine_create_with(performance->table, &options, &performance->machine);
}

void perform_run(test_case *test, const run *run, const host *host) {
    performance performance = {.test = test, .table = test->table, .host = host};
    for (size_t i = 0; i < test->callbacks.count; i++) {
        test->callbacks.items[i]->performance = &performance;
    }
    sfsm_status status = create(run, &performance);
    if (status == SFSM_OK && run->observes_unhandled) {
        const sfsm_callback hook = registration(find_callback(test, UNHANDLED, ""));
        status = sfsm_machine_on_unhandled(performance.machine, SFSM_CALLBACK_ARGS(hook));
    }
    if (status == SFSM_OK && run->observes_steps) {
        const sfsm_callback hook = registration(find_callback(test, STEP, ""));
        status = sfsm_machine_on_step(performance.machine, SFSM_CALLBACK_ARGS(hook));
    }
    const char *const expected = run->failure == NULL ? "ok" : run->failure;
    if (strcmp(outcome_words(test, status), expected) != 0) {
        report_fault(test->report, run->line, "creating the machine gives %s", outcome_words(test, status));
    }
    for (size_t i = 0; status == SFSM_OK && i < run->calls.count && !performance.has_diverged; i++) {
        perform_call(&performance, &run->calls.items[i]);
    }
    sfsm_machine_release(performance.machine);
}
