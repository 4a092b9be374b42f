/*
 * A whole life of builders, tables, machines, callables and closures, in which one allocation is refused, or all from
 * one on until a call has failed: each of them in turn. The call returns SFSM_OUT_OF_MEMORY, or does without; made
 * again, it does what it always does. Nothing is leaked, and every finalizer runs once.
 */
#include "allocator.h"
#include "support.h"

#include <stdio.h>

enum { LOCKED, UNLOCKED, BASE };
enum { COIN, PASS, KICK, ALARM = 1234567 };
enum { WEATHER, SEASON };

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

/* Whether the refusal has come, and so has been answered by a second call. */
static int is_over;

static int has_just_refused(void) {
    if (is_over || !allocator_has_refused()) {
        return 0;
    }
    is_over = 1;
    allocator_grant_all();
    return 1;
}

/* Calls, and calls again if memory was refused that the call cannot do without (libffi, for one, finds other pages). */
#define TRY(call, expected)                                                                                           \
    do {                                                                                                              \
        sfsm_status status_ = (call);                                                                                 \
        if (has_just_refused() && status_ != (expected)) {                                                            \
            assert_status(status_, SFSM_OUT_OF_MEMORY);                                                               \
            status_ = (call);                                                                                         \
        }                                                                                                             \
        assert_status(status_, expected);                                                                             \
    } while (0)

/* How many callbacks were handed over with a finalizer, and how many finalizers ran. */
static size_t handed_over, finalized;
#define COUNTED (handed_over++, &finalized), count_call

static int32_t one(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static int32_t zero(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static size_t native_calls;

static void take_coin(int32_t cents, const char *currency) {
    native_calls += cents == 7 && strcmp(currency, "euro") == 0;
}

static void take_all(int count, ...) {
    native_calls += count == 2;
}

static int32_t handle(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    (void)context;
    out_result->as.i32 = count == 2 ? arguments[1].as.i32 : 0;
    return 0;
}

static void try_callback(sfsm_status (*add)(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer),
                         sfsm_builder *builder, size_t number, sfsm_function function) {
    TRY(add(builder, number, function, COUNTED), SFSM_OK);
}

/* Of a callable of which this is the only callback. */
static sfsm_callback callable_callback(sfsm_any_function function, const char *signature) {
    sfsm_callable *callable = NULL;
    TRY(sfsm_callable_create(function, signature, COUNTED, &callable), SFSM_OK);
    const sfsm_callback callback = sfsm_callable_callback(callable);
    sfsm_callable_release(callable);
    return callback;
}

/* Callables as actions: what a failed call lets go of is made again. */
static void try_callables(sfsm_builder *builder, size_t row) {
    sfsm_callable *callable = NULL;
    TRY(sfsm_callable_create((sfsm_any_function)take_coin, "void(i32, str)", COUNTED, &callable), SFSM_OK);
    for (int again = 0; again < 3; again++) {
        sfsm_callback callback;
        TRY((callback = sfsm_callable_callback(callable),
             sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(callback))),
            SFSM_OK);
    }
    sfsm_callable_release(callable);
    sfsm_callback all = {NULL, NULL, NULL};
    TRY((all = callable_callback((sfsm_any_function)take_all, "void(args...)"),
         sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(all))),
        SFSM_OK);
}

static sfsm_status add_40_rows(sfsm_builder *builder, int32_t first_event) {
    const sfsm_match match = SFSM_MATCH(WEATHER, 2);
    const sfsm_callback action = {one, COUNTED};
    sfsm_row rows[40];
    memset(rows, 0, sizeof rows);
    for (int32_t index = 0; index < 40; index++) {
        rows[index].source = LOCKED;
        rows[index].event = first_event + index;
        rows[index].target = UNLOCKED;
        rows[index].action = one;
        rows[index].file = index % 2 == 0 ? "even.c" : "odd.c";
        rows[index].line = index + 1;
    }
    rows[7].actions = &action;
    rows[7].action_count = 1;
    rows[8].matches = &match;
    rows[8].match_count = 1;
    return sfsm_builder_add_rows(builder, rows, 40);
}

static void try_rows(sfsm_builder *builder) {
    TRY(add_40_rows(builder, 100), SFSM_OK);
    TRY(add_40_rows(builder, 140), SFSM_OK);
}

static void try_names(sfsm_builder *builder) {
    const sfsm_name names[] = {{LOCKED, "a name that is too long to be kept in place"}, {UNLOCKED, "U\n"}};
    TRY(sfsm_builder_name_states(builder, names, 2), SFSM_OK);
    TRY(sfsm_builder_name_events(builder, names, 2), SFSM_OK);
    TRY(sfsm_builder_name_predicates(builder, names, 2), SFSM_OK);
    TRY(sfsm_builder_name_cases(builder, WEATHER, names, 2), SFSM_OK);
    for (int32_t state = 0; state < 20; state++) {
        const sfsm_name name = {state, "S, again with a name that is too long"};
        TRY(sfsm_builder_name_states(builder, &name, 1), SFSM_OK);
    }
}

/* Something of everything. */
static sfsm_builder *try_builder(void) {
    static const int32_t order[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_ACTIONS, SFSM_PHASE_EXIT, SFSM_PHASE_COMMIT,
                                    SFSM_PHASE_ENTRY};
    static const int32_t values[] = {0, 1};
    sfsm_builder *builder = NULL;
    size_t base = 0, above = 0, block = 0, row = 0;
    TRY((builder = sfsm_builder_create()) == NULL ? SFSM_OUT_OF_MEMORY : SFSM_OK, SFSM_OK);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 3), SFSM_OK);
    TRY(sfsm_builder_add_predicate(builder, SEASON, 4), SFSM_OK);
    TRY(sfsm_builder_set_provider(builder, SEASON, zero, COUNTED), SFSM_OK);
    TRY(sfsm_builder_add_event(builder, COIN, "i32, str"), SFSM_OK);
    TRY(sfsm_builder_add_event(builder, 9, "u8, f64, ptr"), SFSM_OK);
    TRY(sfsm_builder_add_superstate(builder, &above), SFSM_OK);
    TRY(sfsm_builder_add_superstate(builder, &base), SFSM_OK);
    TRY(sfsm_builder_adopt(builder, base, above), SFSM_OK);
    try_callback(sfsm_builder_on_entry, builder, above, one);
    try_callback(sfsm_builder_on_entry, builder, base, one);
    TRY(sfsm_builder_add_state(builder, UNLOCKED, SFSM_FINAL, &block), SFSM_OK);
    TRY(sfsm_builder_adopt(builder, block, base), SFSM_OK);
    try_callback(sfsm_builder_on_exit, builder, block, one);
    try_callback(sfsm_builder_on_cycle, builder, block, one);
    try_callback(sfsm_builder_on_update, builder, block, zero);
    TRY(sfsm_builder_add_row(builder, LOCKED, COIN, UNLOCKED, &row), SFSM_OK);
    try_callables(builder, row);
    try_callback(sfsm_builder_add_guard, builder, row, one);
    TRY(sfsm_builder_add_match(builder, row, WEATHER, values, 2), SFSM_OK);
    TRY(sfsm_builder_add_row_at(builder, LOCKED, PASS, SFSM_DYNAMIC, "other.c", 3, &row), SFSM_OK);
    try_callback(sfsm_builder_set_resolver, builder, row, one);
    TRY(sfsm_builder_add_row(builder, UNLOCKED, SFSM_REQUEST, LOCKED, NULL), SFSM_OK);
    TRY(sfsm_builder_add_row(builder, UNLOCKED, ALARM, LOCKED, NULL), SFSM_OK);
    try_rows(builder);
    try_names(builder);
    TRY(sfsm_builder_set_initial(builder, LOCKED), SFSM_OK);
    TRY(sfsm_builder_set_phase_order(builder, order, 5), SFSM_OK);
    return builder;
}

/* What is reported must not depend on whether memory was short on the way there. */
static char *expected_report;

static void check_report(const sfsm_diagnostics *diagnostics) {
    const char *const text = sfsm_diagnostics_text(diagnostics);
    if (expected_report == NULL) {
        expected_report = test_malloc(strlen(text) + 1);
        strcpy(expected_report, text);
    }
    assert_string_equal(text, expected_report);
}

static sfsm_machine *try_machine(sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_machine *machine = NULL;
    TRY(sfsm_builder_build(builder, &table, &diagnostics), SFSM_OK);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
    assert_string_equal(sfsm_table_state_name(table, 19), "S, again with a name that is too long");
    TRY(sfsm_machine_create(table, SFSM_INITIAL, NULL, &machine), SFSM_OK);
    sfsm_table_release(table);
    TRY(sfsm_machine_on_step(machine, one, COUNTED), SFSM_OK);
    sfsm_callback hook = {NULL, NULL, NULL};
    TRY((hook = callable_callback((sfsm_any_function)take_all, "void(...)"),
         sfsm_machine_on_unhandled(machine, SFSM_CALLBACK_ARGS(hook))),
        SFSM_OK);
    return machine;
}

static void live(void) {
    handed_over = finalized = native_calls = 0;
    sfsm_builder *const faulty = try_builder();
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    TRY(sfsm_builder_add_row_at(faulty, LOCKED, 55, 56, "faulty.c", 1, NULL), SFSM_OK);
    TRY(sfsm_builder_add_row_at(faulty, LOCKED, 55, 57, "faulty.c", 2, NULL), SFSM_OK);
    TRY(sfsm_builder_build(faulty, &table, &diagnostics), SFSM_INVALID_DEFINITION);
    assert_null(table);
    check_report(diagnostics);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(faulty);

    sfsm_machine *const machine = try_machine(try_builder());
    const sfsm_case cases[] = {{WEATHER, 1}};
    const sfsm_value values[] = {sfsm_value_of_integer(7), sfsm_value_of_string("euro")};
    sfsm_message message = {sizeof message, COIN, SFSM_NONE, cases, 1, values, 2};
    assert_status(sfsm_machine_send_message(machine, &message), SFSM_TRANSITIONED);
    assert_int_equal(native_calls, 4);
    assert_status(sfsm_send_matching(machine, cases, 1, 9), SFSM_ARGUMENT_COUNT);
    assert_status(sfsm_send_matching(machine, cases, 1, PASS), SFSM_UNHANDLED);
    assert_int_equal(native_calls, 5);
    assert_status(sfsm_send_matching(machine, cases, 1, ALARM), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);

    sfsm_closure *closure = NULL;
    TRY(sfsm_closure_create("i32(context, i32)", handle, COUNTED, &closure), SFSM_OK);
    int32_t (*const function)(void *, int32_t) = (int32_t (*)(void *, int32_t))sfsm_closure_function(closure);
    assert_int_equal(function(NULL, 4711), 4711);
    sfsm_closure_release(closure);
    assert_int_equal(finalized, handed_over);
}

/* Lives once for each allocation that there is, which `refuse` has fail. */
static void check_lives(void (*refuse)(size_t granted)) {
    is_over = 0;
    allocator_grant(SIZE_MAX);
    live(); /* to warm up: libffi keeps its first pages, and the expected report is written */
    const size_t stride = test_size(1, 37);
    for (size_t granted = 0;; granted += stride) {
        is_over = 0;
        const size_t blocks = allocator_blocks();
        refuse(granted);
        live();
        allocator_grant_all();
        assert_int_equal(allocator_blocks(), blocks);
        if (!is_over) {
            assert_true(granted > 300);
            break;
        }
    }
    test_free(expected_report);
    expected_report = NULL;
}

static void one_allocation_is_refused(void **state) {
    (void)state;
    check_lives(allocator_refuse_one);
}

static void all_allocations_from_one_on_are_refused(void **state) {
    (void)state;
    check_lives(allocator_grant);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_allocation_is_refused, grant_all),
        cmocka_unit_test_setup(all_allocations_from_one_on_are_refused, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
