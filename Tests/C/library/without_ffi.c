/* A library that was built without libffi, on a platform of any word size: machines work, callables and closures are
 * refused with a status of their own, and what was handed over with them is finalized once. */
#include <stdio.h>
#include <swiftfsm.h>

enum { LOCKED, UNLOCKED };
enum { COIN, PASS, PAY };

static int failures = 0;

static void check(bool is_right, int line, const char *what) {
    if (!is_right) {
        fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, line, what);
        failures++;
    }
}
#define CHECK(condition) check((condition), __LINE__, #condition)

static void count(void *context) { ++*(int *)context; }

/* What the actions of the turnstile have seen. */
typedef struct seen {
    int steps;
    int64_t cents;
    const char *currency;
    bool has_own_context;
} seen;

static int32_t see(const sfsm_step *step, void *context) {
    seen *const seen = context;
    seen->steps++;
    seen->has_own_context = step->context == context && sfsm_machine_context(step->machine) == context;
    if (step->argument_count == 2) {
        seen->cents = step->arguments[0].as.i64;
        seen->currency = step->arguments[1].as.str;
    }
    return 0;
}

static void check_turnstile(void) {
    static const sfsm_row rows[] = {
        SFSM_ROW(LOCKED, COIN, UNLOCKED, see),
        SFSM_ROW(LOCKED, PAY, UNLOCKED, see),
        SFSM_ROW(UNLOCKED, PASS, LOCKED, see),
    };
    seen seen = {0, 0, NULL, false};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_machine *gate = NULL;
    CHECK(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof *rows) == SFSM_OK);
    CHECK(sfsm_builder_add_event(builder, PAY, "i64, str") == SFSM_OK);
    CHECK(sfsm_builder_build(builder, &table, NULL) == SFSM_OK);
    CHECK(sfsm_machine_create(table, LOCKED, &seen, &gate) == SFSM_OK);
    CHECK(sfsm_machine_send(gate, COIN) == SFSM_TRANSITIONED && sfsm_machine_state(gate) == UNLOCKED);
    CHECK(sfsm_machine_send(gate, COIN) == SFSM_UNHANDLED);
    CHECK(sfsm_machine_send(gate, PASS) == SFSM_TRANSITIONED && sfsm_machine_state(gate) == LOCKED);
    CHECK(sfsm_send(gate, PAY, INT64_MIN, "euro") == SFSM_TRANSITIONED);
    CHECK(seen.steps == 3 && seen.has_own_context && seen.cents == INT64_MIN && seen.currency != NULL);
    sfsm_machine_release(gate);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

static int32_t state(int32_t number) { return (int32_t)(SFSM_FIRST_ID + INT64_C(61356) * number); }
static int32_t event(int32_t number) { return (int32_t)(INT32_MAX - INT64_C(61356) * number); }

/* Ids over their whole range, and so many states and events that 32 bits do not hold the number of their pairs. */
static void check_scattered_ids(void) {
    enum { COUNT = 70000 };
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_machine *machine = NULL;
    for (int32_t i = 0; i < COUNT; i++) {
        const sfsm_row row = {.source = state(i), .event = event(i), .target = state((i + 1) % COUNT)};
        CHECK(sfsm_builder_add_rows(builder, &row, 1) == SFSM_OK);
    }
    CHECK(sfsm_builder_build(builder, &table, NULL) == SFSM_OK);
    CHECK(sfsm_machine_create(table, SFSM_FIRST_ID, NULL, &machine) == SFSM_OK);
    for (int32_t i = 0; i < COUNT; i++) {
        CHECK(sfsm_machine_send(machine, event(i)) == SFSM_TRANSITIONED);
    }
    CHECK(sfsm_machine_state(machine) == SFSM_FIRST_ID);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

/* Counts whose sums and products no word holds: they are refused before anything is read. */
static void check_sizes(void) {
    static const int32_t value = 0;
    const size_t most = PTRDIFF_MAX;
    const sfsm_match matches[] = {
        {.predicate = 0, .values = &value, .value_count = most},
        {.predicate = 1, .values = &value, .value_count = most},
        {.predicate = 2, .values = &value, .value_count = most / 16},
    };
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t first = 0; first < 3; first++) {
        const sfsm_row row = {.event = COIN, .matches = matches + first, .match_count = 3 - first};
        CHECK(sfsm_builder_add_rows(builder, &row, 1) == SFSM_OUT_OF_MEMORY);
    }
    size_t row = 0;
    CHECK(sfsm_builder_add_row(builder, LOCKED, COIN, LOCKED, &row) == SFSM_OK && row == 1);
    CHECK(sfsm_builder_add_match(builder, row, 0, &value, most) == SFSM_OUT_OF_MEMORY);
    CHECK(sfsm_builder_add_match(builder, row, 0, &value, most - 1) == SFSM_OUT_OF_MEMORY);
    CHECK(sfsm_builder_add_match(builder, row, 0, &value, most / 16) == SFSM_OUT_OF_MEMORY);
    sfsm_table *table = NULL;
    CHECK(sfsm_builder_build(builder, &table, NULL) == SFSM_OK && sfsm_table_row_count(table) == 1);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

static int32_t handle(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    (void)context, (void)arguments, (void)count, (void)out_result;
    return 0;
}

static void function(void) {}

static void check_callables(void) {
    int finalized = 0;
    sfsm_callable *callable = (sfsm_callable *)&finalized;
    CHECK(sfsm_callable_create(function, "void()", &finalized, count, &callable) == SFSM_UNSUPPORTED);
    CHECK(callable == NULL && finalized == 1);
    CHECK(sfsm_callable_create(NULL, "void()", &finalized, count, &callable) == SFSM_NULL_POINTER && finalized == 2);
    CHECK(sfsm_callable_callback(NULL).function == NULL);
    sfsm_callable_release(NULL);

    sfsm_closure *closure = (sfsm_closure *)&finalized;
    CHECK(sfsm_closure_create("void()", handle, &finalized, count, &closure) == SFSM_UNSUPPORTED);
    CHECK(closure == NULL && finalized == 3);
    CHECK(sfsm_closure_create(NULL, handle, &finalized, count, &closure) == SFSM_NULL_POINTER && finalized == 4);
    CHECK(sfsm_closure_create("void()", handle, NULL, NULL, &closure) == SFSM_UNSUPPORTED);
    CHECK(sfsm_closure_function(NULL) == NULL);
    sfsm_closure_release(NULL);
}

/* What needs no libffi works as ever. */
static void check_signatures(void) {
    size_t position = 0;
    const char *expected = NULL;
    CHECK(sfsm_signature_check("bool(context, predicate(-2147483000))", NULL, NULL) == SFSM_OK);
    CHECK(sfsm_signature_check("void(predicate(2147483647), i32)", NULL, NULL) == SFSM_OK);
    CHECK(sfsm_signature_check("void(predicate(2147483648))", &position, &expected) == SFSM_BAD_SIGNATURE);
    CHECK(position == 15 && expected != NULL);
    CHECK(sfsm_signature_check("void(predicate(99999999999999999999))", NULL, NULL) == SFSM_BAD_SIGNATURE);
    CHECK(sfsm_arguments_check("i32, str", NULL, NULL) == SFSM_OK);
}

int main(void) {
    check_turnstile();
    check_scattered_ids();
    check_sizes();
    check_callables();
    check_signatures();
    printf("%zu-bit: %s\n", 8 * sizeof(void *), failures == 0 ? "all as it should be" : "FAILED");
    return failures == 0 ? 0 : 1;
}
