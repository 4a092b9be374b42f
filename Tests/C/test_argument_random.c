/* Random declarations and random sends, right and wrong ones, from outside and queued from inside, against what a plain
 * model says of them: every value must arrive, in order and as it was sent. */
#include "arguments.h"
#include "seeds.h"

#include <stdio.h>

enum { MOST_EVENTS = 12, MOST_ARGUMENTS = 12, MOST_SENT = MOST_ARGUMENTS + 1, MOST_AT_ONCE = 8, TEXT_ROOM = 40 };

/* What an event declares, and what its row is: none, with an action, with a guard before it that says yes or no. */
typedef enum row_kind { NO_ROW, PLAIN, YES, NO, ROW_KINDS } row_kind;
typedef struct random_event {
    int32_t id;
    row_kind row;
    int32_t types[MOST_ARGUMENTS];
    size_t count;
} random_event;

/* What is sent; strings are in `texts`, so that they can be spoiled after the call. */
typedef struct random_send {
    size_t event; /* its number */
    sfsm_value values[MOST_SENT];
    char texts[MOST_SENT][TEXT_ROOM];
    size_t count;
} random_send;

typedef struct run {
    random_event events[MOST_EVENTS + 1]; /* the last one sends the others, and carries nothing */
    size_t event_count;
    random_send sends[MOST_AT_ONCE];
    sfsm_outcome results[MOST_AT_ONCE];
    size_t send_count;
    trace *expected, actual; /* apart: the context is a run */
} run;

/* ---------------------------------------------------------------------------------------------------------------
 * Drawing
 * ------------------------------------------------------------------------------------------------------------- */

static uint64_t draw_bits(uint32_t *seed) {
    uint64_t bits = 0;
    for (int part = 0; part < 4; part++) {
        bits = bits << 16 | draw_below(seed, 1u << 16);
    }
    return bits >> draw_below(seed, 64); /* of every size */
}

/* A value of a type, with any bits. */
static sfsm_value draw_value(uint32_t *seed, int32_t type, char text[TEXT_ROOM]) {
    const uint64_t bits = draw_bits(seed);
    switch (type) {
    case SFSM_BOOL: return BOOL(bits % 2 == 1);
    case SFSM_I8: return I8((int8_t)bits);
    case SFSM_I16: return I16((int16_t)bits);
    case SFSM_I32: return I32((int32_t)bits);
    case SFSM_I64: return I64((int64_t)(draw_below(seed, 2) ? bits : ~bits));
    case SFSM_U8: return U8((uint8_t)bits);
    case SFSM_U16: return U16((uint16_t)bits);
    case SFSM_U32: return U32((uint32_t)bits);
    case SFSM_U64: return U64(bits);
    case SFSM_F32: return F32((float)bits / 3);
    case SFSM_F64: return F64((double)bits / -3);
    case SFSM_STR:
        if (bits % 8 == 0) {
            return STR(NULL);
        }
        snprintf(text, TEXT_ROOM, "%.*s", (int)draw_below(seed, 20), &"abcdefghijklmnopqrstuvwxyz"[bits % 7]);
        return STR(text);
    case SFSM_PTR: return PTR((void *)(uintptr_t)bits);
    default: return INTEGER((int64_t)(draw_below(seed, 2) ? bits : ~bits));
    }
}

static random_event random_event_at(uint32_t *seed, size_t number, bool is_scattered) {
    random_event event = {.id = is_scattered ? (int32_t)(-2000000000 + 300000007 * (int64_t)number) : (int32_t)number,
                          .row = (row_kind)draw_below(seed, ROW_KINDS)};
    event.count = draw_below(seed, MOST_ARGUMENTS + 1);
    for (size_t index = 0; index < event.count; index++) {
        event.types[index] = 1 + (int32_t)draw_below(seed, SFSM_PTR);
    }
    return event;
}

/* Mostly what the event declares; else a type or the count is another, or it is an integer of no type. */
static void draw_send(uint32_t *seed, const run *run, random_send *send) {
    send->event = draw_below(seed, (uint32_t)run->event_count);
    const random_event *const event = &run->events[send->event];
    send->count = event->count;
    if (draw_below(seed, 8) == 0) {
        send->count = draw_below(seed, MOST_SENT + 1);
    }
    for (size_t index = 0; index < send->count; index++) {
        int32_t type = index < event->count ? event->types[index] : SFSM_I32;
        if (draw_below(seed, 6) == 0) {
            type = SFSM_INTEGER;
        } else if (draw_below(seed, 40) == 0) {
            type = 1 + (int32_t)draw_below(seed, SFSM_INTEGER);
        }
        send->values[index] = draw_value(seed, type, send->texts[index]);
    }
}

/* ---------------------------------------------------------------------------------------------------------------
 * The model
 * ------------------------------------------------------------------------------------------------------------- */

/* Whether the declared type holds the number as it is. In integers where one was sent: a long double, which would hold them
 * all, has 64 bits under valgrind. */
static bool convert_to_real(const sfsm_value *value, int32_t type, sfsm_value *out) {
    const int64_t number = value->as.i64;
    double real;
    switch (value->type) {
    case SFSM_INTEGER: real = type == SFSM_F32 ? (double)(float)number : (double)number; break;
    case SFSM_U64: real = type == SFSM_F32 ? (double)(float)value->as.u64 : (double)value->as.u64; break;
    case SFSM_F32: real = value->as.f32; break;
    case SFSM_F64: real = value->as.f64; break;
    default: return false;
    }
    *out = type == SFSM_F32 ? F32((float)real) : F64(real);
    switch (value->type) {
    case SFSM_INTEGER: return real < 0x1p63 && (int64_t)real == number;
    case SFSM_U64: return real < 0x1p64 && (uint64_t)real == value->as.u64;
    default: return type == SFSM_F64 || (double)out->as.f32 == real;
    }
}

/* The value as the event declares it; false if it does not fit. */
static bool convert(const sfsm_value *value, int32_t type, sfsm_value *out) {
    const int64_t number = value->as.i64;
    *out = *value;
    if (value->type == type) {
        return true;
    }
    if (type == SFSM_F32 || type == SFSM_F64) {
        return convert_to_real(value, type, out);
    }
    if (type == SFSM_STR || type == SFSM_PTR) {
        *out = type == SFSM_STR ? STR(NULL) : PTR(NULL);
        const bool is_pointer = value->type == SFSM_STR || value->type == SFSM_PTR;
        return is_pointer ? value->as.ptr == NULL : value->type == SFSM_INTEGER && number == 0;
    }
    if (value->type != SFSM_INTEGER) {
        return false;
    }
    switch (type) {
    case SFSM_BOOL: *out = BOOL(number == 1); return number == 0 || number == 1;
    case SFSM_I8: *out = I8((int8_t)number); return out->as.i8 == number;
    case SFSM_I16: *out = I16((int16_t)number); return out->as.i16 == number;
    case SFSM_I32: *out = I32((int32_t)number); return out->as.i32 == number;
    case SFSM_I64: *out = I64(number); return true;
    case SFSM_U8: *out = U8((uint8_t)number); return out->as.u8 == number;
    case SFSM_U16: *out = U16((uint16_t)number); return out->as.u16 == number;
    case SFSM_U32: *out = U32((uint32_t)number); return out->as.u32 == number;
    case SFSM_U64: *out = U64((uint64_t)number); return number >= 0;
    default: return false;
    }
}

/* SFSM_OK and what callbacks will see, or the status and what was rejected. */
typedef struct judgement {
    sfsm_status status;
    sfsm_value values[MOST_ARGUMENTS];
    size_t index;
    int32_t declared, sent;
} judgement;

static judgement judge_send(const run *run, const random_send *send) {
    const random_event *const event = &run->events[send->event];
    judgement judgement = {.status = SFSM_OK};
    if (send->count != event->count) {
        judgement.status = SFSM_ARGUMENT_COUNT;
        judgement.index = send->count < event->count ? send->count : event->count;
        judgement.declared = send->count < event->count ? event->types[send->count] : 0;
        judgement.sent = send->count < event->count ? 0 : send->values[event->count].type;
        return judgement;
    }
    for (size_t index = 0; index < send->count; index++) {
        if (!convert(&send->values[index], event->types[index], &judgement.values[index])) {
            judgement.status = SFSM_ARGUMENT_TYPE;
            judgement.index = index;
            judgement.declared = event->types[index];
            judgement.sent = send->values[index].type;
            return judgement;
        }
    }
    return judgement;
}

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
