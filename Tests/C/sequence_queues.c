/* Chapter 8: events that callbacks send, that wait, and that a failure leaves behind. */
#include "sequences.h"

enum { HOME, AWAY };
enum { GO, OTHER, FAIL, TELL };
enum { WEATHER };

/* Sends and sends again; what is refused for want of memory is sent a second time. */
static int32_t send_many(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    for (int again = 0; again < 40; again++) {
        TRY(sfsm_machine_send(step->machine, OTHER), SFSM_QUEUED);
    }
    return 0;
}

static int32_t send_texts(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    char text[100];
    for (size_t length = 1; length < sizeof text; length += 9) {
        memset(text, 'x', length);
        text[length] = '\0';
        const sfsm_value values[] = {sfsm_value_of_string(text), sfsm_value_of_integer((int64_t)length)};
        const sfsm_message message = {sizeof message, TELL, SFSM_NONE, (sfsm_case[]){{WEATHER, 1}}, 1, values, 2};
        TRY(sfsm_machine_send_message(step->machine, &message), SFSM_QUEUED);
    }
    return 0;
}

static int32_t hear(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    run->calls += strlen(step->arguments[0].as.str) == (size_t)step->arguments[1].as.i32;
    return 0;
}

static int32_t fail_once(const sfsm_step *step, void *context) {
    (void)step;
    sequence_run *const run = context;
    return run->calls++ == 3 ? SFSM_FAILED : 0;
}

static size_t add_row_doing(sequence_run *run, sfsm_builder *builder, sfsm_id event, sfsm_function action) {
    const size_t row = sequence_row(run, builder, HOME, event, SFSM_SAME);
    TRY(sfsm_builder_add_action(builder, row, action, HANDED_OVER), SFSM_OK);
    return row;
}

static void many_waiting_events(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    add_row_doing(run, builder, GO, send_many);
    add_row_doing(run, builder, OTHER, sequence_count);
    sfsm_machine *const machine = sequence_machine(run, builder, HOME, run);
    for (size_t round = 1; round <= 2; round++) {
        TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        REQUIRE(run->calls == 40 * round && sfsm_machine_pending(machine) == 0);
    }
    sfsm_machine_release(machine);
}

static void waiting_messages(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    TRY(sfsm_builder_add_event(builder, TELL, "str, i32"), SFSM_OK);
    add_row_doing(run, builder, GO, send_texts);
    const size_t row = add_row_doing(run, builder, TELL, hear);
    TRY(sfsm_builder_add_match(builder, row, WEATHER, (const sfsm_id[]){1}, 1), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, HOME, run);
    TRY(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, ((sfsm_case[]){{WEATHER, 0}}), 1)), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 11);
    sfsm_machine_release(machine);
}

static void events_left_behind(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    add_row_doing(run, builder, GO, send_many);
    add_row_doing(run, builder, OTHER, fail_once);
    sfsm_machine *const machine = sequence_machine(run, builder, HOME, run);
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_pending(machine) == 36 && sfsm_machine_failure(machine) == SFSM_FAILED);
    TRY(sfsm_machine_run_pending(machine), SFSM_OK);
    REQUIRE(run->calls == 40);
    sfsm_machine_release(machine);
}

static void events_that_are_dropped(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    add_row_doing(run, builder, GO, send_many);
    add_row_doing(run, builder, OTHER, fail_once);
    sfsm_machine *const machine = sequence_machine(run, builder, HOME, run);
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    TRY(sfsm_machine_discard_pending(machine), SFSM_OK);
    REQUIRE(sfsm_machine_pending(machine) == 0 && run->calls == 4);
    TRY(sfsm_machine_send(machine, OTHER), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static int32_t stop_machine(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    TRY(sfsm_machine_send(step->machine, OTHER), SFSM_QUEUED);
    TRY(sfsm_machine_stop(step->machine), SFSM_QUEUED);
    return 0;
}

static void a_stop_that_waits(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    add_row_doing(run, builder, GO, stop_machine);
    add_row_doing(run, builder, OTHER, sequence_count);
    sfsm_machine *const machine = sequence_machine(run, builder, HOME, run);
    TRY(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 1 && sfsm_machine_state(machine) == SFSM_NONE);
    sfsm_machine_release(machine);
}

const call_sequence queue_sequences[] = {
    {"many waiting events", many_waiting_events},
    {"waiting messages", waiting_messages},
    {"events left behind", events_left_behind},
    {"events that are dropped", events_that_are_dropped},
    {"a stop that waits", a_stop_that_waits},
    {NULL, NULL},
};
