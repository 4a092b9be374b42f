/* Snapshots in another version of a flat definition: states, events, predicate types and cases are found by their names,
 * then by their former names; what has no place is named, and nothing changes. */
#include "arguments.h"
#include "versions.h"

#define ROWS                                                                                                           \
    "  initial closed\n"                                                                                               \
    "  closed push -> open\n"                                                                                          \
    "  closed lock -> locked\n"                                                                                        \
    "  locked unlock -> closed\n"                                                                                      \
    "  open pull -> closed\n"

static const char door[] = "definition door version 1\n" ROWS;

static void an_equal_definition_takes_it(void **state) {
    (void)state;
    assert_documents_fit(door, "push", door, "open");
    assert_documents_fit(door, "lock", door, "locked");
}

/* The numbers of closed and open, and of push and pull, are swapped: names count. */
static void numbers_do_not_count(void **state) {
    (void)state;
    static const char swapped[] = "definition door version 2\n"
                                  "  ids states open closed\n"
                                  "  ids events pull push\n" ROWS;
    static const char renumbered[] = "definition door version 2\n"
                                     "  ids states locked = -5 open = 70 closed = 71\n"
                                     "  ids events push = 9 pull = 8\n" ROWS;
    static const char *const others[] = {swapped, renumbered};
    for (size_t i = 0; i < COUNT(others); i++) {
        assert_documents_fit(door, "", others[i], "closed");
        assert_documents_fit(door, "push", others[i], "open");
        sfsm_machine *const old = machine_of_document(door);
        sfsm_machine *const new = machine_of_document(others[i]);
        let_wait(old, "push", MESSAGE(event_of(old, "push")));
        send_event_later(old, "pull", 5);
        assert_fits(old, new, "closed");
        assert_status(sfsm_machine_run_pending(new), SFSM_OK);
        assert_is_in(new, "open");
        assert_status(sfsm_machine_advance(new, 5), SFSM_OK);
        assert_is_in(new, "closed");
        sfsm_machine_release(old);
        sfsm_machine_release(new);
    }
}

static void former_names_are_names(void **state) {
    (void)state;
    static const char renamed[] = "definition door version 2\n"
                                  "  initial shut\n"
                                  "  event press () was push\n"
                                  "  event unlock () was unbolt\n"
                                  "  state shut was closed\n"
                                  "    press -> open\n"
                                  "    lock -> bolted\n"
                                  "  state bolted was fast locked\n"
                                  "    unlock -> shut\n"
                                  "  open pull -> shut\n";
    assert_documents_fit(door, "", renamed, "shut");
    assert_documents_fit(door, "lock", renamed, "bolted");
    sfsm_machine *const old = machine_of_document(door);
    sfsm_machine *const new = machine_of_document(renamed);
    let_wait(old, "push", MESSAGE(event_of(old, "push")));
    assert_fits(old, new, "shut");
    assert_status(sfsm_machine_run_pending(new), SFSM_OK);
    assert_is_in(new, "open");
    /* Not the other way round: the old version does not know the new names. */
    assert_status(sfsm_machine_set_state(new, state_of(new, "bolted")), SFSM_OK);
    assert_has_no_place(new, old, SFSM_UNKNOWN_STATE, "the state bolted, which this definition does not have");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

static void two_states_become_one(void **state) {
    (void)state;
    static const char simpler[] = "definition door version 2\n"
                                  "  initial shut\n"
                                  "  state shut was closed locked\n"
                                  "    push -> open\n"
                                  "  open pull -> shut\n";
    assert_documents_fit(door, "", simpler, "shut");
    assert_documents_fit(door, "lock", simpler, "shut");
}

static void a_state_is_gone(void **state) {
    (void)state;
    static const char other[] = "definition door version 2\n"
                                "  initial closed\n"
                                "  closed push -> open\n"
                                "  open pull -> closed\n";
    assert_documents_fit(door, "push", other, "open");
    assert_documents_differ(door, "lock", other, SFSM_UNKNOWN_STATE,
                            "the state locked, which this definition does not have: add \"was locked\"");
}

/* Events that wait, requests, timers: all of them are told. */
static void events_that_wait_are_gone(void **state) {
    (void)state;
    static const char other[] = "definition door version 2\n"
                                "  initial closed\n"
                                "  closed kick -> open\n"
                                "  open pull -> closed\n";
    sfsm_machine *const old = machine_of_document(door);
    sfsm_machine *const new = machine_of_document(other);
    let_wait(old, "push", MESSAGE(event_of(old, "push")));
    assert_has_no_place(old, new, SFSM_UNKNOWN_EVENT, "the event push waits in the snapshot");
    send_event_later(old, "lock", 5);
    let_wait(old, "push", REQUEST(state_of(old, "locked")));
    let_wait(old, "push", MESSAGE(event_of(old, "unlock")));
    assert_has_no_place(old, new, SFSM_UNKNOWN_EVENT, "lock", "push", "the state locked", "unlock");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

static void a_machine_of_another_definition(void **state) {
    (void)state;
    static const char gate[] = "definition gate version 1\n" ROWS;
    static const char nameless[] = "definition\n" ROWS;
    assert_documents_differ(door, "push", gate, SFSM_BAD_VALUE, "the snapshot is of the definition door, this one is gate");
    assert_documents_fit(door, "push", nameless, "open");
    assert_documents_fit(nameless, "push", gate, "open");
}

static void what_has_no_name_has_no_place(void **state) {
    (void)state;
    const sfsm_row row = SFSM_ROW(LOCKED_GATE, PUSH, LOCKED_GATE, NULL);
    sfsm_machine *const old = gate(UNLOCKED_GATE);
    sfsm_machine *const new = machine_of_rows(&row, 1, LOCKED_GATE, NULL);
    assert_has_no_place(old, new, SFSM_UNKNOWN_STATE, "the state 2, which");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

/* Cases of predicate types. */

#define SAFE(predicates)                                                                                               \
    "definition safe version 2\n"                                                                                      \
    "  initial closed\n"                                                                                               \
    "  predicate " predicates "\n"                                                                                     \
    "  closed open [Policy weak] -> open\n"                                                                            \
    "  closed open [Policy strong] -> same\n"                                                                          \
    "  open close -> closed\n"

static const char safe[] = SAFE("Policy weak strong");

/* A safe to which "open" was sent with the case weak. */
static sfsm_machine *waiting_safe(void) {
    sfsm_machine *const machine = machine_of_document(safe);
    sfsm_plan plan = {.size = sizeof plan};
    const sfsm_table *const table = sfsm_machine_table(machine);
    const int32_t policy = sfsm_table_predicate_at(table, 0), open = event_of(machine, "open");
    const sfsm_case weak = {policy, 0};
    assert_status(sfsm_machine_plan(machine, MESSAGE_MATCHING(open, &weak, 1), &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(open, &weak, 1)), SFSM_QUEUED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    return machine;
}

static void cases_are_found_by_their_names(void **state) {
    (void)state;
    static const char renumbered[] = SAFE("Other one two\n  predicate Policy odd strong weak");
    sfsm_machine *const old = waiting_safe();
    sfsm_machine *const new = machine_of_document(renumbered);
    assert_fits(old, new, "closed");
    assert_json_says(new, "\"cases\":[[\"Policy\",\"weak\"]]");
    assert_status(sfsm_machine_run_pending(new), SFSM_OK);
    assert_is_in(new, "open");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

static void cases_are_gone(void **state) {
    (void)state;
    static const char without_case[] = "definition safe version 3\n"
                                       "  initial closed\n"
                                       "  predicate Policy strong stronger\n"
                                       "  closed open [Policy strong] -> open\n"
                                       "  open close -> closed\n";
    /* Its first predicate type has a case of the old one's name, and its number: that must not be taken for it. */
    static const char without_type[] = "definition safe version 3\n"
                                       "  initial closed\n"
                                       "  predicate Mood weak bad\n"
                                       "  closed open [Mood weak] -> open\n"
                                       "  open close -> closed\n";
    sfsm_machine *const old = waiting_safe();
    sfsm_machine *new = machine_of_document(without_case);
    assert_has_no_place(old, new, SFSM_UNKNOWN_CASE, "the case weak of the predicate type Policy");
    sfsm_machine_release(new);
    new = machine_of_document(without_type);
    assert_has_no_place(old, new, SFSM_UNKNOWN_PREDICATE, "the predicate type Policy, which this definition does not have");
    sfsm_machine_release(new);
    sfsm_machine_release(old);
}

/* Arguments. */

#define TILL(coin) "definition till version 2\n  initial idle\n  event coin (" coin ")\n  idle coin -> idle\n  idle go -> idle\n"

static sfsm_machine *waiting_till(int32_t cents) {
    sfsm_machine *const machine = machine_of_document(TILL("i32 cents, str currency"));
    const int32_t coin = event_of(machine, "coin");
    let_wait(machine, "go", MESSAGE_WITH(coin, NO_CASES, ARGUMENTS(I32(cents), STR("euro"))));
    return machine;
}

static void arguments_are_widened(void **state) {
    (void)state;
    sfsm_machine *const old = waiting_till(-150);
    sfsm_machine *const new = machine_of_document(TILL("i64, str"));
    assert_fits(old, new, "idle");
    assert_json_says(new, "\"arguments\":[{\"i64\":-150},{\"str\":\"euro\"}]");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

static void other_arguments_are_refused(void **state) {
    (void)state;
    static const char *const others[] = {TILL("i16, str"), TILL("u32, str"), TILL("str, i32"),      TILL("i32"),
                                         TILL(""),         TILL("ptr, str"), TILL("i32, str, i32"), TILL("bool, str")};
    sfsm_machine *const old = waiting_till(-150);
    for (size_t i = 0; i < COUNT(others); i++) {
        sfsm_machine *const new = machine_of_document(others[i]);
        assert_has_no_place(old, new, SFSM_ARGUMENT_TYPE, "the event coin waits in the snapshot with other arguments");
        sfsm_machine_release(new);
    }
    sfsm_machine_release(old);
}

/* A timer sends an event that carries nothing. */
static void an_event_of_a_timer_carries_something_now(void **state) {
    (void)state;
    sfsm_machine *const old = machine_of_document(TILL("") "  # older\n");
    sfsm_machine *const new = machine_of_document(TILL("i32"));
    send_event_later(old, "coin", 10);
    assert_has_no_place(old, new, SFSM_ARGUMENT_TYPE, "the event coin waits in the snapshot with other arguments");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_equal_definition_takes_it),
        cmocka_unit_test(numbers_do_not_count),
        cmocka_unit_test(former_names_are_names),
        cmocka_unit_test(two_states_become_one),
        cmocka_unit_test(a_state_is_gone),
        cmocka_unit_test(events_that_wait_are_gone),
        cmocka_unit_test(a_machine_of_another_definition),
        cmocka_unit_test(what_has_no_name_has_no_place),
        cmocka_unit_test(cases_are_found_by_their_names),
        cmocka_unit_test(cases_are_gone),
        cmocka_unit_test(arguments_are_widened),
        cmocka_unit_test(other_arguments_are_refused),
        cmocka_unit_test(an_event_of_a_timer_carries_something_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
