/*
 * All call sequences, in each of which one allocation is refused, or all from one on until a call has failed. Every call
 * returns SFSM_OUT_OF_MEMORY, or does without; made again, it does what it always does. Nothing is leaked, and every
 * finalizer runs once. With SFSM_TEST_EVERY in the environment each allocation is refused in turn, otherwise some of each
 * sequence.
 */
#include "allocator.h"
#include "sequences.h"

enum { LEAST = 64 };

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

static bool has_told;

static bool was_refused(void) {
    if (has_told || !allocator_has_refused()) {
        return false;
    }
    has_told = true;
    allocator_grant_all();
    return true;
}

/* How each refuses, and how many allocations were refused so far. */
typedef struct refusals {
    void (*refuse)(size_t granted);
    size_t count;
} refusals;

/* From one refused allocation to the next, in a sequence that has so many. */
static size_t stride_of(size_t allocations) {
    const size_t some = test_size(30, 3);
    return getenv("SFSM_TEST_EVERY") != NULL ? 1 : allocations / some + 1;
}

/* Plays a sequence in which memory is refused. Returns whether it was. */
static bool play_refused(const call_sequence *sequence, const refusals *refusals, size_t granted) {
    sequence_run run = {.was_refused = was_refused};
    const size_t blocks = allocator_blocks();
    has_told = false;
    refusals->refuse(granted);
    play_sequence(sequence, &run);
    const bool is_refused = allocator_has_refused();
    allocator_grant_all();
    if (run.mistake != NULL || allocator_blocks() != blocks) {
        print_error("allocation %zu of \"%s\" was refused\n", granted, sequence->name);
    }
    check_run(sequence, &run);
    assert_int_equal(allocator_blocks(), blocks);
    return is_refused;
}

static void refuse_each(const call_sequence *sequence, void *context) {
    refusals *const refusals = context;
    size_t before = 0;
    for (int again = 0; again < 2; again++) { /* to warm up: libffi keeps its first pages */
        sequence_run run = {.was_refused = NULL};
        before = allocator_calls();
        play_sequence(sequence, &run);
        check_run(sequence, &run);
    }
    if (allocator_calls() == before) {
        return; /* values and their texts need no memory */
    }
    const size_t stride = stride_of((allocator_calls() - before) / 2);
    /* The two ways to refuse begin at different allocations. */
    size_t granted = refusals->refuse == allocator_grant ? stride / 2 : 0;
    assert_true(play_refused(sequence, refusals, granted));
    do {
        refusals->count++;
        granted += stride;
    } while (play_refused(sequence, refusals, granted));
}

static void check_refusals(void (*refuse)(size_t granted)) {
    refusals refusals = {refuse, 0};
    allocator_grant(SIZE_MAX);
    assert_true(visit_sequences(refuse_each, &refusals) >= LEAST);
    assert_true(refusals.count > test_size(1500, 150));
}

static void one_allocation_is_refused(void **state) {
    (void)state;
    check_refusals(allocator_refuse_one);
}

static void all_allocations_from_one_on_are_refused(void **state) {
    (void)state;
    check_refusals(allocator_grant);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_allocation_is_refused, grant_all, grant_all),
        cmocka_unit_test_setup_teardown(all_allocations_from_one_on_are_refused, grant_all, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
