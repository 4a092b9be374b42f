/* swiftfsm COMMAND ...: definitions of finite state machines, checked, drawn, compared and run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "files.h"
#include "messages.h"
#include "swiftfsm.h"

static const command *const commands[] = {
    &check_command, &paths_command, &run_command, &replay_command, &header_command, &draw_command, &convert_command, &diff_command,

};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_usage(FILE *file) {
    fputs("usage: swiftfsm COMMAND [OPTION...] FILE...\n\n"
          "Finite state machines from documents: definitions as text (files *.fsm), which every language can read.\n\n",
          file);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(file, "  %-9s%s\n", commands[i]->name, commands[i]->summary);
    }
    fputs("\nswiftfsm COMMAND --help tells more, with an example. All commands take --json; FILE may be - for the standard "
          "input.\nExit status: 0 fine; 1 faults, violations or differences; 2 the input or the command line cannot be "
          "used.\n\nexample: swiftfsm check turnstile.fsm\n",
          file);
}

static const command *find_command(const char *name) {
    nearest nearest = nearest_to(name);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
        nearest_offer(&nearest, commands[i]->name);
    }
    if (name[0] == '-') {
        complain("there is no option %s (see swiftfsm --help)", name);
    } else {
        complain("there is no command %s%s (see swiftfsm --help)", name, nearest_question(&nearest));
    }
    return NULL;
}

static int run_command_named(const char *name, int count, char **arguments) {
    const command *const command = find_command(name);
    if (command == NULL) {
        return STATUS_UNUSABLE;
    }
    option items[16];
    memcpy(items, command->options, command->option_count * sizeof *items);
    options options = {.command = command->name, .items = items, .count = command->option_count};
    int status = STATUS_UNUSABLE;
    if (options_read(&options, count, arguments)) {
        if (options_have(&options, "help")) {
            fputs(command->help, stdout);
            status = STATUS_FINE;
        } else {
            status = command->run(&options);
        }
    }
    options_release(&options);
    return output_end(status);
}

int main(int count, char **arguments) {
    if (count < 2) {
        print_usage(stderr);
        return STATUS_UNUSABLE;
    }
    const char *const name = arguments[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_usage(stdout);
        return output_end(STATUS_FINE);
    }
    if (strcmp(name, "--version") == 0) {
        printf("swiftfsm %s\n", sfsm_version_string());
        return output_end(STATUS_FINE);
    }
    return run_command_named(name, count - 2, arguments + 2);
}
