/*
 * Building under a limit of memory (RLIMIT_AS), from too little to enough: the verdict is the one that there is with
 * enough memory, or SFSM_OUT_OF_MEMORY; the process lives, and the builder builds as soon as there is memory again.
 */
#include "support.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int32_t nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void add_ring(sfsm_builder *builder, int32_t count) {
    for (int32_t state = 0; state < count; state++) {
        row_from(builder, state, state % 7, (state + 1) % count);
    }
}

static void rows(sfsm_builder *builder, int32_t count) {
    add_ring(builder, count);
}

static void rows_with_actions(sfsm_builder *builder, int32_t count) {
    add_ring(builder, count);
    for (int32_t row = 0; row < count; row++) {
        for (int action = 0; action < 4; action++) {
            assert_status(sfsm_builder_add_action(builder, (size_t)row + 1, nothing, NULL, NULL), SFSM_OK);
        }
    }
}

static void named_states(sfsm_builder *builder, int32_t count) {
    char text[300];
    memset(text, 'x', sizeof text);
    add_ring(builder, count);
    for (int32_t state = 0; state < count; state++) {
        snprintf(text + 200, 100, "%d", (int)state);
        const sfsm_name name = {state, text};
        assert_status(sfsm_builder_name_states(builder, &name, 1), SFSM_OK);
    }
}

static void rows_with_a_match(sfsm_builder *builder, int32_t count) {
    assert_status(sfsm_builder_add_predicate(builder, 0, 100), SFSM_OK);
    for (int32_t index = 0; index < count; index++) {
        const int32_t value = index % 100;
        const size_t row = row_from(builder, index / 100, 0, 0);
        assert_status(sfsm_builder_add_match(builder, row, 0, &value, 1), SFSM_OK);
    }
}

static void faulty_rows(sfsm_builder *builder, int32_t count) {
    for (int32_t index = 0; index < count; index++) {
        row_from(builder, index / 2, 0, count + index);
    }
}

static void inherited_rows(sfsm_builder *builder, int32_t count) {
    size_t superstate, block;
    assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
    for (int32_t event = 0; event < 100; event++) {
        const sfsm_row row = {.source = SFSM_NONE, .event = event, .target = 0, .block = superstate};
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    for (int32_t state = 0; state < count / 1000; state++) {
        assert_status(sfsm_builder_add_state(builder, state, SFSM_FINAL, &block), SFSM_OK);
        assert_status(sfsm_builder_adopt(builder, block, superstate), SFSM_OK);
    }
}

static void a_file_a_row(sfsm_builder *builder, int32_t count) {
    for (int32_t index = 0; index < count; index++) {
        char file[32];
        snprintf(file, sizeof file, "file%d.c", (int)index);
        assert_status(sfsm_builder_add_row_at(builder, index, 0, index, file, 1, NULL), SFSM_OK);
    }
}

static void state_blocks(sfsm_builder *builder, int32_t count) {
    for (int32_t state = 0; state < count; state++) {
        size_t block;
        assert_status(sfsm_builder_add_state(builder, state, SFSM_FINAL, &block), SFSM_OK);
        assert_status(sfsm_builder_on_entry(builder, block, nothing, NULL, NULL), SFSM_OK);
    }
    add_ring(builder, 10);
}

static void typed_events(sfsm_builder *builder, int32_t count) {
    for (int32_t event = 0; event < count; event++) {
        assert_status(sfsm_builder_add_event(builder, event, "i32, str, f64, u8, ptr"), SFSM_OK);
    }
    add_ring(builder, 10);
    row_from(builder, SFSM_ANY, SFSM_ANY, SFSM_SAME);
}

static void predicate_types(sfsm_builder *builder, int32_t count) {
    for (int32_t predicate = 0; predicate < count; predicate++) {
        assert_status(sfsm_builder_add_predicate(builder, predicate, 4), SFSM_OK);
    }
    add_ring(builder, 10);
}

static void inherited_callbacks(sfsm_builder *builder, int32_t count) {
    size_t superstate, block;
    assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
    for (int32_t index = 0; index < count; index++) {
        assert_status(sfsm_builder_on_entry(builder, superstate, nothing, NULL, NULL), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, superstate, nothing, NULL, NULL), SFSM_OK);
    }
    for (int32_t state = 0; state < count / 1000; state++) {
        assert_status(sfsm_builder_add_state(builder, state, SFSM_FINAL, &block), SFSM_OK);
        assert_status(sfsm_builder_adopt(builder, block, superstate), SFSM_OK);
        row_from(builder, state, 0, (state + 1) % (count / 1000));
    }
}

static void callables(sfsm_builder *builder, int32_t count) {
    sfsm_callable *callable = NULL;
    assert_status(
        sfsm_callable_create((sfsm_any_function)nothing, "i32(step, args...)", NULL, NULL, &callable), SFSM_OK);
    for (int32_t index = 0; index < count; index++) {
        const size_t row = row_from(builder, index, 0, index);
        const sfsm_callback callback = sfsm_callable_callback(callable);
        assert_status(sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(callback)), SFSM_OK);
    }
    sfsm_callable_release(callable);
}

static void a_row_for_each_case(sfsm_builder *builder, int32_t count) {
    assert_status(sfsm_builder_add_predicate(builder, 0, count), SFSM_OK);
    for (int32_t value = 0; value < count; value++) {
        const size_t row = row_from(builder, 0, 0, 0);
        assert_status(sfsm_builder_add_match(builder, row, 0, &value, 1), SFSM_OK);
    }
}

static void rivals_under_first_match(sfsm_builder *builder, int32_t count) {
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    for (int32_t index = 0; index < count / 10; index++) {
        const int32_t value = 0;
        assert_status(sfsm_builder_add_predicate(builder, index, 2), SFSM_OK);
        const size_t row = row_from(builder, 0, 0, index);
        assert_status(sfsm_builder_add_match(builder, row, index, &value, 1), SFSM_OK);
        row_from(builder, index, 1, 0);
    }
}

/* Charts and what only they have; states in tens. */
static void nested_states(sfsm_builder *builder, int32_t count) {
    for (int32_t state = 0; state < count; state++) {
        size_t block;
        assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
        if (state % 10 != 0) {
            assert_status(sfsm_builder_nest(builder, block, state - state % 10), SFSM_OK);
        } else {
            assert_status(sfsm_builder_set_default(builder, block, state + 1), SFSM_OK);
        }
        row_from(builder, state, 0, (state + 10) % count);
    }
}

static void regions(sfsm_builder *builder, int32_t count) {
    assert_status(sfsm_builder_add_state(builder, count, SFSM_PARALLEL, NULL), SFSM_OK);
    for (int32_t region = 0; region < count; region++) {
        size_t block;
        assert_status(sfsm_builder_add_state(builder, region, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, count), SFSM_OK);
        const size_t row = row_from(builder, region, 0, SFSM_SAME);
        assert_status(sfsm_builder_add_in_guard(builder, row, (region + 1) % count, true), SFSM_OK);
    }
}

static void timeouts_and_raises(sfsm_builder *builder, int32_t count) {
    for (int32_t state = 0; state < count; state++) {
        size_t block;
        assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_add_timeout(builder, block, state, 1), SFSM_OK);
        assert_status(sfsm_builder_add_raise(builder, row_from(builder, state, 0, (state + 1) % count), 1), SFSM_OK);
        row_from(builder, state, 1, SFSM_INTERNAL);
    }
}

static void overriding_rows(sfsm_builder *builder, int32_t count) {
    size_t superstate, block;
    assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, 0, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_adopt(builder, block, superstate), SFSM_OK);
    for (int32_t event = 0; event < count; event++) {
        const sfsm_row rows[] = {
            {.source = SFSM_NONE, .event = event, .target = SFSM_SAME, .block = superstate},
            {.source = 0, .event = event, .target = 0, .block = block, .flags = SFSM_OVERRIDING},
        };
        assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    }
}

static void circular_nesting(sfsm_builder *builder, int32_t count) {
    for (int32_t state = 0; state < count; state++) {
        size_t block;
        assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, (state + 1) % count), SFSM_OK);
        row_from(builder, state, 0, state);
    }
}

typedef void (*shape)(sfsm_builder *builder, int32_t count);

static size_t address_space(void) {
    unsigned long pages = 0;
    FILE *const file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void limit(rlim_t bytes) {
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

enum { DIED = 99, WRONG = 98, SHORT = 1, ENOUGH = 0 };

/* In a process of its own: builds with so much memory more than there is, and again with all of it. */
static int build_in_child(shape fill, int32_t count, size_t room, sfsm_status verdict) {
    const pid_t child = fork();
    if (child == 0) {
        sfsm_builder *const builder = sfsm_builder_create();
        sfsm_table *table = NULL;
        sfsm_diagnostics *diagnostics = NULL;
        fill(builder, count);
        limit((rlim_t)(address_space() + room));
        const sfsm_status first = sfsm_builder_build(builder, &table, &diagnostics);
        limit(RLIM_INFINITY);
        if (first == verdict) {
            _exit(ENOUGH);
        }
        const int is_honest = first == SFSM_OUT_OF_MEMORY && table == NULL && diagnostics == NULL;
        _exit(is_honest && sfsm_builder_build(builder, &table, &diagnostics) == verdict ? SHORT : WRONG);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : DIED;
}

static void check(const char *name, shape fill, int32_t count, sfsm_status verdict) {
    int outcomes[2] = {0, 0};
    for (size_t room = 0; outcomes[ENOUGH] < 3; room += room < 256 << 10 ? 32 << 10 : room / 5) {
        const int outcome = build_in_child(fill, count, room, verdict);
        if (outcome > SHORT) {
            print_error("%s with %zu KB: %s\n", name, room >> 10, outcome == DIED ? "died" : "a wrong verdict");
            fail();
        }
        outcomes[outcome]++;
        assert_true(room < (size_t)2 << 30);
    }
    assert_true(outcomes[SHORT] > 3);
}

#define LIMITED(shape, count, verdict)                                                                                \
    static void limited_##shape(void **state) {                                                                       \
        (void)state;                                                                                                  \
        check(#shape, shape, count, verdict);                                                                         \
    }

LIMITED(rows, 10000, SFSM_OK)
LIMITED(rows_with_actions, 10000, SFSM_OK)
LIMITED(named_states, 10000, SFSM_OK)
LIMITED(rows_with_a_match, 10000, SFSM_OK)
LIMITED(faulty_rows, 2000, SFSM_INVALID_DEFINITION)
LIMITED(inherited_rows, 20000, SFSM_OK)
LIMITED(a_file_a_row, 10000, SFSM_OK)
LIMITED(state_blocks, 10000, SFSM_OK)
LIMITED(typed_events, 10000, SFSM_OK)
LIMITED(predicate_types, 10000, SFSM_OK)
LIMITED(inherited_callbacks, 50000, SFSM_OK)
LIMITED(callables, 10000, SFSM_OK)
LIMITED(a_row_for_each_case, 4000, SFSM_OK)
LIMITED(rivals_under_first_match, 5000, SFSM_OK)
LIMITED(nested_states, 5000, SFSM_OK)
LIMITED(regions, 2000, SFSM_OK)
LIMITED(timeouts_and_raises, 5000, SFSM_OK)
LIMITED(overriding_rows, 5000, SFSM_OK)
LIMITED(circular_nesting, 5000, SFSM_INVALID_DEFINITION)

/* With an argument the shapes that only charts have, and overriding rows. */
int main(int count, char **arguments) {
    (void)arguments;
    const struct CMUnitTest chart_tests[] = {
        cmocka_unit_test(limited_nested_states),       cmocka_unit_test(limited_regions),
        cmocka_unit_test(limited_timeouts_and_raises), cmocka_unit_test(limited_overriding_rows),
        cmocka_unit_test(limited_circular_nesting),
    };
    if (count > 1) {
        return cmocka_run_group_tests(chart_tests, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limited_rows),
        cmocka_unit_test(limited_rows_with_actions),
        cmocka_unit_test(limited_named_states),
        cmocka_unit_test(limited_rows_with_a_match),
        cmocka_unit_test(limited_faulty_rows),
        cmocka_unit_test(limited_inherited_rows),
        cmocka_unit_test(limited_a_file_a_row),
        cmocka_unit_test(limited_state_blocks),
        cmocka_unit_test(limited_typed_events),
        cmocka_unit_test(limited_predicate_types),
        cmocka_unit_test(limited_inherited_callbacks),
        cmocka_unit_test(limited_callables),
        cmocka_unit_test(limited_a_row_for_each_case),
        cmocka_unit_test(limited_rivals_under_first_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
