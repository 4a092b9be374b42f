/* One target for libFuzzer: FUZZ_TARGET is its name. */
#include "calls.h"
#include "targets.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    set_allocation();
    report_calls_at_exit();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    target_named(FUZZ_TARGET)->run(bytes, length);
    return 0;
}
