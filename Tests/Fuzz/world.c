#include "world.h"

#include "machines.h"

world current;

static place spare = {.number = 1};

void in_new_world(const uint8_t *bytes, size_t length, void (*target)(void)) {
    grant_all();
    const size_t blocks = allocated_blocks();
    memset(&current, 0, sizeof current);
    begin_input(bytes, length);
    const uint8_t first = take_byte();
    current.is_wild = first % 4 == 3;
    current.definition.id_style = first / 4 % 4;
    current.weather = UINT32_MAX;
    target();
    grant_all();
    for (size_t i = 0; i < MACHINES; i++) {
        release_machine(&current.machines[i]);
        clear(&current.machines[i].journal);
    }
    sfsm_table_release(current.table);
    for (size_t i = 0; i < current.closure_count; i++) {
        sfsm_closure_release(current.closures[i]);
    }
    for (size_t i = 0; i < current.memory_count; i++) {
        free(current.memories[i]);
    }
    for (size_t i = 0; i < current.place_count; i++) {
        expect(!current.places[i].is_registered || current.places[i].is_finalized, "each finalizer runs");
    }
    expect(allocated_blocks() == blocks || is_unoptimised(), "all memory is given back");
}

static void finalize(void *context) {
    place *const place = context;
    expect(place >= current.places && place < current.places + current.place_count, "a finalizer has its context");
    expect(place->is_registered && !place->is_finalized, "a finalizer runs once");
    place->is_finalized = true;
}

place *place_like(uint32_t number, sfsm_finalizer *out_finalizer) {
    *out_finalizer = NULL;
    if (current.place_count == MOST_PLACES) {
        return &spare;
    }
    place *const place = &current.places[current.place_count++];
    *place = (struct place){.number = number, .is_registered = true};
    *out_finalizer = finalize;
    return place;
}

place *new_place(sfsm_finalizer *out_finalizer) {
    return place_like((uint32_t)current.place_count + 1, out_finalizer);
}

void forget_place(place *place) {
    place->is_registered = false;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Answers
 * --------------------------------------------------------------------------------------------------------------- */

void change_weather(void) {
    const uint8_t kind = take_byte();
    current.weather = kind % 4 == 0 ? UINT32_MAX : (uint32_t)take_pair() * 0x10001u;
    current.failing = kind % 16 == 15 ? 1 + take_byte() : 0;
    for (size_t i = 0; i < COUNT(current.resolved); i++) {
        const uint32_t drawn = below(16);
        current.resolved[i] = drawn < 12    ? state_id(drawn % (current.definition.state_count + 1))
                              : drawn == 12 ? SFSM_NONE
                              : drawn == 13 ? SFSM_FAILED
                              : drawn == 14 ? UNKNOWN
                                            : state_id(0);
        current.provided[i] = (sfsm_id)below(MOST_CASES + 1) - (kind % 16 == 14);
    }
}

int32_t answer_of_guard(uint32_t number) {
    return number == current.failing ? -3 : (int32_t)(current.weather >> number % 32 & 1);
}

sfsm_id answer_of_resolver(uint32_t number) {
    return number == current.failing ? SFSM_FAILED : current.resolved[number % COUNT(current.resolved)];
}

int32_t answer_of_provider(uint32_t number) {
    return number == current.failing ? -4 : current.provided[number % COUNT(current.provided)];
}

/* ------------------------------------------------------------------------------------------------------------------
 * Ids
 * --------------------------------------------------------------------------------------------------------------- */

bool is_mistaken(void) {
    return current.is_wild && once_in(64);
}

static sfsm_id styled(uint32_t number, int32_t offset) {
    switch (current.definition.id_style) {
    case 1: return (sfsm_id)number - 3;
    case 2: return (sfsm_id)number * 100000007 - 500000000 + offset;
    case 3: return number % 2 == 0 ? SFSM_FIRST_ID + (sfsm_id)number : INT32_MAX - (sfsm_id)number;
    default: return (sfsm_id)number + offset;
    }
}

sfsm_id state_id(uint32_t number) { return styled(number, 0); }
sfsm_id event_id(uint32_t number) { return styled(number, 20); }
sfsm_id predicate_id(uint32_t number) { return styled(number, 40); }

sfsm_id any_id(void) {
    const uint32_t drawn = below(32);
    return drawn < 16 ? INT32_MIN + (sfsm_id)drawn : drawn < 24 ? UNKNOWN : (sfsm_id)(take_pair() * 65537u);
}

sfsm_id any_state(void) {
    const uint32_t drawn = take_byte();
    return drawn < 240 ? state_id(drawn % (current.definition.state_count + 1)) : any_id();
}

sfsm_id any_event(void) {
    const uint32_t drawn = take_byte();
    return drawn < 240 ? event_id(drawn % (current.definition.event_count + 1)) : any_id();
}

sfsm_id any_predicate(void) {
    const uint32_t drawn = take_byte();
    return drawn < 240 ? predicate_id(drawn % (current.definition.predicate_count + 1)) : any_id();
}
