#include "small_stacks.h"

#include <pthread.h>

#ifdef __has_feature
#define HAS_SANITIZER (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define HAS_SANITIZER 0
#endif
/* A sanitizer's frames are larger, and so are those of a library that is not optimised. */
#define STACK_SIZE ((HAS_SANITIZER ? 1024 : test_size(64, 256)) << 10)

/* What runs on the small stack, and what it has come to. */
typedef struct deep_call {
    void (*call)(sequence_run *run);
    const call_sequence *sequence;
    sequence_run run;
} deep_call;

static void *play_deep_call(void *context) {
    deep_call *const deep_call = context;
    if (deep_call->sequence != NULL) {
        play_sequence(deep_call->sequence, &deep_call->run);
    } else {
        deep_call->call(&deep_call->run);
    }
    return NULL;
}

void run_on_small_stack(void *(*start)(void *context), void *context) {
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, STACK_SIZE), 0);
    assert_int_equal(pthread_create(&thread, &attributes, start, context), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}

void check_on_small_stack(void (*call)(sequence_run *run)) {
    deep_call deep_call = {.call = call};
    run_on_small_stack(play_deep_call, &deep_call);
    check_run(&(const call_sequence){"on a small stack", NULL}, &deep_call.run);
    assert_int_equal(deep_call.run.finalized, deep_call.run.handed_over);
}

void check_sequence_on_small_stack(const call_sequence *sequence) {
    deep_call deep_call = {.sequence = sequence};
    run_on_small_stack(play_deep_call, &deep_call);
    check_run(sequence, &deep_call.run);
}

static sfsm_status count_bytes(void *context, const char *bytes, size_t count) {
    *(size_t *)context += bytes == NULL ? 0 : count;
    return SFSM_OK;
}

void fail_to_build(sequence_run *run, sfsm_builder *builder, sfsm_diagnostic_kind kind) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_diagnostic first = {.size = sizeof first};
    TRY(sfsm_builder_build(builder, &table, &diagnostics), SFSM_INVALID_DEFINITION);
    TRY(sfsm_diagnostics_get(diagnostics, 0, &first), SFSM_OK);
    REQUIRE(first.kind == kind);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

void write_in_all_formats(sequence_run *run, const sfsm_table *table) {
    for (sfsm_format format = SFSM_TEXT; format <= SFSM_HTML; format++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = format};
        size_t size = 0;
        const sfsm_status status = sfsm_table_write(table, &writing, count_bytes, &size);
        REQUIRE((status == SFSM_OK && size > 1000) || status == SFSM_BAD_VALUE || status == SFSM_UNNAMED_CALLBACK);
        REQUIRE(status == SFSM_OK || format <= SFSM_JSON);
    }
}
