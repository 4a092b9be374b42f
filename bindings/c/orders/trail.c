#include "trail.h"

#include <stdbool.h>
#include <stdlib.h>

/* Makes room for one element more. */
static bool grow(void **elements, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity) {
        return true;
    }
    size_t larger = *capacity == 0 ? 8 : *capacity * 2;
    void *moved = realloc(*elements, larger * size);
    if (moved == NULL) {
        return false;
    }
    *elements = moved;
    *capacity = larger;
    return true;
}

int32_t trail_record(struct trail *trail, const sfsm_step *step) {
    void *steps = trail->steps;
    if (!grow(&steps, &trail->step_capacity, trail->step_count, sizeof *trail->steps)) {
        return SFSM_FAILED;
    }
    trail->steps = steps;
    trail->steps[trail->step_count++] = (struct trail_step){
        .event = step->event,
        .row = sfsm_step_row(step),
        .source = step->source,
        .target = step->target,
        .outcome = step->outcome,
    };
    return 0;
}

int32_t trail_ask(struct trail *trail, const char *what) {
    void *requests = trail->requests;
    if (!grow(&requests, &trail->request_capacity, trail->request_count, sizeof *trail->requests)) {
        return SFSM_FAILED;
    }
    trail->requests = requests;
    trail->requests[trail->request_count++] = (struct trail_request){trail->step_count, what};
    return 0;
}

void trail_clear(struct trail *trail) {
    trail->step_count = 0;
    trail->request_count = 0;
}

void trail_release(struct trail *trail) {
    free(trail->steps);
    free(trail->requests);
    *trail = (struct trail){0};
}
