/* Random declarations and random sends, right and wrong ones, from outside and queued from inside, against what a plain
 * model says of them: every value must arrive, in order and as it was sent. */
#include "argument_models.h"
#include "seeds.h"

#include <stdio.h>

/* ---------------------------------------------------------------------------------------------------------------
 * Running
 * ------------------------------------------------------------------------------------------------------------- */

/* The event, what it carries, and each pointer as a number. */
static void note_all(const sfsm_step *step, const char *words) {
    trace_note(step->context, "%d", (int)step->event);
    note_arguments(step, (void *)words);
    for (size_t index = 0; index < step->argument_count; index++) {
        if (step->arguments[index].type == SFSM_PTR) {
            trace_note(step->context, "%p", step->arguments[index].as.ptr);
        }
    }
}

/* Notes that in the run's own trace, by help of a step whose context that is. */
static int32_t note_in_run(const sfsm_step *step, void *words) {
    sfsm_step inner = *step;
    inner.context = &((run *)step->context)->actual;
    note_all(&inner, words);
    return 1;
}

static int32_t note_in_run_no(const sfsm_step *step, void *words) {
    note_in_run(step, words);
    return 0;
}

static void spoil(random_send *send) {
    memset(send->values, 0x7f, sizeof send->values);
    memset(send->texts, '?', sizeof send->texts);
}

static int32_t send_all(const sfsm_step *step, void *words) {
    run *const run = step->context;
    (void)words;
    for (size_t index = 0; index < run->send_count; index++) {
        random_send *const send = &run->sends[index];
        run->results[index] = sfsm_machine_send_message(
            step->machine, MESSAGE_WITH(run->events[send->event].id, NO_CASES, send->values, send->count));
        spoil(send);
    }
    return 0;
}

/* What the callbacks of an event note if it is sent so. */
static sfsm_outcome expect(const run *run, const random_send *send, const judgement *judgement) {
    const random_event *const event = &run->events[send->event];
    const sfsm_step step = {.context = run->expected, .arguments = event->count > 0 ? judgement->values : NULL,
                            .argument_count = event->count, .event = event->id};
    if (event->row == YES || event->row == NO) {
        note_all(&step, event->row == YES ? "yes" : "no");
    }
    if (event->row == YES || event->row == PLAIN) {
        note_all(&step, "action");
    }
    return event->row == NO_ROW ? SFSM_UNHANDLED : event->row == NO ? SFSM_REFUSED : SFSM_TRANSITIONED;
}

static sfsm_machine *random_machine(uint32_t *seed, run *run) {
    const bool is_scattered = draw_below(seed, 2) == 0;
    sfsm_builder *const builder = sfsm_builder_create();
    run->event_count = 1 + draw_below(seed, MOST_EVENTS);
    for (size_t number = 0; number <= run->event_count; number++) {
        random_event *const event = &run->events[number];
        char text[8 * MOST_ARGUMENTS] = "";
        *event = random_event_at(seed, number, is_scattered);
        if (number == run->event_count) {
            ADD_ROWS(builder, {HOME, event->id, SFSM_INTERNAL, 1, DOING(send_all, NULL)});
            continue;
        }
        for (size_t index = 0; index < event->count; index++) {
            strcat(strcat(text, index > 0 ? "," : ""), type_word(event->types[index]));
        }
        if (event->count > 0 || draw_below(seed, 2) == 0 || event->row == NO_ROW) {
            declare_event(builder, event->id, text);
        }
        switch (event->row) {
        case PLAIN: ADD_ROWS(builder, {HOME, event->id, SFSM_SAME, 1, DOING(note_in_run, "action")}); break;
        case YES:
            ADD_ROWS(builder, {HOME, event->id, SFSM_SAME, 1, ASKING(note_in_run, "yes"),
                               DOING(note_in_run, "action")});
            break;
        case NO: ADD_ROWS(builder, {HOME, event->id, SFSM_SAME, 1, ASKING(note_in_run_no, "no")}); break;
        default: break;
        }
    }
    return machine_from(builder, HOME, run);
}

/* Sends from outside, or all at once from inside, and compares what came of it; returns how many were mistakes. */
static size_t check_sends(uint32_t *seed, sfsm_machine *machine, run *run) {
    const bool from_inside = draw_below(seed, 2) == 0;
    judgement judgements[MOST_AT_ONCE];
    sfsm_outcome outcomes[MOST_AT_ONCE];
    size_t mistakes = 0;
    run->send_count = from_inside ? draw_below(seed, MOST_AT_ONCE) : 1;
    for (size_t index = 0; index < run->send_count; index++) {
        draw_send(seed, run, &run->sends[index]);
        judgements[index] = judge_send(run, &run->sends[index]);
        outcomes[index] = judgements[index].status;
        mistakes += outcomes[index] < 0;
        if (outcomes[index] == SFSM_OK) {
            outcomes[index] = expect(run, &run->sends[index], &judgements[index]);
        }
    }
    if (from_inside) {
        assert_status(sfsm_machine_send(machine, run->events[run->event_count].id), SFSM_TRANSITIONED);
        for (size_t index = 0; index < run->send_count; index++) {
            assert_status(run->results[index], outcomes[index] > 0 ? SFSM_QUEUED : outcomes[index]);
        }
    } else {
        const random_send *const send = &run->sends[0];
        const judgement *const judgement = &judgements[0];
        assert_status(sfsm_machine_send_message(
                          machine, MESSAGE_WITH(run->events[send->event].id, NO_CASES, send->values, send->count)),
                      outcomes[0]);
        if (judgement->status != SFSM_OK) {
            assert_rejected_argument(machine, judgement->index, judgement->declared, judgement->sent);
        }
    }
    assert_trace(&run->actual, run->expected->text);
    run->expected->text[run->expected->length = 0] = '\0';
    return mistakes;
}

static void random_sends_arrive_as_the_model_says(void **state) {
    (void)state;
    static run run;
    static trace expected;
    const seeds seeds = random_seeds(1, 1500, 60);
    size_t mistakes = 0, sends = 0;
    for (uint32_t index = 0; index < seeds.count; index++) {
        uint32_t seed = begin_round(seeds, index);
        memset(&run, 0, sizeof run);
        run.expected = &expected;
        sfsm_machine *const machine = random_machine(&seed, &run);
        for (int round = 0; round < 40; round++) {
            mistakes += check_sends(&seed, machine, &run);
            sends += run.send_count;
        }
        sfsm_machine_release(machine);
    }
    if (seeds.are_many) {
        assert_in_range(mistakes, sends / 8, sends - sends / 8); /* enough of both kinds */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(random_sends_arrive_as_the_model_says, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
