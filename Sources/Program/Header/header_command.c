/* swiftfsm header: the ids of a definition for programs. */
#include <string.h>

#include "command.h"
#include "files.h"
#include "header.h"
#include "messages.h"

/* The name of the definition, or else that of the file without its ending. */
static void choose_space(const document *document, buffer *space) {
    const char *const definition = sfsm_table_name(document->table);
    const char *const slash = strrchr(document->path, '/');
    const char *const base = slash == NULL ? document->path : slash + 1;
    if (definition != NULL) {
        buffer_add_text(space, definition);
    } else if (strcmp(base, "-") == 0) {
        buffer_add_text(space, "machine");
    } else {
        buffer_add(space, base, strcspn(base, "."));
    }
}

static void print_as_json(const document *document, const char *language, const buffer *text) {
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "file", document->path);
    json_add_text(&json, "language", language);
    json_add_text(&json, "text", buffer_text(text));
    json_end_object(&json);
    json_print(&json);
}

static int print_header(const document *document, const options *options, const language *language) {
    buffer text = {NULL, 0, 0}, space = {NULL, 0, 0};
    if (options_have(options, "prefix")) {
        buffer_add_text(&space, options_value(options, "prefix"));
    } else {
        choose_space(document, &space);
    }
    int status = STATUS_FAULTS;
    if (write_header(document, language, space.text, &text)) {
        status = STATUS_FINE;
        if (options_have(options, "json")) {
            print_as_json(document, language->name, &text);
        } else if (!file_write(options_value(options, "output"), text.text, text.length)) {
            status = STATUS_UNUSABLE;
        }
    }
    buffer_release(&text);
    buffer_release(&space);
    return status;
}

static int run_header(const options *options) {
    if (!options_expect(options, 1, 1, "a file")) {
        return STATUS_UNUSABLE;
    }
    if (!options_have(options, "language")) {
        complain_usage("header", "--language is missing: c, c++, python, swift, typescript, go or rust");
        return STATUS_UNUSABLE;
    }
    if (options_have(options, "prefix") && *options_value(options, "prefix") == '\0') {
        complain_usage("header", "--prefix must not be empty");
        return STATUS_UNUSABLE;
    }
    if (options_have(options, "json") && options_have(options, "output")) {
        complain_usage("header", "--json is for the standard output");
        return STATUS_UNUSABLE;
    }
    const int choice = options_choice(options, "language", language_names, LANGUAGE_COUNT);
    if (choice < 0) {
        return STATUS_UNUSABLE;
    }
    document document;
    const int status = document_open(&document, options->operands.items[0], NULL, NULL)
                           ? print_header(&document, options, &languages[choice])
                           : STATUS_UNUSABLE;
    document_release(&document);
    return status;
}

static const option header_options[] = {{.name = "language", .letter = 'l', .takes_value = true},
                                        {.name = "prefix", .takes_value = true},
                                        {.name = "output", .letter = 'o', .takes_value = true},
                                        COMMON_OPTIONS};

const command header_command = {
    .name = "header",
    .summary = "writes the ids of a document for a programming language",
    .help = "usage: swiftfsm header --language LANGUAGE [--prefix NAME] [-o OUT] [--json] FILE\n\n"
            "Writes the numbers of all states, events, predicate types and cases as source text, so that a program and the\n"
            "document agree. Names become identifiers of the language; two that would become the same are an error.\n\n"
            "  -l, --language LANGUAGE  c, c++, python, swift, typescript, go or rust\n"
            "  --prefix NAME            the prefix (C), namespace or package, instead of the definition's name\n"
            "  -o, --output OUT         the file to write, instead of the standard output\n"
            "  --json                   wraps the text in JSON\n\n"
            "Exit status: 0 fine; 1 two names are one identifier; 2 the file cannot be used, or has errors.\n\n"
            "example: swiftfsm header turnstile.fsm --language c -o turnstile_ids.h\n",
    .options = header_options,
    .option_count = OPTION_COUNT(header_options),
    .run = run_header,
};
