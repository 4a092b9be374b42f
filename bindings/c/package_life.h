/* The life of a Debian package as one table: its states, its events, and what the callbacks of package-life.fsm do.
 * That document says what dpkg may do when. */
#ifndef PACKAGE_LIFE_H
#define PACKAGE_LIFE_H

#include <stdbool.h>
#include <swiftfsm.h>

/* The states of dpkg(1) in its own order, from nothing to a working package; and one for packages of which the log
 * has said nothing yet. */
enum {
    NOT_INSTALLED,
    CONFIG_FILES,
    HALF_INSTALLED,
    UNPACKED,
    HALF_CONFIGURED,
    TRIGGERS_AWAITED,
    TRIGGERS_PENDING,
    INSTALLED,
    UNKNOWN,
    STATE_COUNT
};

/* The events: the report that a package has come to a state, with the number of that state; and the actions. */
enum {
    REPORTED_NOT_INSTALLED,
    REPORTED_CONFIG_FILES,
    REPORTED_HALF_INSTALLED,
    REPORTED_UNPACKED,
    REPORTED_HALF_CONFIGURED,
    REPORTED_TRIGGERS_AWAITED,
    REPORTED_TRIGGERS_PENDING,
    REPORTED_INSTALLED,
    INSTALL,
    UPGRADE,
    CONFIGURE,
    TRIGPROC,
    DISAPPEAR,
    REMOVE,
    PURGE,
    EVENT_COUNT
};
#define REPORT_COUNT INSTALL

/* In place of an action: none is under way; it is not known which one is. */
enum { NO_ACTION = -1, ANY_ACTION = -2 };

/* The context of a package, or what its context begins with: what dpkg last said that it is doing to this package and
 * has not finished. */
struct package_life {
    int32_t under_way;
};

/* The words of the log, by number, which are the names in the document: "half-installed"; "status half-installed",
 * "install". */
extern const sfsm_name package_states[STATE_COUNT];
extern const sfsm_name package_events[EVENT_COUNT];

/* Whether two names differ in the architecture only: "libc6:all", "libc6:amd64". */
bool is_same_package(const char *left, const char *right);

/* The table that all packages share, which the caller releases; machines begin in UNKNOWN. It is read from the file of
 * which the environment variable PACKAGE_LIFE holds the path, or else from package-life.fsm beside the program. NULL if
 * it cannot be read or built, or is another table: standard error says why. */
sfsm_table *package_life_table(void);

/* The same with a row more for each event, for any state where nothing else is permitted: the log is the truth, so that
 * a report leads to its state, and what is under way is not known any more. First `not_permitted` is called. The rows
 * of the document keep their numbers, up to *out_row_count. */
sfsm_table *package_life_table_of_log(sfsm_function not_permitted, size_t *out_row_count);

#endif
