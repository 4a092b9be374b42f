/* Machines of documents, and snapshots that go from a machine of one version to one of another: each as bytes and as
 * JSON. */
#ifndef SFSM_TESTS_VERSIONS_H
#define SFSM_TESTS_VERSIONS_H

#include "snapshots.h"

/* A machine in its initial state, over a document without callbacks. */
sfsm_machine *machine_of_document(const char *text);

/* Ids by their names, which there are. */
int32_t state_of(const sfsm_machine *machine, const char *name);
int32_t event_of(const sfsm_machine *machine, const char *name);

/* Sends events by their names, "coin push": each is taken or deferred. */
void send_events(sfsm_machine *machine, const char *events);

/* The message of an event waits in the machine from now on; a step that `step` leads to is planned and abandoned. */
void let_wait(sfsm_machine *machine, const char *step, const sfsm_message *message);

/* An event in so much time. */
void send_event_later(sfsm_machine *machine, const char *event, int64_t delay);

/* The names of the active leaves must be these, "filling closed". */
void assert_is_in(const sfsm_machine *machine, const char *names);

/* The snapshot of `from` is restored in `to`, which then is in these states. */
void assert_fits(const sfsm_machine *from, sfsm_machine *to, const char *names);
void assert_fits_with(const sfsm_machine *from, sfsm_machine *to, const sfsm_restoring *restoring, const char *names);

/* It is refused with this status, `to` is as it was to the last byte, and the diagnostics say all of the sentences, in
 * order: one each. */
#define assert_has_no_place(from, to, status, ...)                                                                     \
    check_no_place((from), (to), NULL, (status), (const char *const[]){__VA_ARGS__, NULL})
#define assert_has_no_place_with(from, to, restoring, status, ...)                                                     \
    check_no_place((from), (to), (restoring), (status), (const char *const[]){__VA_ARGS__, NULL})
void check_no_place(const sfsm_machine *from, sfsm_machine *to, const sfsm_restoring *restoring, sfsm_status status,
                    const char *const *sentences);

/* The same of machines of two documents, which are released: `from` after these events. */
void assert_documents_fit(const char *from, const char *events, const char *to, const char *names);
#define assert_documents_differ(from, events, to, status, ...)                                                         \
    check_documents((from), (events), (to), (status), (const char *const[]){__VA_ARGS__, NULL})
void check_documents(const char *from, const char *events, const char *to, sfsm_status status,
                     const char *const *sentences);

/* The JSON of a machine says this. */
void assert_json_says(const sfsm_machine *machine, const char *words);

#endif
