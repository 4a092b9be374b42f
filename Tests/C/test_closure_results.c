/* Chapter 9, what the function of a closure returns: what its handler says, or that it failed. */
#include "callables.h"

/* What a handler leaves in *out_result, and returns. */
typedef struct answer {
    sfsm_value value;
    int32_t status;
    int32_t type_before; /* what it found there */
    uint64_t bits_before;
} answer;

static int32_t give_answer(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    answer *const answer = context;
    (void)arguments;
    (void)count;
    answer->type_before = out_result->type;
    answer->bits_before = out_result->as.u64;
    if (answer->value.type != SFSM_NONE) { /* otherwise it leaves all as it was */
        *out_result = answer->value;
    }
    return answer->status;
}

enum { ANSWERED_NOTHING = SFSM_NONE };

/* What the function of such a closure returns, for bool 0 or 1; 0 for void. */
static int32_t result_of(const char *result, answer *answer) {
    char signature[16];
    sfsm_closure *closure = NULL;
    strcat(strcpy(signature, result), "()");
    assert_status(sfsm_closure_create(signature, give_answer, answer, NULL, &closure), SFSM_OK);
    const sfsm_any_function function = sfsm_closure_function(closure);
    int32_t number = 0;
    if (result[0] == 'v') {
        function();
    } else if (result[0] == 'b') {
        number = ((bool (*)(void))function)();
    } else {
        number = ((int32_t (*)(void))function)();
    }
    sfsm_closure_release(closure);
    return number;
}

static const char *const results[] = {"void", "bool", "i32", "state", "event"};
static const int32_t types[] = {0, SFSM_BOOL, SFSM_I32, SFSM_I32, SFSM_I32};
enum { RESULTS = 5 };

static void the_result_has_its_type_and_is_zero_before(void **state) {
    (void)state;
    for (size_t index = 0; index < RESULTS; index++) {
        answer answer = {.value.type = ANSWERED_NOTHING, .type_before = 4711, .bits_before = 4711};
        assert_int_equal(result_of(results[index], &answer), 0);
        assert_int_equal(answer.type_before, types[index]);
        assert_int_equal(answer.bits_before, 0);
    }
}

static void what_the_handler_says_is_returned(void **state) {
    (void)state;
    static const int32_t numbers[] = {0, 1, -1, 4711, INT32_MAX, INT32_MIN, SFSM_NONE, SFSM_FAILED};
    static const int32_t done[] = {0, 1, INT32_MAX}; /* whatever is not negative */
    for (size_t index = 0; index < COUNT(numbers); index++) {
        for (size_t status = 0; status < COUNT(done); status++) {
            for (size_t result = 2; result < RESULTS; result++) {
                answer answer = {{SFSM_I32, {.i32 = numbers[index]}}, done[status], 0, 0};
                assert_int_equal(result_of(results[result], &answer), numbers[index]);
            }
        }
    }
    for (int value = 0; value < 2; value++) {
        answer answer = {{SFSM_BOOL, {.boolean = value != 0}}, 0, 0, 0};
        assert_int_equal(result_of("bool", &answer), value);
    }
}

/* What each function returns if its handler returns this, whatever it left as the result. */
static void check_failure(answer failed, int32_t status) {
    const int32_t expected[] = {0, false, status, SFSM_FAILED, SFSM_FAILED};
    for (size_t index = 0; index < RESULTS; index++) {
        answer copy = failed;
        assert_int_equal(result_of(results[index], &copy), expected[index]);
    }
}

static void a_handler_that_fails_makes_the_function_fail(void **state) {
    (void)state;
    static const int32_t statuses[] = {-1, -7, INT32_MIN};
    for (size_t index = 0; index < COUNT(statuses); index++) {
        check_failure((answer){.value.type = ANSWERED_NOTHING, .status = statuses[index]}, statuses[index]);
        check_failure((answer){{SFSM_I32, {.i32 = 1}}, statuses[index], 0, 0}, statuses[index]);
        check_failure((answer){{SFSM_BOOL, {.boolean = true}}, statuses[index], 0, 0}, statuses[index]);
    }
}

static void a_result_of_another_type_is_a_failure(void **state) {
    (void)state;
    static const int32_t others[] = {SFSM_I8, SFSM_U32, SFSM_I64, SFSM_F64, SFSM_STR, SFSM_PTR, SFSM_INTEGER, 15, -1,
                                     INT32_MAX};
    for (size_t index = 0; index < COUNT(others); index++) {
        check_failure((answer){{others[index], {.u64 = 1}}, 0, 0, 0}, -1);
    }
    answer boolean = {{SFSM_BOOL, {.u64 = 1}}, 0, 0, 0}, number = {{SFSM_I32, {.u64 = 1}}, 0, 0, 0},
           nothing = {{0, {.u64 = 1}}, 0, 0, 0};
    assert_int_equal(result_of("i32", &boolean), -1);
    assert_int_equal(result_of("state", &boolean), SFSM_FAILED);
    assert_int_equal(result_of("bool", &number), false);
    assert_int_equal(result_of("i32", &nothing), -1);
    assert_int_equal(result_of("event", &nothing), SFSM_FAILED);
}

/* The same where the machine sees it. */
static void a_machine_sees_the_failure_of_a_handler(void **state) {
    (void)state;
    static const struct {
        callback_adder add;
        const char *signature;
        int32_t failure;
    } cases[] = {
        {sfsm_builder_add_guard, "i32()", -7},
        {sfsm_builder_add_action, "i32()", -7},
        {sfsm_builder_set_resolver, "state()", SFSM_FAILED},
    };
    for (size_t index = 0; index < COUNT(cases); index++) {
        answer answer = {.value.type = ANSWERED_NOTHING, .status = -7};
        sfsm_closure *closure = NULL;
        assert_status(sfsm_closure_create(cases[index].signature, give_answer, &answer, NULL, &closure), SFSM_OK);
        sfsm_builder *const builder = sound_builder();
        const bool is_resolver = cases[index].add == sfsm_builder_set_resolver;
        add_callback(cases[index].add, builder, row_from(builder, HOME, STAY, is_resolver ? SFSM_DYNAMIC : AWAY),
                     callback_of(sfsm_closure_function(closure), cases[index].signature, NULL, NULL));
        sfsm_machine *const machine = machine_from(builder, HOME, NULL);
        assert_status(sfsm_send(machine, STAY), SFSM_CALLBACK_FAILED);
        assert_int_equal(sfsm_machine_failure(machine), cases[index].failure);
        assert_int_equal(sfsm_machine_state(machine), HOME);
        sfsm_machine_release(machine);
        sfsm_closure_release(closure);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_result_has_its_type_and_is_zero_before),
        cmocka_unit_test(what_the_handler_says_is_returned),
        cmocka_unit_test(a_handler_that_fails_makes_the_function_fail),
        cmocka_unit_test(a_result_of_another_type_is_a_failure),
        cmocka_unit_test(a_machine_sees_the_failure_of_a_handler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
