/* Chapter 8, messages: their size, what of them is read, messages whose event is left open, and arrays of reasons. What
 * cases and arguments come to is in test_predicate_sends.c and test_arguments.c. */
#include "arguments.h"

enum { SHUT = 11 };

static sfsm_machine *machine_for_messages(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, POLICY, 2);
    declare_event(builder, SHUT, "i32");
    static const sfsm_match strong[] = {SFSM_MATCH(POLICY, STRONG)};
    static const sfsm_row rows[] = {
        SFSM_ROW_MATCHING(HOME, GO, strong, AWAY, NULL), SFSM_ROW(HOME, SHUT, SFSM_SAME, NULL),
        SFSM_ROW(HOME, SFSM_REQUEST, AWAY, NULL),        SFSM_ROW(AWAY, BACK, HOME, NULL),
        SFSM_ROW(AWAY, SFSM_REQUEST, HOME, NULL),
    };
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    return lenient_machine_from(builder, HOME, NULL);
}

/* Every function that takes a message, none of which may change the machine. */
static void check_fault(sfsm_machine *machine, const sfsm_message *message, sfsm_status fault) {
    int32_t target = 4711, ids[4] = {4711};
    sfsm_reason reason = {.kind = 4711};
    size_t count = 4711;
    assert_status(sfsm_machine_send_message(machine, message), fault);
    assert_status(sfsm_machine_probe(machine, message, &target), fault);
    assert_status(sfsm_machine_explain(machine, message, &reason, 1, &count), fault);
    if (message != NULL) {
        sfsm_message *const open = (sfsm_message *)(uintptr_t)message;
        const int32_t event = open->event;
        open->event = SFSM_ANY;
        assert_status(sfsm_machine_permitted(machine, message, 0, ids, COUNT(ids), &count), fault);
        open->event = event;
    }
    assert_int_equal(target, 4711);
    assert_int_equal(ids[0], 4711);
    assert_int_equal(reason.kind, 4711);
    assert_int_equal(count, 4711);
    assert_int_equal(sfsm_machine_state(machine), HOME);
}

static void a_message_has_the_size_that_it_says(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_for_messages();
    sfsm_message message = SFSM_REQUEST_MESSAGE(AWAY);
    assert_int_equal(message.size, sizeof message);
    for (message.size = 0; message.size < sizeof message; message.size++) {
        check_fault(machine, &message, SFSM_BAD_SIZE);
    }
    message.size = SIZE_MAX;
    check_fault(machine, &message, SFSM_BAD_SIZE);
    check_fault(machine, NULL, SFSM_NULL_POINTER);
    assert_status(sfsm_machine_send_message(NULL, &message), SFSM_NULL_POINTER);
    sfsm_machine_release(machine);
}

/* A message of a later version, whose new fields may be used only if they are known. */
static void fields_that_are_not_known_must_be_zero(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_for_messages();
    struct {
        sfsm_message message;
        unsigned char appended[24];
    } later = {SFSM_MESSAGE(SHUT), {0}};
    later.message.arguments = &I32(7);
    later.message.argument_count = 1;
    later.message.size = sizeof later;
    assert_status(sfsm_machine_send_message(machine, &later.message), SFSM_TRANSITIONED);
    later.message.argument_count = 0;
    for (size_t byte = 0; byte < sizeof later.appended; byte++) {
        later.appended[byte] = 1;
        check_fault(machine, &later.message, SFSM_BAD_SIZE);
        later.message.size = sizeof later.message + byte; /* up to it, and not beyond */
        assert_status(sfsm_machine_send_message(machine, &later.message), SFSM_ARGUMENT_COUNT);
        later.message.size = sizeof later;
        later.appended[byte] = 0;
    }
    sfsm_machine_release(machine);
}

/* What a message does not use may hold anything: 0 as well as SFSM_NONE. */
static void the_requested_state_is_read_of_requests_only(void **state) {
    (void)state;
    static const int32_t anything[] = {0, HOME, AWAY, 4711, SFSM_NONE, SFSM_ANY};
    sfsm_machine *const machine = machine_for_messages();
    for (size_t index = 0; index < COUNT(anything); index++) {
        sfsm_message message = SFSM_MESSAGE(GO);
        message.requested = anything[index];
        int32_t target = 4711;
        assert_status(sfsm_machine_probe(machine, &message, &target), SFSM_UNHANDLED);
        message.cases = (const sfsm_case[]){{POLICY, STRONG}};
        message.case_count = 1;
        assert_status(sfsm_machine_probe(machine, &message, &target), SFSM_TRANSITIONED);
        assert_int_equal(target, AWAY);
        assert_status(sfsm_machine_send_message(machine, &message), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    }
    sfsm_machine_release(machine);
}

static void requests_are_messages(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_for_messages();
    static const struct {
        int32_t requested;
        sfsm_outcome outcome;
    } calls[] = {{HOME, SFSM_UNHANDLED},       {4711, SFSM_UNKNOWN_STATE}, {SFSM_NONE, SFSM_RESERVED_ID},
                 {SFSM_ANY, SFSM_RESERVED_ID}, {AWAY, SFSM_TRANSITIONED},  {AWAY, SFSM_UNHANDLED}};
    for (size_t index = 0; index < COUNT(calls); index++) {
        assert_status(sfsm_machine_probe(machine, REQUEST(calls[index].requested), NULL), calls[index].outcome);
        assert_status(sfsm_machine_send_message(machine, REQUEST(calls[index].requested)), calls[index].outcome);
    }
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

static void a_request_carries_nothing(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_for_messages();
    sfsm_message message = SFSM_REQUEST_MESSAGE(AWAY);
    message.arguments = &I32(7);
    message.argument_count = 1;
    check_fault(machine, &message, SFSM_ARGUMENT_COUNT);
    assert_status(sfsm_machine_send_message(machine, &message), SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, 0, 0, SFSM_I32);
    sfsm_machine_release(machine);
}

static void permitted_takes_a_message_whose_event_is_left_open(void **state) {
    (void)state;
    static const int32_t closed[] = {GO, 4711, SFSM_REQUEST, SFSM_NONE, 0};
    sfsm_machine *const machine = machine_for_messages();
    int32_t ids[4] = {4711, 4711, 4711, 4711};
    size_t count = 4711;
    for (size_t index = 0; index < COUNT(closed); index++) {
        assert_status(sfsm_machine_permitted(machine, MESSAGE(closed[index]), 0, ids, COUNT(ids), &count),
                      SFSM_BAD_VALUE);
    }
    assert_status(sfsm_machine_permitted(machine, MESSAGE_WITH(SFSM_ANY, NO_CASES, ARGUMENTS(I32(1))), 0, ids,
                                         COUNT(ids), &count),
                  SFSM_ARGUMENT_COUNT);
    assert_int_equal(count, 4711);
    assert_int_equal(ids[0], 4711);
    assert_status(sfsm_machine_permitted(machine, MESSAGE(SFSM_ANY), 0, ids, COUNT(ids), &count), SFSM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ids[0], SHUT);
    assert_status(sfsm_machine_permitted(machine, MESSAGE_MATCHING(SFSM_ANY, CASES({POLICY, STRONG})), 0, ids,
                                         COUNT(ids), &count),
                  SFSM_OK);
    assert_int_equal(count, 2);
    assert_status(sfsm_machine_permitted(machine, MESSAGE(SFSM_ANY), SFSM_PERMITTED_STATES, ids, COUNT(ids), &count),
                  SFSM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ids[0], AWAY);
    sfsm_machine_release(machine);
}

/* HOME names an event when time passes: SHUT, which carries an i32, or GO, for the case STRONG. */
static int32_t name_event(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s %d", (const char *)words, (int)sfsm_step_case(step, POLICY));
    return strcmp(words, "shut") == 0 ? SHUT : GO;
}

static sfsm_machine *strict_machine_that_names(const char *words, trace *trace) {
    static const sfsm_match strong[] = {SFSM_MATCH(POLICY, STRONG)};
    static const sfsm_row rows[] = {SFSM_ROW_MATCHING(HOME, GO, strong, AWAY, NULL), SFSM_ROW(HOME, SHUT, AWAY, NULL)};
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, POLICY, 2);
    declare_event(builder, SHUT, "i32");
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, 2, note_arguments, "shut", NULL), SFSM_OK);
    assert_status(
        sfsm_builder_on_update(builder, state_from(builder, HOME), name_event, (void *)(uintptr_t)words, NULL),
        SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, SFSM_FINAL, NULL), SFSM_OK);
    return machine_from(builder, HOME, trace);
}

static void an_update_sends_its_event_with_the_cases_of_a_message(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = strict_machine_that_names("go", &trace);
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_MISSING_PREDICATE);
    assert_status(sfsm_machine_update(machine, 1, MESSAGE_MATCHING(SFSM_ANY, CASES({POLICY, WEAK})), NULL),
                  SFSM_UNHANDLED);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_update(machine, 1, MESSAGE_MATCHING(SFSM_ANY, CASES({POLICY, STRONG})), NULL),
                  SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_trace(&trace, "go -2147483644, go 0, go 1"); /* the callbacks see them too */
    sfsm_machine_release(machine);
}

static void an_update_sends_its_event_with_the_arguments_of_a_message(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = strict_machine_that_names("shut", &trace);
    assert_status(sfsm_machine_update(machine, 1, MESSAGE_MATCHING(SFSM_ANY, CASES({POLICY, WEAK})), NULL),
                  SFSM_ARGUMENT_COUNT);
    assert_status(
        sfsm_machine_update(machine, 1, MESSAGE_WITH(SFSM_ANY, CASES({POLICY, WEAK}), ARGUMENTS(INTEGER(7))), NULL),
        SFSM_TRANSITIONED);
    assert_trace(&trace, "shut 0, shut 0, shut(i32 7)");
    sfsm_machine_release(machine);
}

static void a_message_of_an_update_is_checked_before_its_callbacks_run(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = strict_machine_that_names("go", &trace);
    sfsm_message later = SFSM_MESSAGE(SFSM_ANY);
    later.size--;
    int32_t event = 4711;
    assert_status(sfsm_machine_update(machine, 1, MESSAGE(SFSM_ANY), &event), SFSM_MISSING_PREDICATE);
    assert_rejected(machine, POLICY, SFSM_NONE);
    assert_status(sfsm_machine_update(machine, 1, MESSAGE_MATCHING(SFSM_ANY, CASES({POLICY, 2})), &event),
                  SFSM_UNKNOWN_CASE);
    assert_rejected(machine, POLICY, 2);
    assert_status(sfsm_machine_update(machine, 1, MESSAGE_MATCHING(GO, CASES({POLICY, WEAK})), &event), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_update(machine, 1, REQUEST(AWAY), &event), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_update(machine, 1, MESSAGE_MATCHING(SFSM_ANY, NULL, 1), &event), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_update(machine, 1, &later, &event), SFSM_BAD_SIZE);
    assert_int_equal(event, 4711);
    assert_trace(&trace, "");
    assert_status(sfsm_machine_update(machine, 1, MESSAGE_MATCHING(SFSM_ANY, CASES({POLICY, WEAK})), &event), SFSM_OK);
    assert_int_equal(event, GO);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    sfsm_machine_release(machine);
}

/* Reasons may be larger than this library knows: as a caller of a later version compiled them. */
static void reasons_have_the_size_that_the_caller_gives_them(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_for_messages();
    const sfsm_message *const go = MESSAGE_MATCHING(GO, CASES({POLICY, WEAK}));
    struct {
        sfsm_reason reason;
        unsigned char appended[3 * sizeof(void *)];
    } reasons[3];
    size_t count = 4711;
    memset(reasons, 0xa5, sizeof reasons);
    for (size_t size = 0; size < sizeof reasons[0]; size++) {
        const bool is_known = size >= sizeof(sfsm_reason) && size % sizeof(void *) == 0;
        if (!is_known) {
            assert_status(sfsm_machine_explain_sized(machine, go, &reasons->reason, size, COUNT(reasons), &count),
                          SFSM_BAD_SIZE);
            assert_int_equal(count, 4711);
            assert_int_equal(*(unsigned char *)reasons, 0xa5);
        }
    }
    assert_status(sfsm_machine_explain_sized(machine, go, &reasons->reason, SIZE_MAX, 1, &count), SFSM_BAD_SIZE);
    assert_status(sfsm_machine_explain_sized(machine, go, &reasons->reason, sizeof reasons[0], 2, &count),
                  SFSM_UNHANDLED);
    assert_int_equal(count, 1);
    assert_int_equal(reasons[0].reason.kind, SFSM_NOT_MATCHED);
    assert_int_equal(reasons[0].reason.predicate, POLICY);
    assert_int_equal(reasons[0].reason.value, WEAK);
    for (size_t byte = 0; byte < sizeof reasons[0].appended; byte++) {
        assert_int_equal(reasons[0].appended[byte], 0);
        assert_int_equal(reasons[1].appended[byte], 0xa5);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_has_the_size_that_it_says),
        cmocka_unit_test(fields_that_are_not_known_must_be_zero),
        cmocka_unit_test(the_requested_state_is_read_of_requests_only),
        cmocka_unit_test(requests_are_messages),
        cmocka_unit_test(a_request_carries_nothing),
        cmocka_unit_test(permitted_takes_a_message_whose_event_is_left_open),
        cmocka_unit_test(an_update_sends_its_event_with_the_cases_of_a_message),
        cmocka_unit_test(an_update_sends_its_event_with_the_arguments_of_a_message),
        cmocka_unit_test(a_message_of_an_update_is_checked_before_its_callbacks_run),
        cmocka_unit_test(reasons_have_the_size_that_the_caller_gives_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
