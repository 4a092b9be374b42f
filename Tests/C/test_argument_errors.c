/* Chapter 8, sends with arguments that are mistakes: nothing happens, and it is told which argument it was. And what
 * asks of an event without sending it, for events that carry arguments. */
#include "arguments.h"

enum { FIRST = 4, SHUT, NEXT };

/* Notes all that could happen. FIRST carries (i32, str, f64) and leads to AWAY; STAY carries nothing; SHUT carries
 * (i32), and its guard says no; NEXT (u8) is for AWAY alone. */
static sfsm_builder *noting_builder(void) {
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME);
    trace_block(builder, home, "HOME");
    declare_event(builder, FIRST, "i32, str, f64");
    declare_event(builder, SHUT, "i32");
    declare_event(builder, NEXT, "u8");
    ADD_ROWS(builder, {HOME, FIRST, AWAY, 3, ASKING(note_arguments, "first?"), DOING(note_arguments, "first")},
             {HOME, STAY, SFSM_SAME, 4, ASKING(note_arguments, "stay?")},
             {HOME, SHUT, SFSM_SAME, 5, ASKING(note_arguments_no, "shut?")},
             {AWAY, NEXT, SFSM_SAME, 6, DOING(note_arguments, "next")});
    return builder;
}

static sfsm_machine *noting_machine(trace *trace) {
    sfsm_machine *const machine = machine_from(noting_builder(), HOME, trace);
    assert_status(sfsm_machine_on_step(machine, note_arguments, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note_arguments, "unhandled", NULL), SFSM_OK);
    return machine;
}

static void check_nothing_happened(sfsm_machine *machine) {
    assert_trace((trace *)sfsm_machine_context(machine), "");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_int_equal(sfsm_machine_failure(machine), 0);
}

/* What is sent, and which argument is told. */
typedef struct mistake {
    int32_t event;
    sfsm_value arguments[5];
    size_t count;
    sfsm_status status;
    size_t index;
    int32_t declared, sent;
} mistake;

#define OF(type_, member, value) {type_, {.member = (value)}}
#define NUMBER OF(SFSM_I32, i32, 1)
#define TEXT OF(SFSM_STR, str, "text")
#define REAL OF(SFSM_F64, f64, 0.5)
static const mistake mistakes[] = {
    {FIRST, {{0}}, 0, SFSM_ARGUMENT_COUNT, 0, SFSM_I32, 0},
    {FIRST, {NUMBER}, 1, SFSM_ARGUMENT_COUNT, 1, SFSM_STR, 0},
    {FIRST, {NUMBER, TEXT}, 2, SFSM_ARGUMENT_COUNT, 2, SFSM_F64, 0},
    {FIRST, {NUMBER, TEXT, REAL, TEXT}, 4, SFSM_ARGUMENT_COUNT, 3, 0, SFSM_STR},
    {FIRST, {NUMBER, TEXT, REAL, NUMBER, TEXT}, 5, SFSM_ARGUMENT_COUNT, 3, 0, SFSM_I32},
    {FIRST, {TEXT, TEXT}, 2, SFSM_ARGUMENT_COUNT, 2, SFSM_F64, 0}, /* the number comes before the types */
    {FIRST, {TEXT, NUMBER, REAL}, 3, SFSM_ARGUMENT_TYPE, 0, SFSM_I32, SFSM_STR},
    {FIRST, {NUMBER, NUMBER, TEXT}, 3, SFSM_ARGUMENT_TYPE, 1, SFSM_STR, SFSM_I32},
    {FIRST, {NUMBER, TEXT, OF(SFSM_BOOL, boolean, true)}, 3, SFSM_ARGUMENT_TYPE, 2, SFSM_F64, SFSM_BOOL},
    {FIRST, {OF(SFSM_INTEGER, i64, INT64_C(1) << 31), TEXT, REAL}, 3, SFSM_ARGUMENT_TYPE, 0, SFSM_I32, SFSM_INTEGER},
    {FIRST, {OF(0, i64, 1), TEXT, REAL}, 3, SFSM_ARGUMENT_TYPE, 0, SFSM_I32, 0},
    {FIRST, {NUMBER, OF(99, str, "text"), REAL}, 3, SFSM_ARGUMENT_TYPE, 1, SFSM_STR, 99},
    {STAY, {NUMBER}, 1, SFSM_ARGUMENT_COUNT, 0, 0, SFSM_I32},
    {SHUT, {{0}}, 0, SFSM_ARGUMENT_COUNT, 0, SFSM_I32, 0},
    {NEXT, {TEXT}, 1, SFSM_ARGUMENT_TYPE, 0, SFSM_U8, SFSM_STR}, /* whether it would be handled or not */
};

static void wrong_arguments_change_nothing_and_are_told(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = noting_machine(&trace);
    assert_rejected_argument(machine, 0, 0, 0); /* nothing was wrong yet */
    for (size_t index = 0; index < COUNT(mistakes); index++) {
        const mistake *const mistake = &mistakes[index];
        int32_t target = 4711;
        size_t count = 4711;
        assert_status(sfsm_machine_send_message(
                          machine, MESSAGE_WITH(mistake->event, NO_CASES, mistake->arguments, mistake->count)),
                      mistake->status);
        assert_rejected_argument(machine, mistake->index, mistake->declared, mistake->sent);
        assert_status(sfsm_send(machine, NEXT, "another"), SFSM_ARGUMENT_TYPE); /* something else to be told */
        assert_rejected_argument(machine, 0, SFSM_U8, SFSM_STR);
        assert_status(sfsm_machine_probe(
                          machine, MESSAGE_WITH(mistake->event, NO_CASES, mistake->arguments, mistake->count), &target),
                      mistake->status);
        assert_rejected_argument(machine, mistake->index, mistake->declared, mistake->sent);
        assert_status(sfsm_send(machine, NEXT, "another"), SFSM_ARGUMENT_TYPE);
        assert_status(sfsm_machine_explain(machine,
                                           MESSAGE_WITH(mistake->event, NO_CASES, mistake->arguments, mistake->count),
                                           NULL, 0, &count),
                      mistake->status);
        assert_rejected_argument(machine, mistake->index, mistake->declared, mistake->sent);
        assert_int_equal(target, 4711);
        assert_int_equal(count, 4711);
        check_nothing_happened(machine);
    }
    assert_status(sfsm_send(machine, FIRST, 1, "text", 0.5), SFSM_TRANSITIONED);
    assert_trace(&trace, "first?(i32 1, str \"text\", f64 0.5), exit HOME, first(i32 1, str \"text\", f64 0.5), "
                         "step(i32 1, str \"text\", f64 0.5)");
    assert_rejected_argument(machine, 0, SFSM_U8, SFSM_STR); /* remembered until the next mistake */
    assert_status(sfsm_machine_rejected_argument(machine, NULL, NULL, NULL), SFSM_OK);
    sfsm_machine_release(machine);
}

static void an_event_with_arguments_is_not_sent_without_them(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t target = 4711;
    size_t count = 4711;
    sfsm_machine *const machine = noting_machine(&trace);
    assert_status(sfsm_machine_send(machine, FIRST), SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, 0, SFSM_I32, 0);
    assert_status(sfsm_machine_send(machine, NEXT), SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, 0, SFSM_U8, 0);
    assert_status(sfsm_machine_send_message(machine, MESSAGE(FIRST)), SFSM_ARGUMENT_COUNT);
    assert_status(sfsm_machine_probe(machine, MESSAGE(FIRST), &target), SFSM_ARGUMENT_COUNT);
    assert_status(sfsm_machine_explain(machine, MESSAGE(FIRST), NULL, 0, &count), SFSM_ARGUMENT_COUNT);
    assert_int_equal(target, 4711);
    assert_int_equal(count, 4711);
    check_nothing_happened(machine);
    sfsm_machine_release(machine);
}

/* Of several mistakes in one call the first in this order is told. */
static void mistakes_are_found_in_order(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    static const sfsm_case unknown_case = {WEATHER, 4711};
    static const sfsm_value number = OF(SFSM_I32, i32, 1), text = OF(SFSM_STR, str, "text");
    sfsm_builder *const builder = noting_builder();
    declare_all(builder);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    const size_t too_many = (size_t)PTRDIFF_MAX + 1;
    assert_status(sfsm_machine_send_message(NULL, MESSAGE_WITH(SFSM_NONE, NULL, SIZE_MAX, NULL, SIZE_MAX)),
                  SFSM_NULL_POINTER);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_NONE, &unknown_case, 1, &text, too_many)),
                  SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_NONE, &unknown_case, too_many, &text, 1)),
                  SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_NONE, &unknown_case, 1, NULL, 1)),
                  SFSM_NULL_POINTER);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_NONE, NULL, 1, &text, 1)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_NONE, &unknown_case, 1, &text, 1)),
                  SFSM_RESERVED_ID);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(4711, &unknown_case, 1, &text, 1)), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(4711, &unknown_case, 1, &text, 1)),
                  SFSM_UNKNOWN_EVENT);
    assert_rejected_argument(machine, 0, 0, 0);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(SHUT, &unknown_case, 1)), SFSM_ARGUMENT_COUNT);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SHUT, &unknown_case, 1, &text, 1)),
                  SFSM_ARGUMENT_TYPE);
    assert_rejected(machine, SFSM_NONE, SFSM_NONE);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SHUT, &unknown_case, 1, &number, 1)),
                  SFSM_UNKNOWN_CASE);
    assert_rejected(machine, WEATHER, 4711);
    assert_trace(&trace, "exit HOME");
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * From inside
 * ------------------------------------------------------------------------------------------------------------- */

static int32_t send_wrongly(const sfsm_step *step, void *words) {
    size_t index = 4711;
    int32_t declared = 4711, sent = 4711;
    note(step, words);
    trace_note(step->context, "%s", sfsm_status_name(sfsm_send(step->machine, NEXT)));
    sfsm_machine_rejected_argument(step->machine, &index, &declared, &sent);
    trace_note(step->context, "%zu %s %d", index, type_word(declared), (int)sent);
    trace_note(step->context, "%s", sfsm_status_name(sfsm_send(step->machine, NEXT, 256)));
    sfsm_machine_rejected_argument(step->machine, &index, &declared, &sent);
    trace_note(step->context, "%zu %s %s", index, type_word(declared), type_word(sent));
    trace_note(step->context, "%s", sfsm_status_name(sfsm_send(step->machine, NEXT, 255)));
    trace_note(step->context, "%zu", sfsm_machine_pending(step->machine));
    return 0;
}

static void arguments_are_judged_when_an_event_is_queued(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = noting_builder();
    ADD_ROWS(builder, {HOME, BACK, AWAY, 7, DOING(send_wrongly, "back")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit HOME, back, SFSM_ARGUMENT_COUNT, 0 u8 0, SFSM_ARGUMENT_TYPE, 0 u8 integer, SFSM_QUEUED, "
                         "1, next(u8 255)");
    sfsm_machine_release(machine);
}

static int32_t send_while_asked(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    trace_note(step->context, "%s", sfsm_status_name(sfsm_send(step->machine, NEXT, "text")));
    trace_note(step->context, "%s", sfsm_status_name(sfsm_send(step->machine, NEXT, 1)));
    return 1;
}

static void a_machine_that_is_asked_takes_nothing(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = noting_builder();
    ADD_ROWS(builder, {HOME, BACK, AWAY, 7, ASKING(send_while_asked, "back?")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_probe(machine, MESSAGE(BACK), NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "back?(), SFSM_ARGUMENT_TYPE, SFSM_BUSY");
    check_nothing_happened(machine);
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Updates and questions
 * ------------------------------------------------------------------------------------------------------------- */

static int32_t name_shut(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    return SHUT;
}

static void an_update_cannot_send_an_event_that_carries_arguments(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t event = 4711;
    sfsm_builder *const builder = noting_builder();
    assert_status(sfsm_builder_on_update(builder, 1, name_shut, "update", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, 0, SFSM_I32, 0);
    assert_trace(&trace, "update()");
    check_nothing_happened(machine);
    assert_status(sfsm_machine_update(machine, 1, NULL, &event), SFSM_OK); /* it may be handed over */
    assert_int_equal(event, SHUT);
    assert_trace(&trace, "update()");
    sfsm_machine_release(machine);
}

static void questions_of_an_event_are_asked_with_its_arguments(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t target = 4711;
    size_t count = 4711;
    sfsm_reason reasons[4];
    sfsm_machine *const machine = noting_machine(&trace);
    assert_status(sfsm_machine_probe(
                      machine, MESSAGE_WITH(FIRST, NO_CASES, ARGUMENTS(INTEGER(7), STR("text"), F64(0.5))), &target),
                  SFSM_TRANSITIONED);
    assert_int_equal(target, AWAY);
    assert_trace(&trace, "first?(i32 7, str \"text\", f64 0.5)");
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(SHUT, NO_CASES, ARGUMENTS(I32(8))), &target), SFSM_REFUSED);
    assert_int_equal(target, HOME);
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(NEXT, NO_CASES, ARGUMENTS(U8(9))), NULL), SFSM_UNHANDLED);
    assert_status(sfsm_machine_probe(machine, MESSAGE(STAY), NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "shut?(i32 8), stay?()");
    assert_status(sfsm_machine_explain(machine, MESSAGE_WITH(SHUT, NO_CASES, ARGUMENTS(INTEGER(9))), reasons,
                                       COUNT(reasons), &count),
                  SFSM_REFUSED);
    assert_int_equal(count, 1);
    assert_int_equal(reasons[0].kind, SFSM_GUARD_REFUSED);
    assert_int_equal(reasons[0].guard, 0);
    assert_trace(&trace, "shut?(i32 9)");
    check_nothing_happened(machine);
    sfsm_machine_release(machine);
}

static void events_with_arguments_are_permitted_if_a_row_matches(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t events[8];
    size_t count = 4711;
    sfsm_builder *const builder = noting_builder();
    ADD_ROWS(builder, {HOME, BACK, SFSM_SAME, 7, ASKING(note_no, "back?")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_OK);
    static const int32_t permitted[] = {GO, STAY, FIRST, SHUT};
    assert_int_equal(count, COUNT(permitted));
    assert_memory_equal(events, permitted, sizeof permitted);
    assert_trace(&trace, "back?, stay?()"); /* guards of the others are not asked: what would they be told? */
    assert_status(sfsm_machine_permitted(machine, NULL, SFSM_WITHOUT_GUARDS, events, COUNT(events), &count), SFSM_OK);
    static const int32_t without_guards[] = {GO, BACK, STAY, FIRST, SHUT};
    assert_int_equal(count, COUNT(without_guards));
    assert_memory_equal(events, without_guards, sizeof without_guards);
    check_nothing_happened(machine);
    sfsm_machine_release(machine);
}

/* Also where another event declares as many of the same type. */
static void an_event_takes_no_more_arguments_than_it_declares(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, FIRST, "i32");
    declare_event(builder, SHUT, "f64");
    declare_event(builder, NEXT, "f64, f64, f64");
    ADD_ROWS(builder, {HOME, FIRST, SFSM_SAME, 3, DOING(note_arguments, "first")},
             {HOME, SHUT, SFSM_SAME, 4, DOING(note_arguments, "shut")},
             {HOME, NEXT, SFSM_SAME, 5, DOING(note_arguments, "next")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SHUT, NO_CASES, ARGUMENTS(F64(1), F64(2), F64(3)))),
                  SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, 1, 0, SFSM_F64);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SHUT, NO_CASES, ARGUMENTS(F64(1)))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "shut(f64 1)");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_change_nothing_and_are_told),
        cmocka_unit_test(an_event_with_arguments_is_not_sent_without_them),
        cmocka_unit_test(mistakes_are_found_in_order),
        cmocka_unit_test(arguments_are_judged_when_an_event_is_queued),
        cmocka_unit_test(a_machine_that_is_asked_takes_nothing),
        cmocka_unit_test(an_update_cannot_send_an_event_that_carries_arguments),
        cmocka_unit_test(questions_of_an_event_are_asked_with_its_arguments),
        cmocka_unit_test(events_with_arguments_are_permitted_if_a_row_matches),
        cmocka_unit_test(an_event_takes_no_more_arguments_than_it_declares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
