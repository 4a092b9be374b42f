/* Chapter 1: the version. */
#include "support.h"

#include <stdio.h>

static void the_library_has_the_headers_version(void **state) {
    (void)state;
    const uint32_t expected = SFSM_VERSION_MAJOR * 1000000u + SFSM_VERSION_MINOR * 1000u + SFSM_VERSION_PATCH;
    assert_int_equal(sfsm_version(), expected);
}

static void the_text_is_the_number_in_words(void **state) {
    (void)state;
    char expected[48];
    const uint32_t version = sfsm_version();
    snprintf(expected, sizeof expected, "%u.%u.%u", (unsigned)(version / 1000000u), (unsigned)(version / 1000u % 1000u),
             (unsigned)(version % 1000u));
    assert_string_equal(sfsm_version_string(), expected);
}

static void the_text_is_static(void **state) {
    (void)state;
    assert_ptr_equal(sfsm_version_string(), sfsm_version_string());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_has_the_headers_version),
        cmocka_unit_test(the_text_is_the_number_in_words),
        cmocka_unit_test(the_text_is_static),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
