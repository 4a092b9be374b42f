/* Random timers, beside a model that looks through all of them for the one that is due first: states with timeouts, events
 * that are sent later and timers that are cancelled from outside and inside, callbacks that fail. */
#include "support.h"

enum { STATES = 4, EVENTS = 6, TIMEOUTS = 3, TIMERS = 4096 };

/* A timer of the model. A timeout has no number. */
typedef struct timer {
    int64_t due;
    int32_t event;
    int32_t state; /* of a timeout; SFSM_NONE for an event that is sent later */
    uint64_t number;
    bool is_over;
} timer;

typedef struct timeout {
    int64_t delay;
    int32_t event;
} timeout;

typedef struct model {
    uint32_t seed;
    bool is_always; /* states that are left and entered start their timeouts anew */
    timeout timeouts[STATES][TIMEOUTS];
    size_t timeout_count[STATES];
    int32_t targets[STATES][EVENTS]; /* SFSM_NONE: no row; SFSM_INTERNAL: stays */
    int32_t state;                   /* SFSM_NONE: stopped */
    int64_t now;
    timer timers[TIMERS];
    size_t count;
    bool is_advancing;
    int64_t until;
    bool has_failed;
    size_t sent;
    const char *mistake;
} model;

static uint32_t draw(model *model, uint32_t limit) {
    model->seed = model->seed * 1664525u + 1013904223u;
    return (model->seed >> 8) % limit;
}

static void start(model *model, int32_t event, int64_t delay, int32_t state, uint64_t number) {
    if (model->count < TIMERS) {
        model->timers[model->count++] = (timer){model->now + delay, event, state, number, false};
    }
}

static timer *first(model *model) {
    timer *first = NULL;
    for (size_t i = 0; i < model->count; i++) {
        timer *const next = &model->timers[i];
        if (!next->is_over && (first == NULL || next->due < first->due)) {
            first = next;
        }
    }
    return first;
}

static void end_timeouts(model *model, int32_t state) {
    for (size_t i = 0; i < model->count; i++) {
        model->timers[i].is_over |= model->timers[i].state == state;
    }
}

static void start_timeouts(model *model, int32_t state) {
    for (size_t i = 0; i < model->timeout_count[state]; i++) {
        start(model, model->timeouts[state][i].event, model->timeouts[state][i].delay, state, 0);
    }
}

static void commit(model *model, int32_t target, bool keeps) {
    if (target == SFSM_INTERNAL || (keeps && target == model->state)) {
        return;
    }
    if (model->state != SFSM_NONE) {
        end_timeouts(model, model->state);
    }
    model->state = target;
    start_timeouts(model, target);
}

static void send_later(model *model, sfsm_machine *machine) {
    const int32_t event = (int32_t)draw(model, EVENTS);
    const int64_t delay = draw(model, 20);
    uint64_t number = 0;
    const sfsm_status expected = model->state == SFSM_NONE ? SFSM_NOT_RUNNING : SFSM_OK;
    if (sfsm_machine_send_later(machine, event, delay, &number) != expected) {
        model->mistake = "an event cannot be sent later";
    } else if (expected == SFSM_OK) {
        start(model, event, delay, SFSM_NONE, number);
    }
}

static void cancel(model *model, sfsm_machine *machine) {
    if (model->count == 0) {
        return;
    }
    timer *const timer = &model->timers[draw(model, (uint32_t)model->count)];
    if (timer->number != 0) {
        const sfsm_status expected = timer->is_over ? SFSM_OUT_OF_RANGE : SFSM_OK;
        if (sfsm_machine_cancel(machine, timer->number) != expected) {
            model->mistake = timer->is_over ? "a timer is cancelled that is over" : "a timer cannot be cancelled";
        }
        timer->is_over = true;
    }
}

/* What is due next must be what comes. */
static void take(model *model, int32_t event) {
    timer *const next = first(model);
    if (!model->is_advancing) {
        return;
    }
    if (next == NULL || next->due > model->until || next->event != event) {
        model->mistake = "another event is due";
        return;
    }
    next->is_over = true;
    model->now = next->due;
    model->sent++;
}

static int32_t act(const sfsm_step *step, void *context) {
    model *const model = context;
    take(model, step->event);
    if (draw(model, 4) == 0) {
        send_later(model, step->machine);
    }
    if (draw(model, 4) == 0) {
        cancel(model, step->machine);
    }
    if (draw(model, 50) == 0) {
        model->has_failed = true;
        return -1;
    }
    commit(model, model->targets[model->state][step->event], !model->is_always);
    return 0;
}

static int32_t drop(const sfsm_step *step, void *context) {
    take(context, step->event);
    return 0;
}

static sfsm_machine *machine_of(model *model) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_entry_exit_policy(builder, model->is_always ? SFSM_ALWAYS : SFSM_ON_CHANGE), SFSM_OK);
    for (int32_t state = 0; state < STATES; state++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
        model->timeout_count[state] = draw(model, TIMEOUTS + 1);
        for (size_t i = 0; i < model->timeout_count[state]; i++) {
            const timeout timeout = {1 + draw(model, 30), (int32_t)draw(model, EVENTS)};
            model->timeouts[state][i] = timeout;
            assert_status(sfsm_builder_add_timeout(builder, block, timeout.delay, timeout.event), SFSM_OK);
        }
        for (int32_t event = 0; event < EVENTS; event++) {
            const uint32_t kind = draw(model, 4);
            model->targets[state][event] = kind == 0   ? SFSM_NONE
                                           : kind == 1 ? SFSM_INTERNAL
                                                       : (int32_t)draw(model, STATES);
            if (kind > 0) {
                const size_t row = row_from(builder, state, event, model->targets[state][event]);
                assert_status(sfsm_builder_add_action(builder, row, act, model, NULL), SFSM_OK);
            }
        }
        row_from(builder, state, EVENTS, state); /* so that each state has one */
    }
    for (int32_t event = 0; event < EVENTS; event++) {
        assert_status(sfsm_builder_name_events(builder, &(sfsm_name){event, "event"}, 1), SFSM_OK);
    }
    sfsm_machine *const machine = machine_from(builder, 0, NULL);
    assert_status(sfsm_machine_on_unhandled(machine, drop, model, NULL), SFSM_OK);
    model->state = SFSM_NONE;
    commit(model, 0, false);
    return machine;
}

static void advance(model *model, sfsm_machine *machine) {
    model->until = model->now + draw(model, 40);
    model->is_advancing = true;
    const sfsm_outcome outcome = sfsm_machine_advance(machine, model->until);
    model->is_advancing = false;
    model->now = model->until;
    assert_status(outcome, model->has_failed ? SFSM_CALLBACK_FAILED : SFSM_OK);
    const timer *const next = first(model);
    assert_true(model->has_failed || next == NULL || next->due > model->now);
}

static void send(model *model, sfsm_machine *machine) {
    const int32_t event = (int32_t)draw(model, EVENTS);
    const sfsm_outcome expected = model->state == SFSM_NONE                          ? SFSM_NOT_RUNNING
                                  : model->targets[model->state][event] == SFSM_NONE ? SFSM_UNHANDLED
                                                                                     : SFSM_TRANSITIONED;
    const sfsm_outcome outcome = sfsm_machine_send(machine, event);
    assert_status(outcome, model->has_failed ? SFSM_CALLBACK_FAILED : expected);
}

static void end_all(model *model) {
    model->count = 0;
    model->state = SFSM_NONE;
}

static void restart(model *model, sfsm_machine *machine) {
    const int32_t state = (int32_t)draw(model, STATES);
    if (model->state == SFSM_NONE) {
        assert_status(sfsm_machine_start(machine, state), SFSM_OK);
        commit(model, state, false);
    } else if (draw(model, 2) == 0) {
        assert_status(sfsm_machine_set_state(machine, state), SFSM_OK);
        commit(model, state, true);
    } else {
        assert_status(sfsm_machine_stop(machine), SFSM_OK);
        end_all(model);
    }
}

static void check(model *model, sfsm_machine *machine, uint32_t seed) {
    int64_t due = -1;
    const timer *const next = first(model);
    const sfsm_status status = sfsm_machine_due(machine, &due);
    const bool is_wrong = status != (next == NULL ? SFSM_OUT_OF_RANGE : SFSM_OK) || (next != NULL && due != next->due) ||
                          sfsm_machine_state(machine) != model->state;
    if (model->mistake != NULL || is_wrong) {
        fail_msg("seed %u: %s", seed, model->mistake != NULL ? model->mistake : "state or time differ");
    }
}

static size_t live(uint32_t seed) {
    static model model;
    memset(&model, 0, sizeof model);
    model.seed = seed;
    model.is_always = draw(&model, 2) == 0;
    sfsm_machine *const machine = machine_of(&model);
    check(&model, machine, seed);
    for (int call = 0; call < 120 && model.count < TIMERS / 2; call++) {
        model.has_failed = false;
        switch (draw(&model, 8)) {
        case 0:
        case 1: send_later(&model, machine); break;
        case 2: cancel(&model, machine); break;
        case 3: send(&model, machine); break;
        case 4: draw(&model, 3) == 0 ? restart(&model, machine) : send(&model, machine); break;
        default: advance(&model, machine); break;
        }
        check(&model, machine, seed);
    }
    sfsm_machine_release(machine);
    return model.sent;
}

static void timers_do_as_the_model_does(void **state) {
    (void)state;
    size_t sent = 0;
    const uint32_t count = (uint32_t)test_size(2000, 40);
    for (uint32_t seed = 1; seed <= count; seed++) {
        sent += live(seed);
    }
    assert_true(sent > 20 * count);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(timers_do_as_the_model_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
