/* Arguments of steps within steps: machines that send to each other, and questions from inside an action. */
#include "arguments.h"

enum { FIRST = 4 };

/* Two machines over one table whose actions send to each other. */
typedef struct pair {
    trace trace;
    sfsm_machine *machines[2];
} pair;

static int32_t send_to_the_other(const sfsm_step *step, void *words) {
    pair *const pair = step->context;
    sfsm_machine *const other = pair->machines[step->machine == pair->machines[0]];
    note_arguments(step, words);
    if (step->arguments[0].as.i32 < 3) {
        sfsm_send(other, STAY, step->arguments[0].as.i32 + 1, "more"); /* the third waits behind the first */
    }
    return note_arguments(step, "again");
}

static void machines_that_call_each_other_have_arguments_of_their_own(void **state) {
    (void)state;
    pair pair = {{{0}, 0}, {NULL, NULL}};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "i32, str");
    ADD_ROWS(builder, {HOME, STAY, SFSM_INTERNAL, 3, DOING(send_to_the_other, "stay")});
    sfsm_table *const table = table_from(builder);
    pair.machines[0] = machine_over(table, HOME, &pair);
    pair.machines[1] = machine_over(table, HOME, &pair);
    sfsm_table_release(table);
    assert_status(sfsm_send(pair.machines[0], STAY, 1, "first"), SFSM_TRANSITIONED);
    assert_trace(&pair.trace, "stay(i32 1, str \"first\"), stay(i32 2, str \"more\"), again(i32 2, str \"more\"), "
                              "again(i32 1, str \"first\"), stay(i32 3, str \"more\"), again(i32 3, str \"more\")");
    sfsm_machine_release(pair.machines[0]);
    sfsm_machine_release(pair.machines[1]);
}

/* Asks from inside what another event, and the same with other arguments, would come to. */
static int32_t ask_meanwhile(const sfsm_step *step, void *words) {
    int32_t events[4];
    size_t count = 0;
    sfsm_reason reasons[4];
    note_arguments(step, words);
    sfsm_machine_probe(step->machine, MESSAGE_WITH(STAY, NO_CASES, ARGUMENTS(I32(7))), NULL);
    sfsm_machine_explain(step->machine, MESSAGE_WITH(STAY, NO_CASES, ARGUMENTS(I32(8))), reasons, COUNT(reasons),
                         &count);
    sfsm_machine_permitted(step->machine, NULL, 0, events, COUNT(events), &count);
    sfsm_send(step->machine, STAY, "of another type");
    return note_arguments(step, "again");
}

static void questions_from_inside_leave_a_step_its_arguments(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, FIRST, "i32, str");
    declare_event(builder, STAY, "i32");
    ADD_ROWS(builder, {HOME, FIRST, SFSM_INTERNAL, 3, DOING(ask_meanwhile, "first")},
             {HOME, STAY, SFSM_INTERNAL, 4, ASKING(note_arguments, "stay?")},
             {HOME, BACK, SFSM_INTERNAL, 5, ASKING(note_arguments, "back?")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, FIRST, 1, "one"), SFSM_TRANSITIONED);
    assert_trace(&trace, "first(i32 1, str \"one\"), stay?(i32 7), stay?(i32 8), back?(), again(i32 1, str \"one\")");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_that_call_each_other_have_arguments_of_their_own),
        cmocka_unit_test(questions_from_inside_leave_a_step_its_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
