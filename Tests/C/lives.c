#include "lives.h"

sfsm_builder *try_builder(void) {
    sfsm_builder *builder = sfsm_builder_create();
    if (builder == NULL) {
        allocator_grant_all();
        builder = sfsm_builder_create();
    }
    return builder;
}

void check_lives(void (*live)(void), void (*refuse)(size_t granted), size_t least) {
    allocator_grant(SIZE_MAX);
    live();
    const size_t stride = test_size(1, 37);
    for (size_t granted = 0;; granted += stride) {
        const size_t blocks = allocator_blocks();
        refuse(granted);
        live();
        const int is_over = !allocator_has_refused();
        allocator_grant_all();
        assert_int_equal(allocator_blocks(), blocks);
        if (is_over) {
            assert_true(granted > least);
            return;
        }
    }
}

int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}
