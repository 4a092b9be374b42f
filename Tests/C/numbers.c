#include "numbers.h"

int32_t take_number(const sfsm_step *step, void *number) {
    *(int32_t *)step->context = *(const int32_t *)number;
    return 0;
}

int32_t *numbers_up_to(size_t count) {
    int32_t *const numbers = malloc(count * sizeof *numbers);
    assert_non_null(numbers);
    for (size_t index = 0; index < count; index++) {
        numbers[index] = (int32_t)index;
    }
    return numbers;
}

void add_action(sfsm_builder *builder, int32_t source, int32_t event, int32_t target, int32_t *number) {
    assert_status(sfsm_builder_add_action(builder, row_from(builder, source, event, target), take_number, number, NULL),
                  SFSM_OK);
}
