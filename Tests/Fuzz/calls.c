#include "calls.h"

#include <stdio.h>

enum { TEXT_LIMIT = 1 << 20 };

static const char *const names[] = {FUNCTION_NAMES};
static uint64_t counts[FUNCTIONS];
static bool is_traced;

void count_call(int function) {
    counts[function]++;
    if (is_traced) {
        fprintf(stderr, "%s\n", names[function]);
    }
}

uint64_t calls_of(int function) {
    return counts[function];
}

const char *function_name(int function) {
    return names[function];
}

static void report_calls(void) {
    const char *const path = getenv("FUZZ_CALLS");
    uint64_t calls = 0;
    for (int function = 0; function < FUNCTIONS; function++) {
        calls += counts[function];
    }
    fprintf(stderr, "%llu calls\n", (unsigned long long)calls);
    FILE *const file = path != NULL ? fopen(path, "a") : NULL;
    if (file != NULL) {
        fprintf(file, "%llu\n", (unsigned long long)calls);
        fclose(file);
    }
}

void report_calls_at_exit(void) {
    is_traced = getenv("FUZZ_TRACE") != NULL;
    atexit(report_calls);
}

void expect(bool is_as_meant, const char *sentence) {
    if (!is_as_meant) {
        fprintf(stderr, "violated: %s\n", sentence);
        abort();
    }
}

void expect_result(int32_t actual, int32_t expected, const char *sentence) {
    if (actual != expected) {
        fprintf(stderr, "%s, not %s; ", sfsm_status_name(actual), sfsm_status_name(expected));
        expect(false, sentence);
    }
}

int32_t known(int32_t result) {
    if (is_traced) {
        fprintf(stderr, "  %s\n", sfsm_status_name(result));
    }
    expect(result >= SFSM_UNNAMED_CALLBACK && result <= SFSM_DEFERRED && result != -21, "a result is in the header");
    expect(result != SFSM_OUT_OF_MEMORY || has_refused(), "memory is lacking only where some was refused");
    return result;
}

sfsm_status append(void *context, const char *bytes, size_t count) {
    text *const text = context;
    if (text->length + count > TEXT_LIMIT) {
        return SFSM_OUT_OF_RANGE;
    }
    text->bytes = realloc(text->bytes, text->length + count + 1);
    if (count > 0) {
        memcpy(text->bytes + text->length, bytes, count);
    }
    text->length += count;
    text->bytes[text->length] = '\0';
    return SFSM_OK;
}

void clear(text *text) {
    free(text->bytes);
    text->bytes = NULL;
    text->length = 0;
}

bool are_equal(const text *one, const text *other) {
    return one->length == other->length && (one->length == 0 || memcmp(one->bytes, other->bytes, one->length) == 0);
}
