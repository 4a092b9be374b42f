/* swiftfsm convert: writes a document in another format, or its fingerprint. */
#include <stdio.h>

#include "command.h"
#include "files.h"
#include "formats.h"
#include "messages.h"

static void print_as_json(const document *document, const char *key, const char *value, const char *format) {
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "file", document->path);
    if (format != NULL) {
        json_add_text(&json, "format", format);
    }
    json_add_text(&json, key, value);
    json_end_object(&json);
    json_print(&json);
}

static int print_fingerprint(const document *document, bool is_json) {
    uint8_t bytes[32];
    const sfsm_status status = sfsm_table_fingerprint(document->table, bytes);
    if (status != SFSM_OK) {
        complain("%s has no fingerprint: %s", file_name(document->path), sfsm_status_name(status));
        return STATUS_UNUSABLE;
    }
    char text[65];
    for (size_t i = 0; i < 32; i++) {
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    }
    if (is_json) {
        print_as_json(document, "fingerprint", text, NULL);
    } else {
        printf("%s\n", text);
    }
    return STATUS_FINE;
}

static int print_document(const document *document, const options *options, const format *format) {
    const sfsm_writing writing = {.size = sizeof writing, .format = format->format};
    const char *const path = options_value(options, "output");
    buffer text = {NULL, 0, 0};
    bool is_written = write_document(document, &writing, &text);
    if (is_written && options_have(options, "json")) {
        print_as_json(document, "text", text.text, format->name);
    } else if (is_written) {
        is_written = file_write(path, buffer_text(&text), text.length);
    }
    buffer_release(&text);
    return is_written ? STATUS_FINE : STATUS_UNUSABLE;
}

static int run_convert(const options *options) {
    const int choice = options_choice(options, "to", format_names, TEXT_FORMAT_COUNT);
    const char *const path = options_value(options, "output");
    if (choice < 0 || !options_expect(options, 1, 1, "a file")) {
        return STATUS_UNUSABLE;
    }
    if (options_have(options, "json") && path != NULL) {
        complain_usage("convert", "--json is for the standard output");
        return STATUS_UNUSABLE;
    }
    const format *format = &formats[choice];
    if (!options_have(options, "to") && path != NULL) {
        format = format_of_path(path);
        if (format == NULL || format->drawn != NULL) {
            complain_usage("convert", "%s does not tell the format: say it with --to", path);
            return STATUS_UNUSABLE;
        }
    }
    document document;
    int status = STATUS_UNUSABLE;
    if (document_open(&document, options->operands.items[0], NULL, NULL)) {
        status = options_have(options, "fingerprint") ? print_fingerprint(&document, options_have(options, "json"))
                                                      : print_document(&document, options, format);
    }
    document_release(&document);
    return status;
}

static const option convert_options[] = {{.name = "to", .letter = 't', .takes_value = true},
                                         {.name = "output", .letter = 'o', .takes_value = true},
                                         {.name = "fingerprint"},
                                         COMMON_OPTIONS};

const command convert_command = {
    .name = "convert",
    .summary = "writes a document in its canonical form, or in another format",
    .help = "usage: swiftfsm convert [--to FORMAT | --fingerprint] [-o OUT] [--json] FILE\n\n"
            "Writes the definition of a document: without comments, all in one way, so that equal definitions are equal\n"
            "texts.\n\n"
            "  --to FORMAT    text (the canonical document), json (the same as JSON), dot, mermaid, plantuml, matrix,\n"
            "                 markdown or html; otherwise as the ending of OUT says, or text\n"
            "  -o, --output OUT\n"
            "                 the file to write, instead of the standard output\n"
            "  --fingerprint  prints the SHA-256 of the canonical document instead\n"
            "  --json         wraps what is written in JSON\n\n"
            "Exit status: 0 fine; 2 the file cannot be used, or has errors.\n\n"
            "example: swiftfsm convert turnstile.fsm --to json\n"
            "         swiftfsm convert turnstile.fsm | sha256sum   # the fingerprint\n",
    .options = convert_options,
    .option_count = OPTION_COUNT(convert_options),
    .run = run_convert,
};
