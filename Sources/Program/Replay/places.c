/* Where the tokens of a replay are. */
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "replay.h"

static void *moved(void *items, size_t size) {
    void *const place = realloc(items, size);
    if (place == NULL) {
        complain("there is not enough memory");
        exit(STATUS_UNUSABLE);
    }
    return place;
}

/* A new token. */
static void begin(places *places, size_t number) {
    int32_t *const states = places->states + number * places->width;
    memset(states, 0, places->width * sizeof *states);
    states[0] = SFSM_NONE;
    if (places->has_snapshots) {
        places->snapshots[number] = (snapshot){NULL, 0};
    }
}

void places_reach(places *places, size_t count) {
    if (count > places->capacity) {
        places->capacity = count < 128 ? 128 : count + count / 2;
        places->states = moved(places->states, places->capacity * places->width * sizeof *places->states);
        if (places->has_snapshots) {
            places->snapshots = moved(places->snapshots, places->capacity * sizeof *places->snapshots);
        }
    }
    for (; places->count < count; places->count++) {
        begin(places, places->count);
    }
}

void places_keep_last(places *places) {
    const size_t last = places->count - 1;
    memmove(places->states, places->states + last * places->width, places->width * sizeof *places->states);
    for (size_t i = 0; places->has_snapshots && i < last; i++) {
        free(places->snapshots[i].bytes);
    }
    if (places->has_snapshots) {
        places->snapshots[0] = places->snapshots[last];
    }
    places->count = 1;
}

void places_release(places *places) {
    for (size_t i = 0; places->has_snapshots && i < places->count; i++) {
        free(places->snapshots[i].bytes);
    }
    free(places->snapshots);
    free(places->states);
}
