#include "options.h"

#include <string.h>

#include "messages.h"

const option *options_find(const options *options, const char *name) {
    for (size_t i = 0; i < options->count; i++) {
        if (strcmp(options->items[i].name, name) == 0) {
            return &options->items[i];
        }
    }
    return NULL;
}

/* The option whose name is this long. */
static option *find_long(options *options, const char *name, size_t length) {
    for (size_t i = 0; i < options->count; i++) {
        if (strlen(options->items[i].name) == length && strncmp(options->items[i].name, name, length) == 0) {
            return &options->items[i];
        }
    }
    return NULL;
}

static option *find_letter(options *options, char letter) {
    for (size_t i = 0; i < options->count; i++) {
        if (options->items[i].letter == letter) {
            return &options->items[i];
        }
    }
    return NULL;
}

static bool refuse_unknown(const options *options, const char *argument) {
    nearest nearest = nearest_to(argument);
    char name[64] = "--";
    for (size_t i = 0; i < options->count; i++) {
        strncpy(name + 2, options->items[i].name, sizeof name - 3);
        nearest_offer(&nearest, name);
    }
    complain_usage(options->command, "there is no option %s%s", argument, nearest_question(&nearest));
    return false;
}

static bool refuse_missing(const options *options, const option *option) {
    complain_usage(options->command, "the option --%s needs a value", option->name);
    return false;
}

/* Reads "--name", "--name=value" or "--name value". */
static bool read_long(options *options, int *index, int count, char **arguments) {
    const char *const name = arguments[*index] + 2;
    const size_t length = strcspn(name, "=");
    option *const found = find_long(options, name, length);
    if (found == NULL) {
        return refuse_unknown(options, arguments[*index]);
    }
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (!found->takes_value && value != NULL) {
        complain_usage(options->command, "the option --%s takes no value", found->name);
        return false;
    }
    if (found->takes_value && value == NULL) {
        if (*index + 1 >= count) {
            return refuse_missing(options, found);
        }
        value = arguments[++*index];
    }
    *LIST_ADD(&options->arena, &found->values) = value;
    return true;
}

/* Reads "-o value" or "-ovalue". */
static bool read_short(options *options, int *index, int count, char **arguments) {
    const char *const text = arguments[*index];
    option *const found = find_letter(options, text[1]);
    if (found == NULL || (!found->takes_value && text[2] != '\0')) {
        return refuse_unknown(options, text);
    }
    const char *value = text[2] == '\0' ? NULL : text + 2;
    if (found->takes_value && value == NULL) {
        if (*index + 1 >= count) {
            return refuse_missing(options, found);
        }
        value = arguments[++*index];
    }
    *LIST_ADD(&options->arena, &found->values) = value;
    return true;
}

bool options_read(options *options, int count, char **arguments) {
    bool ends = false;
    for (int i = 0; i < count; i++) {
        const char *const argument = arguments[i];
        if (ends || argument[0] != '-' || argument[1] == '\0') {
            *LIST_ADD(&options->arena, &options->operands) = argument;
        } else if (strcmp(argument, "--") == 0) {
            ends = true;
        } else if (!(argument[1] == '-' ? read_long : read_short)(options, &i, count, arguments)) {
            return false;
        }
    }
    return true;
}

void options_release(options *options) {
    arena_release(&options->arena);
}

bool options_have(const options *options, const char *name) {
    return options_find(options, name)->values.count > 0;
}

const char *options_value(const options *options, const char *name) {
    const option *const found = options_find(options, name);
    return found->values.count == 0 ? NULL : found->values.items[found->values.count - 1];
}

int options_choice(const options *options, const char *name, const char *const *choices, size_t count) {
    const char *const value = options_value(options, name);
    if (value == NULL) {
        return 0;
    }
    nearest nearest = nearest_to(value);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(choices[i], value) == 0) {
            return (int)i;
        }
        nearest_offer(&nearest, choices[i]);
    }
    complain_usage(options->command, "--%s cannot be %s%s", name, value, nearest_question(&nearest));
    return -1;
}

bool options_expect(const options *options, size_t least, size_t most, const char *expected) {
    const size_t count = options->operands.count;
    if (count < least) {
        complain_usage(options->command, "%s %s missing", expected, count == 0 && least > 1 ? "are" : "is");
    } else if (count > most) {
        complain_usage(options->command, "%s is one argument too many", options->operands.items[most]);
    }
    return count >= least && count <= most;
}
