/* Chapter 9, random signatures and values: whatever an event carries arrives bit by bit, in native functions that were
 * compiled for it, and in closures; directly, and after waiting in the queue. What fails is told with its seed, after it
 * was made as small as it can be. */
#include "random_calls.h"
#include "seeds.h"

#include <stdio.h>

enum { SEED = 4 };

/* Simpler calls that fail too: fewer parameters (a native function needs all of its own), fewer arguments behind those
 * that are named, and zeros as values. */
static random_call smallest_that_fails(random_call failing, sfsm_any_function function, char report[static 256]) {
    for (size_t index = failing.signature.parameter_count; function == NULL && index-- > 0;) {
        const random_call smaller = call_without(&failing, index);
        failing = arrives(&smaller, NULL, report) ? failing : smaller;
    }
    for (size_t named = argument_number(&failing.signature, failing.signature.parameter_count);
         failing.signature.type_count > named;) {
        random_call shorter = failing;
        shorter.signature.type_count--;
        if (arrives(&shorter, function, report)) {
            break;
        }
        failing = shorter;
    }
    for (size_t index = 0; index < failing.signature.type_count; index++) {
        random_call simpler = failing;
        simpler.values[index].as.u64 = 0;
        simpler.is_untyped[index] = false;
        failing = arrives(&simpler, function, report) ? failing : simpler;
    }
    random_call direct = failing;
    direct.is_queued = direct.has_own_context = false;
    return arrives(&direct, function, report) ? failing : direct;
}

static void check_arrival(const random_call *random_call, sfsm_any_function function, uint32_t seed) {
    char report[256] = "", text[SIGNATURE_TEXT_SIZE], value[VALUE_TEXT_SIZE];
    if (arrives(random_call, function, report)) {
        return;
    }
    print_error("seed %u, %s: %s\n", (unsigned)seed, function != NULL ? "native function" : "closure", report);
    const struct random_call smallest = smallest_that_fails(*random_call, function, report);
    arrives(&smallest, function, report);
    print_error("at its smallest %s", signature_text(&smallest.signature, text));
    print_error(", event (%s)%s%s:\n", arguments_text(&smallest.signature, text),
                smallest.is_queued ? ", queued" : "", smallest.has_own_context ? ", own context" : "");
    for (size_t index = 0; index < smallest.signature.type_count; index++) {
        print_error("  %s%s\n", value_text(&smallest.values[index], value),
                    smallest.is_untyped[index] ? " as an integer" : "");
    }
    fail_msg("%s", report);
}

/* 400 functions that a C compiler has compiled, with several sets of values each: a round is one set. */
static void native_functions_are_given_what_was_sent(void **state) {
    (void)state;
    char text[SIGNATURE_TEXT_SIZE];
    const seeds seeds = random_seeds(SEED, 8 * NATIVE_FUNCTIONS, NATIVE_FUNCTIONS);
    const size_t rounds = (seeds.count + NATIVE_FUNCTIONS - 1) / NATIVE_FUNCTIONS;
    uint32_t signatures = NATIVE_SEED, seed = begin_round(seeds, 0);
    for (size_t number = 0; number < NATIVE_FUNCTIONS; number++) {
        const signature signature = draw_signature(&signatures, true);
        assert_string_equal(native_functions[number].signature, signature_text(&signature, text));
        for (size_t round = 0; round < rounds; round++) {
            const random_call call = draw_call(&seed, &signature);
            check_arrival(&call, native_functions[number].function, seeds.first);
        }
    }
}

static void closures_are_given_what_was_sent(void **state) {
    (void)state;
    const seeds seeds = random_seeds(SEED, 4000, 200);
    uint32_t seed = begin_round(seeds, 0);
    for (size_t round = 0; round < seeds.count; round++) {
        const signature signature = draw_signature(&seed, false);
        const random_call call = draw_call(&seed, &signature);
        check_arrival(&call, NULL, seeds.first);
    }
}

/* What the tests above say would be worth nothing if they did not see a difference. */
static void a_difference_is_seen(void **state) {
    (void)state;
    char report[256] = "";
    uint32_t seed = SEED;
    const signature two = {.result = RESULT_VOID, .types = {SFSM_I8, SFSM_F64}, .type_count = 2,
                           .parameters = {{WORD_ARGUMENT, 0}, {WORD_ARGUMENT, 0}}, .parameter_count = 2};
    random_call call = draw_call(&seed, &two);
    assert_true(arrives(&call, NULL, report));
    assert_false(arrives(&call, (sfsm_any_function)record_i8, report)); /* records one value, and no call */
    const signature one = signature_without(&two, 0);
    assert_int_equal(one.type_count, 1);
    assert_int_equal(one.types[0], SFSM_F64);
    call = call_without(&call, 1);
    assert_true(arrives(&call, NULL, report));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_functions_are_given_what_was_sent),
        cmocka_unit_test(closures_are_given_what_was_sent),
        cmocka_unit_test(a_difference_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
