/* Chapter 9, where a callable may stand: as every kind of callback, in rows and by sfsm_builder_add_guard and its like;
 * in queued steps; asked by probe, permitted and explain; one on many rows, tables and machines. What its result means
 * is in test_callable_results.c, what the words of a signature pass in test_callable_parameters.c. */
#include "callables.h"

/* Each notes its own name and what it was told. */
static bool is_enough(trace *trace, int32_t cents) {
    trace_note(trace, "guard %d", (int)cents);
    return cents >= 100;
}
static void open_gate(trace *trace, int32_t cents) {
    trace_note(trace, "action %d", (int)cents);
}
static int32_t leave(trace *trace, int32_t cents) {
    trace_note(trace, "exit %d", (int)cents);
    return 0;
}
static void enter(trace *trace, int32_t cents) {
    trace_note(trace, "entry %d", (int)cents);
}
static int32_t come_back(trace *trace, int32_t event) {
    trace_note(trace, "cycle %d", (int)event);
    return 4711; /* whatever is not negative is done */
}
static int32_t find_state(trace *trace, int32_t wanted) {
    trace_note(trace, "resolver %d", (int)wanted);
    return wanted;
}
static int32_t name_event(trace *trace, double time) {
    trace_note(trace, "update %g", time);
    return STAY;
}
static int32_t say_weather(trace *trace) {
    trace_note(trace, "provider");
    return WET;
}
static void see_step(trace *trace, const sfsm_step *step) {
    trace_note(trace, "step %s", sfsm_status_name(step->outcome));
}
static int32_t see_event(trace *trace, int32_t event, int32_t source) {
    trace_note(trace, "event %d in %d", (int)event, (int)source);
    return 0;
}

/* HOME and AWAY have these callbacks; WEATHER has a provider, for which STAY asks. */
static void add_blocks_and_provider(sfsm_builder *builder) {
    const size_t home = state_from(builder, HOME), away = state_from(builder, AWAY);
    add_callback(sfsm_builder_on_exit, builder, home, CALLING(leave, "i32(context, i32)", NULL));
    add_callback(sfsm_builder_on_cycle, builder, home, CALLING(come_back, "i32(context, event)", NULL));
    add_callback(sfsm_builder_on_update, builder, home, CALLING(name_event, "event(context, time)", NULL));
    add_callback(sfsm_builder_on_entry, builder, away, CALLING(enter, "void(context, i32)", NULL));
    declare(builder, WEATHER, 3);
    provide(builder, WEATHER, CALLING(say_weather, "i32(context)", NULL));
    declare_event(builder, GO, "i32");
    declare_event(builder, BACK, "i32");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 9, MATCHING(SFSM_MATCH(WEATHER, WET))});
}

static void check_every_kind(sfsm_builder *builder) {
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    hook_on_step(machine, CALLING(see_step, "void(context, step)", NULL));
    hook_on_unhandled(machine, CALLING(see_event, "i32(context, event, source)", NULL));
    assert_status(sfsm_send(machine, GO, 99), SFSM_REFUSED);
    assert_trace(&trace, "guard 99, step SFSM_REFUSED");
    assert_status(sfsm_send(machine, GO, 150), SFSM_TRANSITIONED);
    assert_trace(&trace, "guard 150, exit 150, action 150, entry 150, step SFSM_TRANSITIONED");
    assert_status(sfsm_send(machine, STAY), SFSM_UNHANDLED);
    assert_trace(&trace, "event 3 in 20, step SFSM_UNHANDLED");
    assert_status(sfsm_send(machine, BACK, (int32_t)SFSM_NONE), SFSM_REFUSED);
    assert_status(sfsm_send(machine, BACK, HOME), SFSM_TRANSITIONED);
    assert_trace(&trace, "resolver -2147483644, step SFSM_REFUSED, resolver 10, step SFSM_TRANSITIONED");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "provider, cycle 3, step SFSM_TRANSITIONED");
    assert_status(sfsm_machine_update(machine, 2.5, NULL, NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "update 2.5, provider, cycle 3, step SFSM_TRANSITIONED");
    sfsm_machine_release(machine);
}

static void every_kind_of_callback_in_rows(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    ADD_ROWS(builder,
             {HOME, GO, AWAY, 1, ASKING_CALLABLE(is_enough, "bool(context, i32)"),
              DOING_CALLABLE(open_gate, "void(context, i32)")},
             {AWAY, BACK, SFSM_DYNAMIC, 2, RESOLVING_CALLABLE(find_state, "state(context, i32)")});
    add_blocks_and_provider(builder);
    check_every_kind(builder);
}

static void every_kind_of_callback_added_singly(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t go = row_from(builder, HOME, GO, AWAY), back = row_from(builder, AWAY, BACK, SFSM_DYNAMIC);
    add_callback(sfsm_builder_add_guard, builder, go, CALLING(is_enough, "bool(context, i32)", NULL));
    add_callback(sfsm_builder_add_action, builder, go, CALLING(open_gate, "void(context, i32)", NULL));
    add_callback(sfsm_builder_set_resolver, builder, back, CALLING(find_state, "state(context, i32)", NULL));
    add_blocks_and_provider(builder);
    check_every_kind(builder);
}

static void probe_and_explain_ask_with_arguments_and_permitted_asks_of_events_without(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t target = 0, events[4] = {0};
    size_t count = 0;
    sfsm_reason reason = {0};
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, GO, "i32");
    declare_event(builder, BACK, "i32");
    ADD_ROWS(builder, {HOME, GO, AWAY, 1, ASKING_CALLABLE(is_enough, "bool(context, i32)")},
             {HOME, BACK, SFSM_DYNAMIC, 2, RESOLVING_CALLABLE(find_state, "state(context, i32)")},
             {HOME, STAY, SFSM_SAME, 3, ASKING_CALLABLE(come_back, "i32(context, event)")},
             {AWAY, STAY, HOME, .line = 4});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(GO, NULL, 0, ARGUMENTS(sfsm_value_of(150))), &target),
                  SFSM_TRANSITIONED);
    assert_int_equal(target, AWAY);
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(GO, NULL, 0, ARGUMENTS(sfsm_value_of(50))), &target),
                  SFSM_REFUSED);
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(BACK, NULL, 0, ARGUMENTS(sfsm_value_of(AWAY))), &target),
                  SFSM_TRANSITIONED);
    assert_int_equal(target, AWAY);
    assert_trace(&trace, "guard 150, guard 50, resolver 20");
    assert_status(
        sfsm_machine_explain(machine, MESSAGE_WITH(GO, NULL, 0, ARGUMENTS(sfsm_value_of(99))), &reason, 1, &count),
        SFSM_REFUSED);
    assert_int_equal(count, 1);
    assert_int_equal(reason.kind, SFSM_GUARD_REFUSED);
    assert_trace(&trace, "guard 99");
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_OK);
    assert_int_equal(count, 3);
    assert_memory_equal(events, ((const int32_t[]){GO, BACK, STAY}), 3 * sizeof events[0]);
    assert_trace(&trace, "cycle 3"); /* the guards and resolvers of the others were not asked */
    sfsm_machine_release(machine);
}

/* Sends GO from inside, with a text that changes behind it. */
static int32_t send_twice(trace *trace, const sfsm_step *step) {
    char text[] = "first";
    sfsm_outcome outcomes[2];
    outcomes[0] = sfsm_send(step->machine, GO, 1, text, 0.5f);
    memcpy(text, "other", sizeof text);
    outcomes[1] = sfsm_send(step->machine, GO, 2, text, -0.5f);
    memcpy(text, "wrong", sizeof text);
    trace_note(trace, "sent");
    return outcomes[0] == SFSM_QUEUED && outcomes[1] == SFSM_QUEUED ? 0 : FAILURE;
}

static void take_copies(trace *trace, int8_t number, const char *text, float share, int32_t event) {
    trace_note(trace, "%d %s %g of %d", number, text, (double)share, (int)event);
}

static void a_queued_event_brings_its_own_arguments(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, GO, "i8, str, f32");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 1, DOING_CALLABLE(send_twice, "i32(context, step)")},
             {HOME, GO, SFSM_SAME, 2, DOING_CALLABLE(take_copies, "void(context, i8, str, f32, event)")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "sent, 1 first 0.5 of 1, 2 other -0.5 of 1");
    sfsm_machine_release(machine);
}

/* One callable: twice an action of each row in two tables, and a hook of a machine over each. */
static void one_callable_on_many_rows_tables_and_machines(void **state) {
    (void)state;
    trace traces[2] = {{{0}, 0}, {{0}, 0}};
    sfsm_machine *machines[2] = {NULL, NULL};
    sfsm_callable *callable = NULL;
    const sfsm_any_function function = (sfsm_any_function)see_event;
    assert_status(sfsm_callable_create(function, "i32(context, event, source)", NULL, NULL, &callable), SFSM_OK);
    for (size_t index = 0; index < COUNT(machines); index++) {
        sfsm_builder *const builder = sound_builder();
        for (size_t row = 1; row <= 2; row++) {
            add_callback(sfsm_builder_add_action, builder, row, sfsm_callable_callback(callable));
            add_callback(sfsm_builder_add_action, builder, row, sfsm_callable_callback(callable));
        }
        machines[index] = machine_from(builder, HOME, &traces[index]);
        hook_on_unhandled(machines[index], sfsm_callable_callback(callable));
    }
    sfsm_callable_release(callable); /* what was registered goes on */
    assert_status(sfsm_send(machines[0], GO), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machines[1], BACK), SFSM_UNHANDLED);
    assert_trace(&traces[0], "event 1 in 10, event 1 in 10");
    assert_trace(&traces[1], "event 2 in 10");
    sfsm_machine_release(machines[0]);
    assert_status(sfsm_send(machines[1], GO), SFSM_TRANSITIONED);
    assert_trace(&traces[1], "event 1 in 10, event 1 in 10");
    sfsm_machine_release(machines[1]);
}

/* Machines over one table, of which each sends to the next while its callable is called, or waits for a provider. */
typedef struct link {
    trace *trace;
    sfsm_machine *next;
    int32_t number;
} link;

static void send_to_next(const link *link, const char *text) {
    if (link->next != NULL) {
        sfsm_send(link->next, GO, -link->number, text, (double)link->number);
    }
}
static int32_t ask_next(const link *link) {
    send_to_next(link, "by provider");
    return WET;
}
static void take_all(int32_t number, const link *link, const char *text, double share, int32_t weather) {
    trace_note(link->trace, "%d: %d %s %g %d", (int)link->number, (int)number, text, share, (int)weather);
    send_to_next(link, "by action");
    trace_note(link->trace, "%d: %d %s %g %d", (int)link->number, (int)number, text, share, (int)weather);
}

static void a_callable_may_be_called_while_it_is_called(void **state) {
    (void)state;
    enum { LINKS = 3 };
    trace trace = {{0}, 0};
    link links[LINKS];
    sfsm_machine *machines[LINKS];
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, WEATHER, 3);
    provide(builder, WEATHER, CALLING(ask_next, "i32(context)", NULL));
    declare_event(builder, GO, "i32, str, f64");
    ADD_ROWS(builder, {HOME, GO, SFSM_SAME, 1,
                       DOING_CALLABLE(take_all, "void(i32, context, str, f64, predicate(900))")});
    sfsm_table *const table = table_from(builder);
    for (int32_t index = LINKS - 1; index >= 0; index--) {
        links[index] = (link){&trace, index + 1 < LINKS ? machines[index + 1] : NULL, index + 1};
        machines[index] = machine_over(table, HOME, &links[index]);
    }
    sfsm_table_release(table);
    assert_status(sfsm_send(machines[1], GO, 7, "at first", 0.5), SFSM_TRANSITIONED);
    assert_trace(&trace, "3: -2 by provider 2 1, 3: -2 by provider 2 1, 2: 7 at first 0.5 1, 3: -2 by action 2 1, "
                         "3: -2 by action 2 1, 2: 7 at first 0.5 1");
    assert_status(sfsm_send(machines[0], GO, INT32_MAX, "", -1.0), SFSM_TRANSITIONED);
    assert_non_null(strstr(trace.text, "1: 2147483647  -1 1"));
    for (size_t index = 0; index < LINKS; index++) {
        sfsm_machine_release(machines[index]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_callback_in_rows),
        cmocka_unit_test(every_kind_of_callback_added_singly),
        cmocka_unit_test(probe_and_explain_ask_with_arguments_and_permitted_asks_of_events_without),
        cmocka_unit_test(a_queued_event_brings_its_own_arguments),
        cmocka_unit_test(one_callable_on_many_rows_tables_and_machines),
        cmocka_unit_test(a_callable_may_be_called_while_it_is_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
