/* Chapter 9, threads: callables of one table, one callable in many tables, and one closure, on many threads at once.
 * Failures are recorded by the threads and asserted on the main one. */
#include "callables.h"

#include <pthread.h>

enum { THREADS = 8 };

/* What one thread does; the context of its machine. */
typedef struct worker {
    pthread_t thread; /* of the main thread's */
    const sfsm_table *table;
    sfsm_callable *callable;
    sfsm_any_function function;
    int32_t number;
    size_t rounds, calls, mistakes;
    char text[32]; /* what was sent last */
    int64_t sum;
    double share;
} worker;

/* Starts the threads with copies of `common`; all calls must have been right. */
static void run_threads(worker common, void *(*run)(void *)) {
    worker workers[THREADS];
    for (int32_t index = 0; index < THREADS; index++) {
        workers[index] = common;
        workers[index].number = index;
        assert_int_equal(pthread_create(&workers[index].thread, NULL, run, &workers[index]), 0);
    }
    for (size_t index = 0; index < THREADS; index++) {
        pthread_join(workers[index].thread, NULL);
        assert_int_equal(workers[index].mistakes, 0);
        assert_int_equal(workers[index].calls, common.rounds);
    }
}

static bool is_what_was_sent(int64_t sum, worker *worker, const char *text, double share, int32_t event) {
    worker->mistakes += sum != worker->sum || share != worker->share || event != GO || strcmp(text, worker->text) != 0;
    return true;
}

static void count_types(worker *worker, int count, ...) {
    va_list rest;
    va_start(rest, count);
    const int type = va_arg(rest, int);
    const int64_t sum = va_arg(rest, int64_t);
    worker->mistakes += count != 3 || type != SFSM_I64 || sum != worker->sum;
    va_end(rest);
    worker->calls++;
}

static void *send_arguments(void *context) {
    worker *const worker = context;
    sfsm_machine *machine = NULL;
    worker->mistakes += sfsm_machine_create(worker->table, HOME, worker, &machine) != SFSM_OK;
    for (size_t round = 0; round < worker->rounds; round++) {
        worker->sum = (int64_t)round * 1000000007 * (worker->number + 1);
        worker->share = (double)round / (worker->number + 1);
        memset(worker->text, 'a' + worker->number, round % 31);
        worker->text[round % 31] = '\0';
        worker->mistakes += sfsm_send(machine, GO, worker->sum, worker->text, worker->share) != SFSM_TRANSITIONED;
    }
    sfsm_machine_release(machine);
    return NULL;
}

static void many_threads_share_the_callables_of_one_table(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, GO, "i64, str, f64");
    ADD_ROWS(builder, {HOME, GO, SFSM_SAME, 1,
                       ASKING_CALLABLE(is_what_was_sent, "bool(i64, context, str, f64, event)"),
                       DOING_CALLABLE(count_types, "void(context, args...)")});
    sfsm_table *const table = table_from(builder);
    run_threads((worker){.table = table, .rounds = test_size(20000, 500)}, send_arguments);
    sfsm_table_release(table);
}

/* Builds a table of its own with the callable that all share, runs it once, and lets go of it. */
static void *register_callable(void *context) {
    worker *const worker = context;
    for (size_t round = 0; round < worker->rounds; round++) {
        size_t row = 0;
        sfsm_table *table = NULL;
        sfsm_machine *machine = NULL;
        sfsm_builder *const builder = sfsm_builder_create();
        const sfsm_callback callback = sfsm_callable_callback(worker->callable);
        worker->mistakes += sfsm_builder_add_row(builder, HOME, GO, SFSM_SAME, &row) != SFSM_OK;
        worker->mistakes += sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(callback)) != SFSM_OK;
        worker->mistakes += sfsm_builder_build(builder, &table, NULL) != SFSM_OK;
        sfsm_builder_release(builder);
        worker->mistakes += sfsm_machine_create(table, HOME, worker, &machine) != SFSM_OK;
        worker->mistakes += sfsm_machine_send(machine, GO) != SFSM_TRANSITIONED;
        sfsm_machine_release(machine);
        sfsm_table_release(table);
    }
    return NULL;
}

/* The callable has a context of its own for its finalizer, so its function finds the worker in the step. */
static void count_call_of_step(const sfsm_step *step) {
    ((worker *)step->context)->calls++;
}

/* The reference of every callback is counted, whichever thread makes and drops it. */
static void many_threads_register_one_callable(void **state) {
    (void)state;
    size_t finalized = 0;
    worker common = {.rounds = test_size(2000, 50)};
    assert_status(sfsm_callable_create((sfsm_any_function)count_call_of_step, "void(step)", &finalized, count_call,
                                       &common.callable), SFSM_OK);
    run_threads(common, register_callable);
    assert_int_equal(finalized, 0);
    sfsm_callable_release(common.callable);
    assert_int_equal(finalized, 1);
}

static int32_t add_to_worker(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    worker *const worker = arguments[0].as.ptr;
    worker->calls++;
    worker->mistakes += count != 3 || context != (void *)worker->table;
    out_result->as.i32 = arguments[1].as.i8 + (int32_t)arguments[2].as.f32;
    return 0;
}

static void *call_closure(void *context) {
    worker *const worker = context;
    int32_t (*const function)(void *, int8_t, float) = (int32_t (*)(void *, int8_t, float))worker->function;
    for (size_t round = 0; round < worker->rounds; round++) {
        const int8_t number = (int8_t)(round % 100);
        worker->mistakes += function(worker, number, (float)worker->number) != number + worker->number;
    }
    return NULL;
}

static void many_threads_call_one_closure(void **state) {
    (void)state;
    sfsm_closure *closure = NULL;
    assert_status(sfsm_closure_create("i32(ptr, i8, f32)", add_to_worker, NULL, NULL, &closure), SFSM_OK);
    run_threads((worker){.function = sfsm_closure_function(closure), .rounds = test_size(50000, 1000)}, call_closure);
    sfsm_closure_release(closure);
}

/* Closures are made and released on all threads at once. */
static void *make_closures(void *context) {
    worker *const worker = context;
    for (size_t round = 0; round < worker->rounds; round++) {
        sfsm_closure *closure = NULL;
        worker->mistakes += sfsm_closure_create("i32(ptr, i8, f32)", add_to_worker, NULL, NULL, &closure) != SFSM_OK;
        int32_t (*const function)(void *, int8_t, float) =
            (int32_t (*)(void *, int8_t, float))sfsm_closure_function(closure);
        worker->mistakes += function(worker, -100, 7) != -93;
        sfsm_closure_release(closure);
    }
    return NULL;
}

static void many_threads_make_closures(void **state) {
    (void)state;
    run_threads((worker){.rounds = test_size(5000, 100)}, make_closures);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_share_the_callables_of_one_table),
        cmocka_unit_test(many_threads_register_one_callable),
        cmocka_unit_test(many_threads_call_one_closure),
        cmocka_unit_test(many_threads_make_closures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
