/* What has no place in another version of a definition is told by the name that it had. */
#include "snapshots.h"

#include <stdlib.h>

static sfsm_machine *machine_of_document(const char *text) {
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_machine *machine = NULL;
    assert_status(sfsm_builder_read(builder, text, strlen(text), NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_machine_create(table, SFSM_INITIAL, NULL, &machine), SFSM_OK);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    return machine;
}

/* Restores a snapshot of the one in the other, which says these words. In memory that ends with the snapshot, and is
 * overwritten before the words are read: the diagnostics own them. */
static void assert_told(const char *one, const char *other, sfsm_status status, const char *words) {
    sfsm_machine *const former = machine_of_document(one);
    sfsm_machine *const present = machine_of_document(other);
    const snapshot taken = snapshot_of(former);
    char *const bytes = malloc(taken.size);
    memcpy(bytes, taken.bytes, taken.size);
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(sfsm_machine_restore(present, bytes, taken.size, NULL, &diagnostics), status);
    memset(bytes, 'x', taken.size);
    free(bytes);
    const char *const text = sfsm_diagnostics_text(diagnostics);
    if (strstr(text, words) == NULL) {
        fail_msg("\"%s\" should say \"%s\"", text, words);
    }
    sfsm_diagnostics_release(diagnostics);
    sfsm_machine_release(former);
    sfsm_machine_release(present);
}

static void a_state_that_is_gone(void **state) {
    (void)state;
    assert_told("definition d\n  initial an-old-state-with-a-long-name\n  an-old-state-with-a-long-name go -> b\n  b go -> b\n",
                "definition d\n  initial b\n  b go -> b\n", SFSM_UNKNOWN_STATE, "the state an-old-state-with-a-long-name");
}

static void states_that_cannot_be_active_together_any_more(void **state) {
    (void)state;
    assert_told("definition d\n  initial both\n  parallel both\n    state left\n      go -> same\n    state right\n"
                "      go -> same\n",
                "definition d\n  initial both\n  state both\n    default left\n    state left\n      go -> right\n"
                "    state right\n      go -> left\n",
                SFSM_BAD_CONFIGURATION, "left");
}

static void a_timeout_that_is_gone(void **state) {
    (void)state;
    assert_told("definition d\n  initial a\n  state a\n    timeout 5 ring\n    ring -> b\n  b ring -> a\n",
                "definition d\n  initial a\n  state a\n    timeout 5 alarm\n    alarm -> b\n    ring -> b\n  b ring -> a\n",
                SFSM_BAD_CONFIGURATION, "ring");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_that_is_gone),
        cmocka_unit_test(states_that_cannot_be_active_together_any_more),
        cmocka_unit_test(a_timeout_that_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
