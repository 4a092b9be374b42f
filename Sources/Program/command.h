/* The commands of the program. */
#ifndef PROGRAM_COMMAND_H
#define PROGRAM_COMMAND_H

#include "options.h"

typedef struct command {
    const char *name;
    /* What it does, in a line for the list of commands. */
    const char *summary;
    /* Its usage, options and an example. */
    const char *help;
    /* Its options; --json and --help are among them. */
    const option *options;
    size_t option_count;
    /* Carries it out and returns the exit status. */
    int (*run)(const options *options);
} command;

extern const command check_command, draw_command, run_command, replay_command, paths_command, header_command,
    convert_command, diff_command;

/* What every command has. */
#define COMMON_OPTIONS { .name = "json" }, { .name = "help", .letter = 'h' }
#define OPTION_COUNT(options) (sizeof(options) / sizeof((options)[0]))

#endif
