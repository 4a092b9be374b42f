/*
 * Call sequences over the whole header, each from its first object to its last release: for tests that play all of them
 * under some strain (refused memory, small stacks, many threads, processes that forked, signals).
 *
 * They assert nothing themselves, since cmocka's assertions belong to one thread: a run keeps its first mistake. Where a
 * run has memory refused, each call returns SFSM_OUT_OF_MEMORY, or does without; made again, it does what it always does.
 */
#ifndef SFSM_TESTS_SEQUENCES_H
#define SFSM_TESTS_SEQUENCES_H

#include "support.h"

/* One run of a sequence. Zero what you do not use. */
typedef struct sequence_run {
    bool (*was_refused)(void);     /* whether memory was refused since the run began, the first time that it is asked
                                      after that; from then on memory is granted. NULL: never */
    size_t handed_over, finalized; /* callbacks with a finalizer, and finalizers that ran */
    size_t calls;                  /* of callbacks, for sequences that count them */
    const char *mistake;           /* the first one, as an expression, and where; NULL if there is none */
    const char *file;
    int line;
    int32_t actual;
} sequence_run;

typedef struct call_sequence {
    const char *name;
    void (*play)(sequence_run *run);
} call_sequence;

/* By chapters of the header; each list ends with a name that is NULL. */
extern const call_sequence *const call_sequences[];
extern const size_t call_sequence_list_count;
extern const call_sequence block_sequences[], builder_sequences[], callable_sequences[], chart_sequences[],
    document_sequences[], fault_sequences[], inspection_sequences[], journal_sequences[], machine_sequences[],
    picture_sequences[], plan_sequences[], query_sequences[], queue_sequences[], replay_sequences[], snapshot_sequences[],
    table_sequences[], timer_sequences[], value_sequences[];

/* Calls `visit` with each sequence. Returns how many there are. */
size_t visit_sequences(void (*visit)(const call_sequence *sequence, void *context), void *context);

/* Plays a sequence; every finalizer must have run once. Returns whether there was no mistake. */
bool play_sequence(const call_sequence *sequence, sequence_run *run);

/* Asserts that there was no mistake. On the main thread. */
void check_run(const call_sequence *sequence, const sequence_run *run);

/* In a sequence, whose run is named `run`: what has to be so, and calls with the result that they must have. */
#define REQUIRE(condition)                                                                                             \
    ((condition) ? (void)0 : sequence_mistake(run, 0, #condition, __FILE__, __LINE__))
#define TRY(call, expected)                                                                                            \
    do {                                                                                                               \
        int32_t result_ = (call);                                                                                      \
        if (sequence_is_refused(run) && result_ != (expected)) {                                                       \
            sequence_compare(run, result_, SFSM_OUT_OF_MEMORY, #call, __FILE__, __LINE__);                             \
            result_ = (call);                                                                                          \
        }                                                                                                              \
        sequence_compare(run, result_, (expected), #call, __FILE__, __LINE__);                                         \
    } while (0)
/* The same of a call that makes a machine perform steps: those that follow the first may have to wait for memory. */
#define TRY_STEP(machine, call, expected)                                                                              \
    do {                                                                                                               \
        TRY(call, expected);                                                                                           \
        sequence_finish_steps(run, (machine), __FILE__, __LINE__);                                                     \
    } while (0)

void sequence_mistake(sequence_run *run, int32_t actual, const char *expression, const char *file, int line);
void sequence_compare(sequence_run *run, int32_t actual, int32_t expected, const char *expression, const char *file,
                      int line);
bool sequence_is_refused(sequence_run *run);
void sequence_finish_steps(sequence_run *run, sfsm_machine *machine, const char *file, int line);

/* Context and finalizer of a callback, which is counted. */
#define HANDED_OVER (run->handed_over++, run), sequence_finalize
void sequence_finalize(void *run);

/* Callbacks: yes, no, and one that counts in the run which is its context. */
int32_t sequence_yes(const sfsm_step *step, void *context);
int32_t sequence_no(const sfsm_step *step, void *context);
int32_t sequence_count(const sfsm_step *step, void *run);

/* Ways that are long when memory may be refused. Each takes over what it is given and returns something owned. */
sfsm_builder *sequence_builder(sequence_run *run);
size_t sequence_row(sequence_run *run, sfsm_builder *builder, sfsm_id source, sfsm_id event, sfsm_id target);
size_t sequence_block(sequence_run *run, sfsm_builder *builder, sfsm_id state, uint32_t flags, sfsm_id parent);
sfsm_table *sequence_table(sequence_run *run, sfsm_builder *builder);
sfsm_machine *sequence_machine(sequence_run *run, sfsm_builder *builder, sfsm_id initial, void *context);
sfsm_table *sequence_document(sequence_run *run, const char *text);

#endif
