/* Steps of flat machines: what a row may have. */
#include "paths.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { LEFT, RIGHT };
enum { GO, BACK, OTHER };

static void count_plain(void)
{
    const sfsm_row rows[] = {SFSM_ROW(LEFT, GO, RIGHT, return_0), SFSM_ROW(RIGHT, BACK, LEFT, return_0),
                             SFSM_ROW(LEFT, OTHER, SFSM_INTERNAL, return_0)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LEFT);
    count_sends("step: one action", machine, GO, BACK, SFSM_TRANSITIONED);
    count_sends("step: internal", machine, OTHER, OTHER, SFSM_TRANSITIONED);
    count_sends("step: unhandled", machine, BACK, BACK, SFSM_UNHANDLED);
    sfsm_id events[2 * REPETITIONS];
    for (size_t index = 0; index < COUNT(events); ++index)
        events[index] = index % 2 == 0 ? GO : BACK;
    expect(sfsm_machine_run(machine, events, 2, NULL, NULL), SFSM_OK);
    begin_counting();
    expect(sfsm_machine_run(machine, events, COUNT(events), NULL, NULL), SFSM_OK);
    end_counting("step: many in one call", REPETITIONS);
    sfsm_machine_release(machine);
}

static void count_guards(void)
{
    const sfsm_row rows[] = {SFSM_ROW_IF(LEFT, GO, return_1, RIGHT, return_0),
                             SFSM_ROW_IF(RIGHT, BACK, return_1, LEFT, return_0),
                             SFSM_ROW_IF(LEFT, OTHER, return_0, RIGHT, return_0)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LEFT);
    count_sends("step: a guard", machine, GO, BACK, SFSM_TRANSITIONED);
    count_sends("step: refused", machine, OTHER, OTHER, SFSM_REFUSED);
    sfsm_machine_release(machine);
}

static void count_first_match(void)
{
    const sfsm_row rows[] = {SFSM_ROW_IF(LEFT, GO, return_0, LEFT, return_0),
                             SFSM_ROW_IF(LEFT, GO, return_0, SFSM_INTERNAL, return_0),
                             SFSM_ROW(LEFT, GO, RIGHT, return_0), SFSM_ROW(RIGHT, BACK, LEFT, return_0)};
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    expect(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_machine *const machine = machine_over(table_from(builder), LEFT);
    count_sends("step: the third row of first match", machine, GO, BACK, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static int32_t opposite(const sfsm_step *step, void *context)
{
    (void)context;
    return step->source == LEFT ? RIGHT : LEFT;
}

static void count_resolver(void)
{
    const sfsm_row rows[] = {{.source = LEFT, .event = GO, .target = SFSM_DYNAMIC, .resolver = {opposite, NULL, NULL}},
                             {.source = RIGHT, .event = GO, .target = SFSM_DYNAMIC, .resolver = {opposite, NULL, NULL}}};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LEFT);
    count_sends("step: a resolver", machine, GO, GO, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void count_entry_and_exit(void)
{
    const sfsm_row rows[] = {SFSM_ROW(LEFT, GO, RIGHT, return_0), SFSM_ROW(RIGHT, BACK, LEFT, return_0),
                             {.source = LEFT, .event = SFSM_REQUEST, .target = RIGHT},
                             {.source = RIGHT, .event = SFSM_REQUEST, .target = LEFT}};
    sfsm_builder *const builder = sfsm_builder_create();
    for (sfsm_id state = LEFT; state <= RIGHT; ++state) {
        const size_t block = nested(builder, state, 0, SFSM_NONE);
        expect(sfsm_builder_on_entry(builder, block, return_0, NULL, NULL), SFSM_OK);
        expect(sfsm_builder_on_exit(builder, block, return_0, NULL, NULL), SFSM_OK);
    }
    expect(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_machine *const machine = machine_over(table_from(builder), LEFT);
    count_sends("step: exit, action, entry", machine, GO, BACK, SFSM_TRANSITIONED);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        expect(sfsm_machine_request(machine, RIGHT), SFSM_TRANSITIONED);
        expect(sfsm_machine_request(machine, LEFT), SFSM_TRANSITIONED);
    }
    end_counting("step: a request", REPETITIONS);
    expect(sfsm_machine_on_step(machine, return_0, NULL, NULL), SFSM_OK);
    count_sends("step: with a hook", machine, GO, BACK, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static int32_t send_back(const sfsm_step *step, void *context)
{
    (void)context;
    return sfsm_machine_send(step->machine, BACK) == SFSM_QUEUED ? 0 : SFSM_FAILED;
}

static void count_queue(void)
{
    const sfsm_row rows[] = {SFSM_ROW(LEFT, GO, RIGHT, send_back), SFSM_ROW(RIGHT, BACK, LEFT, return_0)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LEFT);
    count_sends("step: an action that sends", machine, GO, GO, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void count_plan(void)
{
    const sfsm_row rows[] = {SFSM_ROW(LEFT, GO, SFSM_SAME, return_0)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LEFT);
    const sfsm_message message = SFSM_MESSAGE(GO);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        sfsm_plan plan = {.size = sizeof plan};
        sfsm_callback callback;
        int32_t next;
        expect(sfsm_machine_plan(machine, &message, &plan), SFSM_TRANSITIONED);
        while ((next = sfsm_plan_next(&plan, &callback)) > 0) {
            if (next == SFSM_PLAN_COMMIT)
                expect(sfsm_machine_commit(machine, &plan), SFSM_OK);
            else
                require(next == SFSM_PLAN_CALL && callback.function(plan.step, NULL) == 0);
        }
        expect(sfsm_machine_complete(machine, &plan, 0), SFSM_TRANSITIONED);
    }
    end_counting("step: a plan", REPETITIONS);
    sfsm_machine_release(machine);
}

void count_steps(void)
{
    count_plain();
    count_guards();
    count_first_match();
    count_resolver();
    count_entry_and_exit();
    count_queue();
    count_plan();
}
