/* Snapshots in another version of a chart: nesting, regions, histories and timeouts that changed. */
#include "versions.h"

#define HEAD "definition washer version 1\n  initial idle\n  idle start -> washing\n"

/* Regions, timeouts, a history, an event that is deferred. */
static const char washer[] = HEAD "  parallel washing\n"
                                  "    stop -> idle\n"
                                  "    pause -> paused\n"
                                  "    timeout 90 stop\n"
                                  "    start -> defer\n"
                                  "    state program\n"
                                  "      default filling\n"
                                  "      history recent\n"
                                  "      state filling\n"
                                  "        full -> spinning\n"
                                  "      state spinning\n"
                                  "        timeout 30 full\n"
                                  "        full -> filling\n"
                                  "    state door\n"
                                  "      default closed\n"
                                  "      state closed\n"
                                  "        lock -> locked\n"
                                  "      state locked\n"
                                  "        lock -> closed\n"
                                  "  paused pause -> recent\n";

/* A flat definition with all of its names. */
static const char flat[] = HEAD "  program stop -> door\n"
                                "  door stop -> program\n"
                                "  washing stop -> idle\n"
                                "  washing pause -> paused\n"
                                "  washing full -> spinning\n"
                                "  spinning full -> filling\n"
                                "  filling lock -> closed\n"
                                "  closed lock -> locked\n"
                                "  locked lock -> closed\n"
                                "  paused pause -> washing\n";

/* A document with each `was` replaced by `is`: one of the last four that were made. */
static const char *changed(const char *document, const char *was, const char *is) {
    static char texts[4][4096];
    static size_t count;
    char *const text = texts[count++ % COUNT(texts)];
    char *end = text;
    for (const char *found; (found = strstr(document, was)) != NULL; document = found + strlen(was)) {
        memcpy(end, document, (size_t)(found - document));
        end += found - document;
        memcpy(end, is, strlen(is));
        end += strlen(is);
    }
    assert_ptr_not_equal(end, text); /* it was there */
    memcpy(end, document, strlen(document) + 1);
    return text;
}

static void a_chart_in_a_later_version(void **state) {
    (void)state;
    const char *const later = changed(changed(washer, "version 1", "version 2"), "  initial", "  ids states locked\n  initial");
    sfsm_machine *const old = machine_of_document(washer);
    sfsm_machine *const new = machine_of_document(later);
    send_events(old, "start full lock start");
    assert_status(sfsm_machine_advance(old, 10), SFSM_OK);
    assert_fits(old, new, "spinning locked");
    assert_json_says(new, "\"timeouts\":[{\"state\":\"washing\",\"event\":\"stop\",\"index\":0,");
    assert_json_says(new, "\"deferred\":[{\"event\":\"start\"}]");
    int64_t due = 0;
    assert_status(sfsm_machine_due(new, &due), SFSM_OK);
    assert_int_equal(due, 20);
    assert_status(sfsm_machine_advance(new, 20), SFSM_OK);
    assert_is_in(new, "filling locked");
    send_events(new, "full pause");
    assert_fits(new, old, "paused");
    send_events(old, "pause");
    assert_is_in(old, "spinning closed");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

static void a_leaf_has_states_in_it_now(void **state) {
    (void)state;
    static const char *const within = "      state spinning\n        state slow\n          full -> same\n";
    assert_documents_fit(washer, "start", changed(washer, "      state spinning\n", within), "filling closed");
    assert_documents_differ(washer, "start full", changed(washer, "      state spinning\n", within), SFSM_BAD_CONFIGURATION,
                            "the active states of the snapshot, spinning the first of them, cannot be the active ones");
}

static void regions_are_added_and_removed(void **state) {
    (void)state;
    static const char *const third = "    state door\n      default closed\n";
    const char *const more = changed(washer, third, "    state light\n      state on\n        blink -> same\n"
                                                    "    state door\n      default closed\n");
    assert_documents_differ(washer, "start lock", more, SFSM_BAD_CONFIGURATION, "filling the first of them");
    assert_documents_fit(washer, "", more, "idle");
    const char *const fewer = changed(washer, "parallel washing", "state washing\n    default program");
    assert_documents_differ(washer, "start lock", fewer, SFSM_BAD_CONFIGURATION, "filling the first of them");
}

static void states_exclude_each_other_now(void **state) {
    (void)state;
    /* Of the regions one is a child of the other. */
    const char *const moved = changed(washer, "    state door\n", "      state door\n");
    const char *const lower = changed(changed(moved, "      default closed", "        default closed"), "        lock", "          lock");
    assert_documents_differ(washer, "start", changed(changed(lower, "      state closed", "        state closed"),
                                                     "      state locked", "        state locked"),
                            SFSM_BAD_CONFIGURATION, "filling the first of them");
}

static void a_chart_becomes_flat(void **state) {
    (void)state;
    assert_documents_fit(washer, "", flat, "idle");
    assert_documents_differ(washer, "start lock", flat, SFSM_BAD_CONFIGURATION, "timeout for the event stop");
    assert_documents_differ(washer, "start full pause", flat, SFSM_BAD_CONFIGURATION, "a history of the state program");
    const char *const bare = changed(washer, "    timeout 90 stop\n", "");
    assert_documents_differ(bare, "start", flat, SFSM_BAD_CONFIGURATION, "filling the first of them");
    assert_documents_differ(bare, "start start", flat, SFSM_BAD_CONFIGURATION, "the event start is deferred in the snapshot");
}

static void a_flat_definition_becomes_a_chart(void **state) {
    (void)state;
    assert_documents_fit(flat, "", washer, "idle");
    assert_documents_fit(flat, "start pause", washer, "paused");
    assert_documents_differ(flat, "start", washer, SFSM_BAD_CONFIGURATION, "washing the first of them");
    assert_documents_differ(flat, "start full", washer, SFSM_BAD_CONFIGURATION, "spinning the first of them");
}

static void an_event_was_deferred_that_a_flat_definition_cannot_defer(void **state) {
    (void)state;
    static const char chart[] = "definition d\n  initial a\n  a go -> defer\n  a next -> b\n  b go -> a\n";
    static const char plain[] = "definition d\n  initial a\n  a go -> b\n  a next -> b\n  b go -> a\n";
    assert_documents_differ(chart, "go", plain, SFSM_BAD_CONFIGURATION, "the event go is deferred in the snapshot");
}

/* Histories. */

static void a_history_is_gone(void **state) {
    (void)state;
    const char *const none = changed(changed(washer, "      history recent\n", ""), "-> recent", "-> washing");
    assert_documents_fit(washer, "start", none, "filling closed");
    assert_documents_differ(washer, "start full pause", none, SFSM_BAD_CONFIGURATION,
                            "the snapshot has a history of the state program");
}

static void a_history_has_other_states(void **state) {
    (void)state;
    const char *const outside = changed(changed(washer, "      state spinning\n        timeout 30 full\n        full -> filling\n", ""),
                                        "    state door\n", "    state door\n      state spinning\n        full -> same\n");
    assert_documents_differ(washer, "start full pause", outside, SFSM_BAD_CONFIGURATION,
                            "the snapshot has a history of the state program");
}

static void two_histories_become_one(void **state) {
    (void)state;
    static const char two[] = "definition h\n  initial out\n  out one -> a\n  out two -> b\n"
                              "  state a\n    history ha\n    state a1\n      leave -> out\n      one -> ha\n"
                              "  state b\n    history hb\n    state b1\n      leave -> out\n      two -> hb\n";
    static const char one[] = "definition h\n  initial out\n  out one -> a\n"
                              "  state a was b\n    history ha\n    state a1 was b1\n      leave -> out\n      one -> ha\n"
                              "  event one () was two\n";
    assert_documents_fit(two, "two leave", one, "out");
    assert_documents_differ(two, "one leave two leave", one, SFSM_BAD_CONFIGURATION,
                            "the snapshot has a history of the state b");
}

/* Timeouts. */

#define WAITING(head, timeouts) "definition w\n  initial a\n" head "  state a\n" timeouts "    go -> b\n    up -> b\n  b go -> a\n"

static void a_timeout_is_gone(void **state) {
    (void)state;
    static const char old[] = WAITING("", "    timeout 5 go\n    timeout 7 up\n    timeout 9 go\n");
    static const char *const say_go = "a timeout for the event go runs in the snapshot, and its state";
    static const char *const say_up = "a timeout for the event up runs in the snapshot, and its state";
    assert_documents_fit(old, "", WAITING("", "    timeout 50 up\n    timeout 1 go\n    timeout 1 go\n"), "a");
    assert_documents_fit(old, "go", WAITING("", ""), "b");
    assert_documents_differ(old, "", WAITING("", "    timeout 5 go\n    timeout 9 go\n"), SFSM_BAD_CONFIGURATION, say_up);
    assert_documents_differ(old, "", WAITING("", "    timeout 5 go\n    timeout 7 up\n"), SFSM_BAD_CONFIGURATION, say_go);
    assert_documents_differ(old, "", WAITING("", ""), SFSM_BAD_CONFIGURATION, say_go);
}

static void the_event_of_a_timeout_is_renamed(void **state) {
    (void)state;
    static const char renamed[] = "definition w\n  initial a\n  event onwards () was go\n"
                                  "  a onwards -> b\n  b onwards -> a\n  state a\n    timeout 50 onwards\n";
    sfsm_machine *const old = machine_of_document(WAITING("", "    timeout 5 go\n"));
    sfsm_machine *const new = machine_of_document(renamed);
    assert_fits(old, new, "a");
    assert_status(sfsm_machine_advance(new, 5), SFSM_OK);
    assert_is_in(new, "b");
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

/* Two events become one, so that both timeouts are for it: each would be the first. */
static void the_events_of_two_timeouts_become_one(void **state) {
    (void)state;
    static const char one[] = "definition w\n  initial a\n  event onwards () was go up\n"
                              "  a onwards -> b\n  b onwards -> a\n  state a\n    timeout 5 onwards\n    timeout 7 onwards\n";
    assert_documents_differ(WAITING("", "    timeout 5 go\n    timeout 7 up\n"), "", one, SFSM_BAD_CONFIGURATION,
                            "a timeout for the event up runs in the snapshot, and its state");
}

static void a_state_with_a_timeout_is_no_longer_around(void **state) {
    (void)state;
    static const char old[] = "definition w\n  initial a\n  state p\n    timeout 5 go\n    state a\n      go -> a\n";
    static const char new[] = "definition w\n  initial a\n  state p\n    timeout 5 go\n    state b\n      go -> a\n  a go -> b\n";
    assert_documents_differ(old, "", new, SFSM_BAD_CONFIGURATION, "a timeout for the event go runs in the snapshot");
}

/* Charts that are done. */

static void a_final_state_is_none_now(void **state) {
    (void)state;
    static const char old[] = "definition f\n  initial a\n  a go -> b\n  state b final\n  state p\n    state c\n      go -> a\n";
    static const char new[] = "definition f\n  initial a\n  a go -> b\n  b go -> a\n  state p\n    state c\n      go -> a\n";
    assert_documents_differ(old, "go", new, SFSM_BAD_CONFIGURATION, "b the first of them");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_in_a_later_version),
        cmocka_unit_test(a_leaf_has_states_in_it_now),
        cmocka_unit_test(regions_are_added_and_removed),
        cmocka_unit_test(states_exclude_each_other_now),
        cmocka_unit_test(a_chart_becomes_flat),
        cmocka_unit_test(a_flat_definition_becomes_a_chart),
        cmocka_unit_test(an_event_was_deferred_that_a_flat_definition_cannot_defer),
        cmocka_unit_test(a_history_is_gone),
        cmocka_unit_test(a_history_has_other_states),
        cmocka_unit_test(two_histories_become_one),
        cmocka_unit_test(a_timeout_is_gone),
        cmocka_unit_test(the_event_of_a_timeout_is_renamed),
        cmocka_unit_test(the_events_of_two_timeouts_become_one),
        cmocka_unit_test(a_state_with_a_timeout_is_no_longer_around),
        cmocka_unit_test(a_final_state_is_none_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
