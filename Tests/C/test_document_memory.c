/* Documents and the allocator: whichever allocation is refused, nothing is read then, nothing is leaked, every finalizer
 * runs once, and the document can be read again. */
#include "allocator.h"
#include "support.h"

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

static const char text[] = "definition d version 1\n"
                           "  ids states a = 3 b\n"
                           "  event coin (i32 cents, str currency) was money\n"
                           "  predicate Mood good bad by look\n"
                           "  callable action thank void(context, predicate(Mood))\n"
                           "  on step note\n"
                           "  superstate s\n"
                           "    reset -> a / thank\n"
                           "  state a adopts s was c\n"
                           "    entry enter\n"
                           "    l: coin [Mood good|bad] ? sure in a -> b / thank raises reset\n"
                           "  state b\n"
                           "    default d / thank\n"
                           "    timeout 5 reset\n"
                           "    history d\n"
                           "      default e\n"
                           "    state e\n"
                           "      done reset\n"
                           "      reset -> \"a \\\"quoted\\\" name\"\n"
                           "    state \"a \\\"quoted\\\" name\"\n"
                           "      reset -> e\n";
static const char faulty[] = "definition\n  what\n  state a adopts nobody\n    frob\n";

static int32_t nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    if (strcmp(wanted->name, "look") == 0) {
        return SFSM_UNKNOWN_EVENT;
    }
    *out_callback = (sfsm_callback){nothing, context, count_call};
    return SFSM_OK;
}

/* Reads the text in all ways, each into the same builder, while memory is refused: see the head of this file. */
static void check_reading(const char *document, sfsm_status expected, void (*refuse)(size_t granted)) {
    for (size_t granted = 0;; granted++) {
        const size_t blocks = allocator_blocks();
        size_t bound = 0, found = 0, found_before = 0;
        sfsm_callable *callable = NULL;
        const bool has_callables = sfsm_callable_create((sfsm_any_function)nothing, "void(context, predicate(0))", NULL, NULL,
                                                        &callable) == SFSM_OK;
        sfsm_binding bindings[] = {{SFSM_PROVIDER, "look", {nothing, &bound, count_call}},
                                   {SFSM_ANY_ROLE, "unused", {nothing, &bound, count_call}},
                                   {SFSM_ACTION, "thank", {nothing, NULL, NULL}}};
        if (has_callables) {
            bindings[2].callback = sfsm_callable_callback(callable);
        }
        const sfsm_reading reading = {.size = sizeof reading, .file = "memory.fsm", .bindings = bindings,
                                      .binding_count = COUNT(bindings), .finder = find, .context = &found};
        sfsm_builder *const builder = sfsm_builder_create();
        sfsm_diagnostics *diagnostics = NULL;
        refuse(granted);
        sfsm_status status = sfsm_builder_read(builder, document, strlen(document), &reading, &diagnostics);
        const bool is_over = !allocator_has_refused();
        allocator_grant_all();
        if (!is_over && status != expected) {
            assert_status(status, SFSM_OUT_OF_MEMORY);
            assert_null(diagnostics);
            assert_int_equal(bound, 2);
            found_before = found;
            if (has_callables) {
                bindings[2].callback = sfsm_callable_callback(callable);
            }
            status = sfsm_builder_read(builder, document, strlen(document), &reading, &diagnostics);
        }
        assert_status(status, expected);
        assert_int_equal(diagnostics == NULL, expected == SFSM_OK);
        sfsm_diagnostics_release(diagnostics);
        if (expected == SFSM_OK) {
            assert_int_equal(found, found_before);
            sfsm_table_release(table_from(builder));
            assert_int_equal(found, found_before + 3);
        } else {
            sfsm_builder_release(builder);
        }
        sfsm_callable_release(callable);
        assert_int_equal(allocator_blocks(), blocks);
        if (is_over) {
            assert_true(granted > 10);
            return;
        }
    }
}

static void a_refusal_loses_nothing(void **state) {
    (void)state;
    check_reading(text, SFSM_OK, allocator_refuse_one);
    check_reading(faulty, SFSM_INVALID_DEFINITION, allocator_refuse_one);
}

static void without_memory_nothing_is_read(void **state) {
    (void)state;
    check_reading(text, SFSM_OK, allocator_grant);
    check_reading(faulty, SFSM_INVALID_DEFINITION, allocator_grant);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_refusal_loses_nothing, grant_all),
        cmocka_unit_test_teardown(without_memory_nothing_is_read, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
