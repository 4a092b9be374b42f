#include "versions.h"

#include "written.h"

sfsm_machine *machine_of_document(const char *text) {
    sfsm_table *const table = read_table(text);
    sfsm_machine *const machine = machine_over(table, SFSM_INITIAL, NULL);
    sfsm_table_release(table);
    return machine;
}

int32_t state_of(const sfsm_machine *machine, const char *name) {
    const int32_t state = sfsm_table_state_named(sfsm_machine_table(machine), name, strlen(name));
    assert_int_not_equal(state, SFSM_NONE);
    return state;
}

int32_t event_of(const sfsm_machine *machine, const char *name) {
    const int32_t event = sfsm_table_event_named(sfsm_machine_table(machine), name, strlen(name));
    assert_int_not_equal(event, SFSM_NONE);
    return event;
}

void send_events(sfsm_machine *machine, const char *events) {
    char word[64];
    while (*events != '\0') {
        const size_t length = strcspn(events, " ");
        assert_true(length < sizeof word);
        memcpy(word, events, length);
        word[length] = '\0';
        const sfsm_outcome outcome = sfsm_machine_send(machine, event_of(machine, word));
        if (outcome != SFSM_DEFERRED) {
            assert_status(outcome, SFSM_TRANSITIONED);
        }
        events += length + (events[length] == ' ');
    }
}

void let_wait(sfsm_machine *machine, const char *step, const sfsm_message *message) {
    sfsm_plan plan = {.size = sizeof plan};
    if (sfsm_machine_pending(machine) > 0) {
        assert_status(sfsm_machine_plan(machine, message, &plan), SFSM_QUEUED); /* behind the others */
        return;
    }
    assert_status(sfsm_machine_plan(machine, MESSAGE(event_of(machine, step)), &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, message), SFSM_QUEUED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
}

void send_event_later(sfsm_machine *machine, const char *event, int64_t delay) {
    assert_status(sfsm_machine_send_later(machine, event_of(machine, event), delay, NULL), SFSM_OK);
}

void assert_is_in(const sfsm_machine *machine, const char *names) {
    int32_t states[16];
    size_t count = 0;
    char all[256] = "";
    assert_status(sfsm_machine_states(machine, states, COUNT(states), &count), SFSM_OK);
    for (size_t i = 0; i < count; i++) {
        strcat(strcat(all, i > 0 ? " " : ""), sfsm_table_state_name(sfsm_machine_table(machine), states[i]));
    }
    assert_string_equal(all, names);
}

void assert_fits_with(const sfsm_machine *from, sfsm_machine *to, const sfsm_restoring *restoring, const char *names) {
    for (uint32_t form = 0; form <= SFSM_SNAPSHOT_JSON; form++) {
        const snapshot snapshot = snapshot_with(from, form);
        sfsm_diagnostics *diagnostics = NULL;
        const sfsm_status status = sfsm_machine_restore(to, snapshot.bytes, snapshot.size, restoring, &diagnostics);
        if (status != SFSM_OK) {
            fail_msg("%s: %s%s", sfsm_status_name(status), sfsm_diagnostics_text(diagnostics),
                     form == 0 ? "" : snapshot.bytes);
        }
        assert_null(diagnostics);
        assert_is_in(to, names);
    }
}

void assert_fits(const sfsm_machine *from, sfsm_machine *to, const char *names) {
    assert_fits_with(from, to, NULL, names);
}

static void check_sentences(const sfsm_diagnostics *diagnostics, const char *const *sentences) {
    size_t count = 0;
    for (; sentences[count] != NULL; count++) {
        if (count >= sfsm_diagnostics_count(diagnostics)) {
            fail_msg("missing: %s\nin: %s", sentences[count], sfsm_diagnostics_text(diagnostics));
        }
        const sfsm_diagnostic told = diagnostic_at(diagnostics, count);
        assert_int_equal(told.kind, SFSM_SNAPSHOT_MISMATCH);
        if (strstr(told.text, sentences[count]) == NULL) {
            fail_msg("expected: %s\ntold: %s", sentences[count], told.text);
        }
    }
    if (sfsm_diagnostics_count(diagnostics) != count) {
        fail_msg("more than %zu: %s", count, sfsm_diagnostics_text(diagnostics));
    }
}

void check_no_place(const sfsm_machine *from, sfsm_machine *to, const sfsm_restoring *restoring, sfsm_status status,
                    const char *const *sentences) {
    for (uint32_t form = 0; form <= SFSM_SNAPSHOT_JSON; form++) {
        const snapshot snapshot = snapshot_with(from, form);
        const struct snapshot before = snapshot_of(to);
        sfsm_diagnostics *diagnostics = NULL;
        assert_status(sfsm_machine_restore(to, snapshot.bytes, snapshot.size, restoring, &diagnostics), status);
        check_sentences(diagnostics, sentences);
        sfsm_diagnostics_release(diagnostics);
        const struct snapshot after = snapshot_of(to);
        assert_same_snapshot(&before, &after);
    }
}

void assert_documents_fit(const char *from, const char *events, const char *to, const char *names) {
    sfsm_machine *const old = machine_of_document(from);
    sfsm_machine *const new = machine_of_document(to);
    send_events(old, events);
    assert_fits(old, new, names);
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

void check_documents(const char *from, const char *events, const char *to, sfsm_status status,
                     const char *const *sentences) {
    sfsm_machine *const old = machine_of_document(from);
    sfsm_machine *const new = machine_of_document(to);
    send_events(old, events);
    check_no_place(old, new, NULL, status, sentences);
    sfsm_machine_release(old);
    sfsm_machine_release(new);
}

void assert_json_says(const sfsm_machine *machine, const char *words) {
    const snapshot json = json_of(machine);
    if (strstr(json.bytes, words) == NULL) {
        fail_msg("%s\nis not in %s", words, json.bytes);
    }
}
