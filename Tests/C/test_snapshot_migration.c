/* A function of the host that decides what takes the place of what another version of the definition does not have. */
#include "arguments.h"
#include "versions.h"

#include <stdio.h>

/* What a machine of the old version has of each part. */
static const char old_version[] = "definition old\n"
                                  "  initial one\n"
                                  "  predicate Policy weak strong\n"
                                  "  one go [Policy weak] -> two\n"
                                  "  one go [Policy strong] -> same\n"
                                  "  two back -> one\n";
static const char new_version[] = "definition new\n"
                                  "  ids states eins = 10 zwei = 20\n"
                                  "  ids events los = 30 her = 40\n"
                                  "  ids predicates Gangart = 50\n"
                                  "  initial eins\n"
                                  "  predicate Gangart stark schwach\n"
                                  "  eins los [Gangart schwach] -> zwei\n"
                                  "  eins los [Gangart stark] -> same\n"
                                  "  zwei her -> eins\n";

/* Lets an event or a request wait, with the case weak. */
static void let_wait_weakly(sfsm_machine *machine, int32_t event, int32_t requested) {
    const sfsm_case weak = {sfsm_table_predicate_at(sfsm_machine_table(machine), 0), 0};
    const sfsm_message step = *MESSAGE_MATCHING(event_of(machine, "go"), &weak, 1);
    sfsm_message message = step;
    message.event = event;
    message.requested = requested;
    sfsm_plan plan = {.size = sizeof plan};
    if (sfsm_machine_pending(machine) > 0) {
        assert_status(sfsm_machine_plan(machine, &message, &plan), SFSM_QUEUED);
        return;
    }
    assert_status(sfsm_machine_plan(machine, &step, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, &message), SFSM_QUEUED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
}

/* In one, with a timer for back, and what waits: go, twice; a request for two. */
static sfsm_machine *old_machine(void) {
    sfsm_machine *const machine = machine_of_document(old_version);
    send_event_later(machine, "back", 7);
    let_wait_weakly(machine, event_of(machine, "go"), SFSM_NONE);
    let_wait_weakly(machine, event_of(machine, "go"), SFSM_NONE);
    let_wait_weakly(machine, SFSM_REQUEST, state_of(machine, "two"));
    return machine;
}

/* Translates, and notes what it is asked: a letter of the part, and the name. */
typedef struct translation {
    char asked[512];
    const char *refused; /* has no place, or NULL */
    int32_t wrong;       /* what it gives for that one instead, or SFSM_NONE */
} translation;

static sfsm_id translate(void *context, const sfsm_missing *missing) {
    static const struct {
        const char *name;
        int32_t id;
    } words[] = {{"one", 10}, {"two", 20}, {"go", 30}, {"back", 40}, {"Policy", 50}, {"weak", 1}, {"old", 0}};
    translation *const translation = context;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)missing->length, missing->name);
    const size_t length = strlen(translation->asked);
    snprintf(translation->asked + length, sizeof translation->asked - length, "%s%c %s", length > 0 ? ", " : "",
             " sepcd"[missing->part], name);
    assert_int_equal(missing->predicate, missing->part == SFSM_CASE_PART ? 50 : SFSM_NONE);
    if (translation->refused != NULL && strcmp(name, translation->refused) == 0) {
        return translation->wrong;
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        if (strcmp(words[i].name, name) == 0) return words[i].id;
    }
    return SFSM_NONE;
}

static sfsm_restoring with(translation *translation) {
    return (sfsm_restoring){.size = sizeof(sfsm_restoring), .migrate = translate, .context = translation};
}

static void all_parts_are_decided(void **state) {
    (void)state;
    static const char *const all = "d old, s one, e back, e go, p Policy, c weak, e go, p Policy, c weak, s two, "
                                   "p Policy, c weak";
    sfsm_machine *const old = old_machine();
    for (uint32_t form = 0; form <= SFSM_SNAPSHOT_JSON; form++) {
        sfsm_machine *const new = machine_of_document(new_version);
        translation translation = {.wrong = SFSM_NONE};
        const sfsm_restoring restoring = with(&translation);
        const snapshot snapshot = snapshot_with(old, form);
        assert_status(sfsm_machine_restore(new, snapshot.bytes, snapshot.size, &restoring, NULL), SFSM_OK);
        assert_string_equal(translation.asked, all);
        assert_is_in(new, "eins");
        assert_int_equal(sfsm_machine_pending(new), 3);
        assert_json_says(new, "\"sent\":[{\"event\":\"los\",\"cases\":[[\"Gangart\",\"schwach\"]]},"
                              "{\"event\":\"los\",\"cases\":[[\"Gangart\",\"schwach\"]]},{\"request\":\"zwei\",\"cases\":[[\"Gangart\",\"schwach\"]]}]");
        assert_json_says(new, "\"timers\":[{\"event\":\"her\",\"left\":7,");
        assert_status(sfsm_machine_run_pending(new), SFSM_OK);
        assert_is_in(new, "zwei");
        assert_status(sfsm_machine_advance(new, 7), SFSM_OK);
        assert_is_in(new, "eins");
        sfsm_machine_release(new);
    }
    sfsm_machine_release(old);
}

/* The part that is refused, or gets an id that this table does not have. */
static void a_wrong_decision_is_none(void **state) {
    (void)state;
    static const struct {
        const char *name, *sentence, *again, *once_more;
        sfsm_status status;
        int32_t wrong;
    } refusals[] = {
        {"old", "the snapshot is of the definition old", NULL, NULL, SFSM_BAD_VALUE, SFSM_NONE},
        {"one", "the state one, which", NULL, NULL, SFSM_UNKNOWN_STATE, 30},
        {"two", "the state two, which", NULL, NULL, SFSM_UNKNOWN_STATE, SFSM_ANY},
        {"back", "the event back waits", NULL, NULL, SFSM_UNKNOWN_EVENT, 10},
        {"go", "the event go waits", "the event go waits", NULL, SFSM_UNKNOWN_EVENT, SFSM_REQUEST},
        {"Policy", "the predicate type Policy", "the predicate type Policy", "the predicate type Policy",
         SFSM_UNKNOWN_PREDICATE, 51},
        {"weak", "the case weak of the predicate type Gangart", "the case weak", "the case weak", SFSM_UNKNOWN_CASE, 2},
        {"weak", "the case weak of the predicate type Gangart", "the case weak", "the case weak", SFSM_UNKNOWN_CASE, -1},
    };
    sfsm_machine *const old = old_machine();
    sfsm_machine *const new = machine_of_document(new_version);
    for (size_t i = 0; i < COUNT(refusals); i++) {
        for (int is_none = 0; is_none < 2; is_none++) {
            translation translation = {.refused = refusals[i].name, .wrong = is_none ? SFSM_NONE : refusals[i].wrong};
            const sfsm_restoring restoring = with(&translation);
            const char *const sentences[] = {refusals[i].sentence, refusals[i].again, refusals[i].once_more, NULL};
            check_no_place(old, new, &restoring, refusals[i].status, sentences);
        }
    }
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

static void all_that_has_no_place_is_told(void **state) {
    (void)state;
    sfsm_machine *const old = old_machine();
    sfsm_machine *const new = machine_of_document(new_version);
    assert_has_no_place(old, new, SFSM_BAD_VALUE, "the snapshot is of the definition old, this one is new: restore it in");
    const char *const nameless = strchr(new_version, '\n');
    char text[1000];
    snprintf(text, sizeof text, "definition%s", nameless);
    sfsm_machine *const other = machine_of_document(text);
    assert_has_no_place(old, other, SFSM_UNKNOWN_STATE, "the state one", "the event back", "the event go",
                        "the predicate type Policy", "the event go", "the predicate type Policy", "the state two", "the predicate type Policy");
    /* Twenty at most. */
    for (int i = 0; i < 30; i++) {
        let_wait_weakly(old, event_of(old, "back"), SFSM_NONE);
    }
    const snapshot snapshot = snapshot_of(old);
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(sfsm_machine_restore(other, snapshot.bytes, snapshot.size, NULL, &diagnostics), SFSM_UNKNOWN_STATE);
    assert_int_equal(sfsm_diagnostics_count(diagnostics), 20);
    assert_string_equal(diagnostic_at(diagnostics, 18).text, diagnostic_at(diagnostics, 1).text);
    assert_int_equal(diagnostic_at(diagnostics, 1).severity, SFSM_ERROR);
    sfsm_diagnostics_release(diagnostics);
    sfsm_machine_release(old);
    sfsm_machine_release(new);
    sfsm_machine_release(other);
}

/* A damaged snapshot is refused before the host is asked about parts of it. */
static void the_host_is_asked_about_whole_snapshots(void **state) {
    (void)state;
    sfsm_machine *const old = old_machine();
    sfsm_machine *const new = machine_of_document(new_version);
    translation translation = {.wrong = SFSM_NONE};
    const sfsm_restoring restoring = with(&translation);
    const snapshot snapshot = snapshot_of(old);
    for (size_t size = 0; size < snapshot.size; size++) {
        strcpy(translation.asked, "");
        assert_true(sfsm_machine_restore(new, snapshot.bytes, size, &restoring, NULL) < 0);
        assert_true(strlen(translation.asked) <= strlen("d old"));
    }
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

/* From inside of the function. */

typedef struct inside {
    sfsm_machine *machine;
    const snapshot *snapshot;
    bool is_accepting;
} inside;

static sfsm_id use_machine(void *context, const sfsm_missing *missing) {
    const inside *const self = context;
    sfsm_machine *const machine = self->machine;
    char bytes[64];
    size_t size = 4711;
    assert_int_equal(missing->part, SFSM_DEFINITION_PART);
    assert_status(sfsm_machine_send(machine, 30), SFSM_BUSY);
    assert_status(sfsm_machine_snapshot(machine, 0, bytes, sizeof bytes, &size), SFSM_BUSY);
    assert_status(sfsm_machine_snapshot(machine, SFSM_SNAPSHOT_JSON, bytes, sizeof bytes, &size), SFSM_BUSY);
    assert_int_equal(size, 4711);
    assert_status(sfsm_machine_restore(machine, self->snapshot->bytes, self->snapshot->size, NULL, NULL), SFSM_BUSY);
    assert_status(sfsm_machine_set_state(machine, 10), SFSM_BUSY);
    assert_status(sfsm_machine_advance(machine, 5), SFSM_BUSY);
    assert_status(sfsm_machine_start(machine, 10), SFSM_BUSY);
    assert_status(sfsm_machine_send_later(machine, 30, 5, NULL), SFSM_BUSY);
    sfsm_machine_release(machine); /* takes effect when it is restored */
    return self->is_accepting ? 0 : SFSM_NONE;
}

static void the_machine_is_busy_meanwhile(void **state) {
    (void)state;
    static const char other[] = "definition other\n  initial eins\n  eins los -> zwei\n  zwei her -> eins\n";
    const char *const renamed = strchr(other, '\n');
    char text[200];
    snprintf(text, sizeof text, "definition new\n  ids states eins = 10\n  ids events los = 30%s", renamed);
    sfsm_machine *const old = machine_of_document(other);
    const snapshot snapshot = snapshot_of(old);
    for (int is_accepting = 0; is_accepting < 2; is_accepting++) {
        sfsm_machine *const new = machine_of_document(text);
        inside inside = {new, &snapshot, is_accepting};
        const sfsm_restoring restoring = {.size = sizeof restoring, .migrate = use_machine, .context = &inside};
        assert_status(sfsm_machine_restore(new, snapshot.bytes, snapshot.size, &restoring, NULL),
                      is_accepting ? SFSM_OK : SFSM_BAD_VALUE);
    }
    sfsm_machine_release(old);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_parts_are_decided),
        cmocka_unit_test(a_wrong_decision_is_none),
        cmocka_unit_test(all_that_has_no_place_is_told),
        cmocka_unit_test(the_host_is_asked_about_whole_snapshots),
        cmocka_unit_test(the_machine_is_busy_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
