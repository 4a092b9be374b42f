#include "snapshots.h"

#include "definitions.h"
#include "machines.h"

text snapshot_of(const sfsm_machine *machine, uint32_t flags) {
    text bytes = {NULL, 0};
    size_t size = 0, again = 0;
    if (known(sfsm_machine_snapshot(machine, flags, NULL, 0, &size)) == SFSM_OK) {
        bytes.bytes = malloc(size); /* of its own size, so that writing behind it is noticed */
        bytes.length = size;
        expect(sfsm_machine_snapshot(machine, flags, bytes.bytes, size - 1, &again) == SFSM_OUT_OF_RANGE && again == size,
               "a snapshot needs the size that is told");
        expect(sfsm_machine_snapshot(machine, flags, bytes.bytes, size, &again) == SFSM_OK && again == size,
               "a snapshot has the size that is told");
    }
    return bytes;
}

void snapshot_inside(sfsm_machine *machine) {
    char bytes[16];
    size_t size = 0;
    sfsm_diagnostics *diagnostics = NULL;
    known(sfsm_machine_snapshot(machine, below(5), bytes, sizeof bytes, &size));
    known(sfsm_machine_restore(machine, bytes, sizeof bytes, NULL, &diagnostics));
    if (known(sfsm_machine_set_journal(machine, NULL)) == SFSM_OK) {
        for (size_t i = 0; i < MACHINES; i++) {
            current.machines[i].has_journal = current.machines[i].has_journal && current.machines[i].machine != machine;
        }
    }
    sfsm_diagnostics_release(diagnostics);
}

static sfsm_machine *stopped_machine(const owned *place) {
    const sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_NONE, .context = &current,
                                          .flags = place->is_lenient ? SFSM_LENIENT : 0};
    sfsm_machine *machine = NULL;
    expect(sfsm_machine_create_with(place->table, &options, &machine) == SFSM_OK, "there is another machine");
    return machine;
}

static void expect_alike(const sfsm_machine *one, const sfsm_machine *other, const char *sentence) {
    text first = snapshot_of(one, SFSM_SNAPSHOT_DUE), second = snapshot_of(other, SFSM_SNAPSHOT_DUE);
    expect(are_equal(&first, &second), sentence);
    clear(&first);
    clear(&second);
}

sfsm_machine *twin_of(const owned *place, const text *snapshot) {
    sfsm_machine *const twin = stopped_machine(place);
    expect(sfsm_machine_restore(twin, snapshot->bytes, snapshot->length, NULL, NULL) == SFSM_OK, "a snapshot is restored");
    return twin;
}

/* The other machine takes this one's place. */
static void replace(owned *place, sfsm_machine *other) {
    release_machine(place);
    place->machine = other;
}

static sfsm_id migrate(void *context, const sfsm_missing *missing) {
    owned *const place = context;
    bool is_sound = false;
    expect(missing->part >= SFSM_STATE_PART && missing->part <= SFSM_DEFINITION_PART && missing->name != NULL,
           "what is missing is described");
    expect(sfsm_machine_send_message(place->machine, draw_message(false, &is_sound)) < 0, "a machine that is restored is busy");
    const uint32_t kind = below(4);
    return kind == 0 ? SFSM_NONE : kind == 1 ? any_id() : missing->part == SFSM_STATE_PART ? any_state()
           : missing->part == SFSM_EVENT_PART ? any_event() : (sfsm_id)below(4);
}

/* Restores, or leaves the machine as it was. */
static sfsm_status restore(owned *place, const char *bytes, size_t size) {
    const sfsm_restoring restoring = {sizeof restoring, migrate, place};
    sfsm_diagnostics *diagnostics = NULL;
    text before = snapshot_of(place->machine, SFSM_SNAPSHOT_DUE);
    const sfsm_status status = known(sfsm_machine_restore(place->machine, bytes, size, once_in(2) ? &restoring : NULL, &diagnostics));
    text after = snapshot_of(place->machine, SFSM_SNAPSHOT_DUE);
    expect(status == SFSM_OK || are_equal(&before, &after), "a snapshot that is refused changes nothing");
    ask_diagnostics(diagnostics);
    clear(&before);
    clear(&after);
    return status;
}

/* A few bytes become others, are doubled or left out. */
static void damage(text *bytes) {
    for (uint32_t left = 1 + below(4); left > 0 && bytes->length > 0; left--) {
        const size_t at = take_pair() % bytes->length;
        const uint32_t kind = below(4);
        if (kind == 0) {
            bytes->length = at;
        } else if (kind == 1) {
            const size_t from = take_byte() % bytes->length;
            const size_t room = bytes->length - (at > from ? at : from);
            memmove(bytes->bytes + at, bytes->bytes + from, room < 16 ? room : 16);
        } else {
            bytes->bytes[at] = (char)take_byte();
        }
    }
}

void use_snapshot(owned *place) {
    const uint32_t kind = below(8), flags = kind % 4;
    if (place->has_plan) {
        return;
    }
    text bytes = snapshot_of(place->machine, flags);
    if (bytes.length == 0) {
        return;
    }
    if (kind < 4) {
        sfsm_machine *const other = stopped_machine(place);
        expect(sfsm_machine_restore(other, bytes.bytes, bytes.length, NULL, NULL) == SFSM_OK, "a snapshot is restored");
        text again = snapshot_of(other, flags);
        /* Damaged journals may set any time, but a new machine's is 0, and does not go back. */
        const bool keeps_time = (flags & SFSM_SNAPSHOT_DUE) == 0 || sfsm_machine_now(place->machine) >= 0;
        expect(!keeps_time || are_equal(&bytes, &again), "what is restored has the same snapshot");
        expect(keeps_time || sfsm_machine_now(other) == 0, "time does not go back");
        clear(&again);
        check_machine(other);
        replace(place, other);
    } else {
        damage(&bytes);
        char *const own = malloc(bytes.length + (bytes.length == 0));
        memcpy(own, bytes.bytes, bytes.length);
        restore(place, own, bytes.length);
        free(own);
    }
    clear(&bytes);
}

/* A writer that refuses, when the journal is long. */
static sfsm_status write_record(void *context, const char *bytes, size_t count) {
    owned *const place = context;
    if (place->machine != NULL) {
        expect(sfsm_machine_stop(place->machine) < 0, "a machine whose journal is written is busy");
    }
    return place->journal.length > 30000 ? SFSM_OUT_OF_RANGE : append(&place->journal, bytes, count);
}

void use_journal(owned *place) {
    const uint32_t kind = below(16);
    if (place->has_plan) {
        return;
    }
    if (!place->has_journal || kind == 15) {
        const sfsm_journal journal = {sizeof journal, kind % 2 == 0 ? 0 : SFSM_JOURNAL_JSON, write_record, place};
        clear(&place->journal);
        place->has_journal = known(sfsm_machine_set_journal(place->machine, kind == 15 ? NULL : &journal)) == SFSM_OK && kind != 15;
        return;
    }
    if (sfsm_machine_journal_status(place->machine) != SFSM_OK) {
        place->has_journal = false;
        return;
    }
    sfsm_machine *const other = stopped_machine(place);
    size_t size = 0, steps = 0;
    if (kind < 8) {
        text journal = place->journal;
        expect(sfsm_machine_replay_journal(other, journal.bytes, journal.length, SIZE_MAX, &size, &steps) == SFSM_OK &&
                   size == journal.length, "a journal is replayed");
        expect_alike(place->machine, other, "what is replayed from a journal is the same");
        known(sfsm_machine_replay_journal(other, journal.bytes, journal.length, take_byte() % (steps + 1), &size, &steps));
    } else {
        text damaged = {NULL, 0};
        append(&damaged, place->journal.bytes, place->journal.length);
        damage(&damaged);
        char *const own = malloc(damaged.length + (damaged.length == 0));
        memcpy(own, damaged.bytes, damaged.length);
        known(sfsm_machine_replay_journal(other, own, damaged.length, SIZE_MAX, &size, &steps));
        expect(size <= damaged.length, "a journal is replayed up to its end");
        free(own);
        clear(&damaged);
    }
    check_machine(other);
    place->has_journal = false;
    replace(place, other);
}

void restore_any(owned *place) {
    char bytes[512];
    const bool is_journal = below(2) == 1;
    const size_t count = take_bytes(bytes, 1 + take_pair() % sizeof bytes);
    char *const own = malloc(count + (count == 0));
    memcpy(own, bytes, count);
    if (place->machine != NULL && !place->has_plan) {
        size_t size = 0;
        if (is_journal) {
            known(sfsm_machine_replay_journal(place->machine, own, count, take_byte(), &size, NULL));
        } else {
            restore(place, own, count);
        }
        check_machine(place->machine);
    }
    free(own);
}
