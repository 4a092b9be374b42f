#include "package_life.h"

#include <stdbool.h>
#include <stdio.h>

const sfsm_name package_states[STATE_COUNT] = {
    { NOT_INSTALLED, "not-installed" },       { CONFIG_FILES, "config-files" },
    { HALF_INSTALLED, "half-installed" },     { UNPACKED, "unpacked" },
    { HALF_CONFIGURED, "half-configured" },   { TRIGGERS_AWAITED, "triggers-awaited" },
    { TRIGGERS_PENDING, "triggers-pending" }, { INSTALLED, "installed" },
    { UNKNOWN, "unknown" },
};

const sfsm_name package_events[EVENT_COUNT] = {
    { REPORTED_NOT_INSTALLED, "status not-installed" },
    { REPORTED_CONFIG_FILES, "status config-files" },
    { REPORTED_HALF_INSTALLED, "status half-installed" },
    { REPORTED_UNPACKED, "status unpacked" },
    { REPORTED_HALF_CONFIGURED, "status half-configured" },
    { REPORTED_TRIGGERS_AWAITED, "status triggers-awaited" },
    { REPORTED_TRIGGERS_PENDING, "status triggers-pending" },
    { REPORTED_INSTALLED, "status installed" },
    { INSTALL, "install" },
    { UPGRADE, "upgrade" },
    { CONFIGURE, "configure" },
    { TRIGPROC, "trigproc" },
    { DISAPPEAR, "disappear" },
    { REMOVE, "remove" },
    { PURGE, "purge" },
};

/*
 * Actions. dpkg writes an action when it begins and nothing when it ends: the machine remembers which one is under
 * way until a report says that it is over.
 */
static int32_t begin(const sfsm_step *step, void *context) {
    struct package_life *life = context;
    life->under_way = step->event;
    return 0;
}

static int32_t finish(const sfsm_step *step, void *context) {
    (void)step;
    struct package_life *life = context;
    life->under_way = NO_ACTION;
    return 0;
}

/*
 * Guards. A few steps are right in the course of one action only. While it is not known what dpkg is doing (the log
 * begins in the middle, or something was not permitted), the package has the benefit of the doubt.
 */
static bool may_be_under_way(const void *context, int32_t action) {
    const struct package_life *life = context;
    return life->under_way == action || life->under_way == ANY_ACTION;
}

static int32_t installing(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, INSTALL);
}

static int32_t upgrading(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, UPGRADE);
}

static int32_t unpacking(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, INSTALL) || may_be_under_way(context, UPGRADE);
}

static int32_t configuring(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, CONFIGURE);
}

static int32_t disappearing(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, DISAPPEAR);
}

static int32_t vanishing(const sfsm_step *step, void *context) {
    (void)step;
    return may_be_under_way(context, INSTALL) || may_be_under_way(context, DISAPPEAR);
}

/* To make room for another package, dpkg takes one away without writing an action for it. */
static int32_t making_room(const sfsm_step *step, void *context) {
    (void)step;
    const struct package_life *life = context;
    return life->under_way != INSTALL && life->under_way != UPGRADE && life->under_way != REMOVE;
}

/*
 * Where each group of rows has its rules from: dpkg(1), Debian Policy chapter 6 (6.6 unpacking, 6.7 configuration, 6.8
 * removal, with their steps), deb-triggers(5), and /usr/share/doc/dpkg/spec/triggers.txt. "Observed" means: in logs of
 * dpkg 1.21 (Debian 12), from debootstrap, from a machine's upgrades over the years, and from packages that were built
 * to fail at each step of their lives.
 */
static const sfsm_row rows[] = {
    /* A rotated log begins in the middle of packages' lives: the first report is believed, whatever it says. Three
     * actions tell the state as well (install and trigproc: the more likely of two, see below); the others begin in so
     * many that the package stays unknown. */
    SFSM_ROW(UNKNOWN, REPORTED_NOT_INSTALLED, NOT_INSTALLED, NULL),
    SFSM_ROW(UNKNOWN, REPORTED_CONFIG_FILES, CONFIG_FILES, NULL),
    SFSM_ROW(UNKNOWN, REPORTED_HALF_INSTALLED, HALF_INSTALLED, NULL),
    SFSM_ROW(UNKNOWN, REPORTED_UNPACKED, UNPACKED, NULL),
    SFSM_ROW(UNKNOWN, REPORTED_HALF_CONFIGURED, HALF_CONFIGURED, NULL),
    SFSM_ROW(UNKNOWN, REPORTED_TRIGGERS_AWAITED, TRIGGERS_AWAITED, NULL),
    SFSM_ROW(UNKNOWN, REPORTED_TRIGGERS_PENDING, TRIGGERS_PENDING, NULL),
    SFSM_ROW(UNKNOWN, REPORTED_INSTALLED, INSTALLED, NULL),
    SFSM_ROW(UNKNOWN, INSTALL, NOT_INSTALLED, begin),
    SFSM_ROW(UNKNOWN, PURGE, CONFIG_FILES, begin),
    SFSM_ROW(UNKNOWN, TRIGPROC, TRIGGERS_PENDING, begin),
    SFSM_ROW(UNKNOWN, UPGRADE, SFSM_INTERNAL, begin),
    SFSM_ROW(UNKNOWN, CONFIGURE, SFSM_INTERNAL, begin),
    SFSM_ROW(UNKNOWN, DISAPPEAR, SFSM_INTERNAL, begin),
    SFSM_ROW(UNKNOWN, REMOVE, SFSM_INTERNAL, begin),

    /* Observed: a run of dpkg first reports the state in which it finds a package, then what it makes of it. It finds
     * no absent package, so "not-installed" is never repeated. */
    SFSM_ROW(CONFIG_FILES, REPORTED_CONFIG_FILES, SFSM_SAME, NULL),
    SFSM_ROW(HALF_INSTALLED, REPORTED_HALF_INSTALLED, SFSM_SAME, NULL),
    SFSM_ROW(UNPACKED, REPORTED_UNPACKED, SFSM_SAME, NULL),
    SFSM_ROW(HALF_CONFIGURED, REPORTED_HALF_CONFIGURED, SFSM_SAME, NULL),
    SFSM_ROW(TRIGGERS_AWAITED, REPORTED_TRIGGERS_AWAITED, SFSM_SAME, NULL),
    SFSM_ROW(TRIGGERS_PENDING, REPORTED_TRIGGERS_PENDING, SFSM_SAME, NULL),
    SFSM_ROW(INSTALLED, REPORTED_INSTALLED, SFSM_SAME, NULL),

    /* Actions announce: the state is left to the reports that follow. dpkg(1), --install and --unpack: written as
     * "install" for a package of which no files are there, and as "upgrade" for any other, the same or a lower version
     * included (observed). */
    SFSM_ROW(NOT_INSTALLED, INSTALL, SFSM_INTERNAL, begin),
    SFSM_ROW(CONFIG_FILES, INSTALL, SFSM_INTERNAL, begin),
    SFSM_ROW(HALF_INSTALLED, UPGRADE, SFSM_INTERNAL, begin),
    SFSM_ROW(UNPACKED, UPGRADE, SFSM_INTERNAL, begin),
    SFSM_ROW(HALF_CONFIGURED, UPGRADE, SFSM_INTERNAL, begin),
    SFSM_ROW(TRIGGERS_AWAITED, UPGRADE, SFSM_INTERNAL, begin),
    SFSM_ROW(TRIGGERS_PENDING, UPGRADE, SFSM_INTERNAL, begin),
    SFSM_ROW(INSTALLED, UPGRADE, SFSM_INTERNAL, begin),
    /* dpkg(1), --configure: a package that is unpacked but not configured, or whose configuration failed. */
    SFSM_ROW(UNPACKED, CONFIGURE, SFSM_INTERNAL, begin),
    SFSM_ROW(HALF_CONFIGURED, CONFIGURE, SFSM_INTERNAL, begin),
    /* triggers.txt, "triggered package": triggers can be pending in these two states. */
    SFSM_ROW(TRIGGERS_AWAITED, TRIGPROC, SFSM_INTERNAL, begin),
    SFSM_ROW(TRIGGERS_PENDING, TRIGPROC, SFSM_INTERNAL, begin),
    /* Policy 6.6, step 9: a package that has files can lose all of them to another one. */
    SFSM_ROW(HALF_INSTALLED, DISAPPEAR, SFSM_INTERNAL, begin),
    SFSM_ROW(UNPACKED, DISAPPEAR, SFSM_INTERNAL, begin),
    SFSM_ROW(HALF_CONFIGURED, DISAPPEAR, SFSM_INTERNAL, begin),
    SFSM_ROW(TRIGGERS_AWAITED, DISAPPEAR, SFSM_INTERNAL, begin),
    SFSM_ROW(TRIGGERS_PENDING, DISAPPEAR, SFSM_INTERNAL, begin),
    SFSM_ROW(INSTALLED, DISAPPEAR, SFSM_INTERNAL, begin),
    /* dpkg(1), --remove: everything but the configuration files, so only where there is more than those. */
    SFSM_ROW(HALF_INSTALLED, REMOVE, SFSM_INTERNAL, begin),
    SFSM_ROW(UNPACKED, REMOVE, SFSM_INTERNAL, begin),
    SFSM_ROW(HALF_CONFIGURED, REMOVE, SFSM_INTERNAL, begin),
    SFSM_ROW(TRIGGERS_AWAITED, REMOVE, SFSM_INTERNAL, begin),
    SFSM_ROW(TRIGGERS_PENDING, REMOVE, SFSM_INTERNAL, begin),
    SFSM_ROW(INSTALLED, REMOVE, SFSM_INTERNAL, begin),
    /* Observed: --purge of an installed package is written as "remove", and as "purge" once its files are gone. */
    SFSM_ROW(CONFIG_FILES, PURGE, SFSM_INTERNAL, begin),

    /* Unpacking, Policy 6.6, steps 1 to 12: half-installed while files are replaced, then unpacked. A configured one is
     * unpacked again before that, after its prerm. No guard where configuration files were left: if those were of
     * another architecture, "install" is written under the new one's name (observed). */
    SFSM_ROW_IF(NOT_INSTALLED, REPORTED_HALF_INSTALLED, installing, HALF_INSTALLED, NULL),
    SFSM_ROW(CONFIG_FILES, REPORTED_HALF_INSTALLED, HALF_INSTALLED, NULL),
    SFSM_ROW_IF(HALF_CONFIGURED, REPORTED_UNPACKED, upgrading, UNPACKED, NULL),
    SFSM_ROW_IF(HALF_INSTALLED, REPORTED_UNPACKED, unpacking, UNPACKED, NULL),

    /* Unpacking that fails is rolled back, Policy 6.6, "error unwind": a new package is gone again (or has its old
     * configuration files: see removing); an upgraded one is unpacked as before, then configured as before. */
    SFSM_ROW_IF(HALF_INSTALLED, REPORTED_NOT_INSTALLED, vanishing, NOT_INSTALLED, finish),
    SFSM_ROW_IF(UNPACKED, REPORTED_INSTALLED, upgrading, INSTALLED, finish),
    SFSM_ROW_IF(UNPACKED, REPORTED_TRIGGERS_AWAITED, upgrading, TRIGGERS_AWAITED, finish),

    /* Configuring, Policy 6.7: half-configured while the postinst runs, and on, if it fails. Trigger processing ends in
     * the same way, and so does a prerm that failed and is rolled back. A package that activates a trigger of its own
     * is installed first, and pending then (observed). */
    SFSM_ROW_IF(UNPACKED, REPORTED_HALF_CONFIGURED, configuring, HALF_CONFIGURED, NULL),
    SFSM_ROW(HALF_CONFIGURED, REPORTED_INSTALLED, INSTALLED, finish),
    SFSM_ROW(HALF_CONFIGURED, REPORTED_TRIGGERS_AWAITED, TRIGGERS_AWAITED, finish),

    /* The prerm begins, Policy 6.6, steps 1 and 2, and 6.8, step 1: for an upgrade, for a removal, or because of
     * another package, which no action tells. Trigger processing begins in the same way; and where packages trigger
     * each other for ever, dpkg gives up on one of them without an action (observed). */
    SFSM_ROW(TRIGGERS_AWAITED, REPORTED_HALF_CONFIGURED, HALF_CONFIGURED, NULL),
    SFSM_ROW(TRIGGERS_PENDING, REPORTED_HALF_CONFIGURED, HALF_CONFIGURED, NULL),
    SFSM_ROW(INSTALLED, REPORTED_HALF_CONFIGURED, HALF_CONFIGURED, NULL),

    /* Triggers, deb-triggers(5) and triggers.txt: who is activated is pending, who activates awaits, and who does both
     * awaits. Awaiting ends when others are done, without an action; pending triggers end by processing only. */
    SFSM_ROW(INSTALLED, REPORTED_TRIGGERS_PENDING, TRIGGERS_PENDING, NULL),
    SFSM_ROW(INSTALLED, REPORTED_TRIGGERS_AWAITED, TRIGGERS_AWAITED, NULL),
    SFSM_ROW(TRIGGERS_PENDING, REPORTED_TRIGGERS_AWAITED, TRIGGERS_AWAITED, NULL),
    SFSM_ROW(TRIGGERS_AWAITED, REPORTED_TRIGGERS_PENDING, TRIGGERS_PENDING, NULL),
    SFSM_ROW(TRIGGERS_AWAITED, REPORTED_INSTALLED, INSTALLED, NULL),

    /* Removing, Policy 6.8, steps 2 to 4, by "remove", or without an action to make room for another package (6.6, step
     * 13). An unpacked package comes to half-installed by an upgrade too. */
    SFSM_ROW(HALF_CONFIGURED, REPORTED_HALF_INSTALLED, HALF_INSTALLED, NULL),
    SFSM_ROW(UNPACKED, REPORTED_HALF_INSTALLED, HALF_INSTALLED, NULL),
    SFSM_ROW(HALF_INSTALLED, REPORTED_CONFIG_FILES, CONFIG_FILES, finish),

    /* Making room is rolled back if the other package cannot be unpacked after all (Policy 6.6, step 2.3). */
    SFSM_ROW_IF(HALF_INSTALLED, REPORTED_INSTALLED, making_room, INSTALLED, finish),
    SFSM_ROW_IF(HALF_INSTALLED, REPORTED_TRIGGERS_AWAITED, making_room, TRIGGERS_AWAITED, finish),

    /* Gone: Policy 6.8, steps 5 to 7, or at once if there are neither conffiles nor a postrm (step 4); and 6.6, step 9,
     * which leaves no configuration files. */
    SFSM_ROW(CONFIG_FILES, REPORTED_NOT_INSTALLED, NOT_INSTALLED, finish),
    SFSM_ROW_IF(UNPACKED, REPORTED_NOT_INSTALLED, disappearing, NOT_INSTALLED, finish),
    SFSM_ROW_IF(HALF_CONFIGURED, REPORTED_NOT_INSTALLED, disappearing, NOT_INSTALLED, finish),
    SFSM_ROW_IF(TRIGGERS_AWAITED, REPORTED_NOT_INSTALLED, disappearing, NOT_INSTALLED, finish),
    SFSM_ROW_IF(TRIGGERS_PENDING, REPORTED_NOT_INSTALLED, disappearing, NOT_INSTALLED, finish),
    SFSM_ROW_IF(INSTALLED, REPORTED_NOT_INSTALLED, disappearing, NOT_INSTALLED, finish),
};

sfsm_table *package_life_table(void) {
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_status status;

    if ((status = sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0])) == SFSM_OK &&
        (status = sfsm_builder_name_states(builder, package_states, STATE_COUNT)) == SFSM_OK &&
        (status = sfsm_builder_name_events(builder, package_events, EVENT_COUNT)) == SFSM_OK &&
        (status = sfsm_builder_set_initial(builder, UNKNOWN)) == SFSM_OK) {
        status = sfsm_builder_build(builder, &table, &diagnostics);
    }
    if (status != SFSM_OK) {
        fprintf(stderr, "package_log: the table of package states: %s\n", sfsm_status_name(status));
    }
    fputs(sfsm_diagnostics_text(diagnostics), stderr); /* errors or warnings; none of either is expected */
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
    return table;
}
