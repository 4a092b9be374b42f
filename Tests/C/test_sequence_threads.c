/* All call sequences on many threads at once, with nothing shared but the library: what it keeps for the whole process, and
 * libffi's pages. Each thread begins with another sequence. Failures are recorded by the threads and asserted on the main
 * one. */
#include "sequences.h"

#include <pthread.h>

enum { THREADS = 8, MOST = 200 };

typedef struct player {
    pthread_t thread;
    size_t first, rounds, played;
    const call_sequence *failed; /* the first one, with its run */
    sequence_run run;
} player;

static const call_sequence *listed[MOST];
static size_t listed_count;

static void note_sequence(const call_sequence *sequence, void *context) {
    (void)context;
    assert_true(listed_count < MOST);
    listed[listed_count++] = sequence;
}

static void *play_all(void *context) {
    player *const player = context;
    for (size_t index = 0; index < player->rounds * listed_count; index++) {
        const call_sequence *const sequence = listed[(player->first + index) % listed_count];
        sequence_run run = {.was_refused = NULL};
        if (!play_sequence(sequence, &run) && player->failed == NULL) {
            player->failed = sequence;
            player->run = run;
        }
        player->played++;
    }
    return NULL;
}

static void many_threads_play_all_sequences(void **state) {
    (void)state;
    player players[THREADS];
    listed_count = 0;
    visit_sequences(note_sequence, NULL);
    for (size_t index = 0; index < THREADS; index++) {
        players[index] = (player){.first = index * listed_count / THREADS, .rounds = test_size(10, 1)};
        assert_int_equal(pthread_create(&players[index].thread, NULL, play_all, &players[index]), 0);
    }
    for (size_t index = 0; index < THREADS; index++) {
        pthread_join(players[index].thread, NULL);
        assert_int_equal(players[index].played, players[index].rounds * listed_count);
        if (players[index].failed != NULL) {
            check_run(players[index].failed, &players[index].run);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_threads_play_all_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
