/* swiftfsm draw: pictures of a definition. */
#include "command.h"
#include "draw.h"
#include "files.h"
#include "messages.h"
#include "names.h"

/* The format that is asked for, or that the file's ending tells; NULL, which is reported, if there is none. */
static const format *choose_format(const options *options) {
    const int choice = options_choice(options, "format", format_names, FORMAT_COUNT);
    const char *const path = options_value(options, "output");
    if (choice < 0) {
        return NULL;
    }
    if (options_have(options, "format")) {
        return &formats[choice];
    }
    const format *const format = path == NULL ? &formats[SFSM_MATRIX] : format_of_path(path);
    if (format == NULL) {
        complain_usage("draw", "%s does not tell the format: it may end in .svg, .png, .pdf, .dot, .mmd, .puml, .md, .html "
                               "or .txt, or --format says it", path);
    }
    return format;
}

/* What is drawn, and the lists that it refers to. */
typedef struct drawing {
    arena arena;
    state_list current, hidden, focus;
    sfsm_writing writing;
} drawing;

/* Fills in how to draw. False, which is reported, if a name or the counts cannot be used. */
static bool prepare(drawing *drawing, const document *document, const options *options, const format *format) {
    const char *const counts = options_value(options, "counts");
    const size_t rows = sfsm_table_row_count(document->table);
    if (!states_of_option(document, options, "current", &drawing->arena, &drawing->current) ||
        !states_of_option(document, options, "hide", &drawing->arena, &drawing->hidden) ||
        !states_of_option(document, options, "focus", &drawing->arena, &drawing->focus)) {
        return false;
    }
    uint64_t *const taken = counts == NULL ? NULL : arena_take(&drawing->arena, (rows + 1) * sizeof *taken);
    drawing->writing = (sfsm_writing){
        .size = sizeof(sfsm_writing),
        .format = format->format,
        .flags = options_have(options, "flat") ? SFSM_FLAT : 0,
        .current = drawing->current.items,
        .current_count = drawing->current.count,
        .hidden = drawing->hidden.items,
        .hidden_count = drawing->hidden.count,
        .focus = drawing->focus.items,
        .focus_count = drawing->focus.count,
        .taken = taken,
        .taken_count = taken == NULL ? 0 : rows,
    };
    return taken == NULL || read_counts(counts, taken, rows);
}

static void print_as_json(const document *document, const format *format, const buffer *text) {
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "file", document->path);
    json_add_text(&json, "format", format->name);
    json_add_text(&json, "text", buffer_text(text));
    json_end_object(&json);
    json_print(&json);
}

static bool draw(const document *document, const options *options, const format *format) {
    const char *const path = options_value(options, "output");
    drawing drawing = {.arena = {NULL}};
    buffer text = {NULL, 0, 0};
    bool is_drawn =
        prepare(&drawing, document, options, format) && write_document(document, &drawing.writing, &text);
    if (is_drawn && format->drawn != NULL) {
        is_drawn = draw_by_dot(&text, format->drawn, path);
    } else if (is_drawn && options_have(options, "json")) {
        print_as_json(document, format, &text);
    } else if (is_drawn) {
        is_drawn = file_write(path, buffer_text(&text), text.length);
    }
    buffer_release(&text);
    arena_release(&drawing.arena);
    return is_drawn;
}

static int run_draw(const options *options) {
    if (!options_expect(options, 1, 1, "a file")) {
        return STATUS_UNUSABLE;
    }
    const format *const format = choose_format(options);
    if (format == NULL) {
        return STATUS_UNUSABLE;
    }
    if (options_have(options, "json") && (format->drawn != NULL || options_have(options, "output"))) {
        complain_usage("draw", "--json is for formats that are text, on the standard output");
        return STATUS_UNUSABLE;
    }
    document document;
    const bool is_drawn =
        document_open(&document, options->operands.items[0], NULL, NULL) && draw(&document, options, format);
    document_release(&document);
    return is_drawn ? STATUS_FINE : STATUS_UNUSABLE;
}

static const option draw_options[] = {{.name = "output", .letter = 'o', .takes_value = true},
                                      {.name = "format", .letter = 'f', .takes_value = true},
                                      {.name = "current", .takes_value = true},
                                      {.name = "hide", .takes_value = true},
                                      {.name = "focus", .takes_value = true},
                                      {.name = "counts", .takes_value = true},
                                      {.name = "flat"},
                                      COMMON_OPTIONS};

const command draw_command = {
    .name = "draw",
    .summary = "draws a document: SVG, PNG, PDF, DOT, Mermaid, PlantUML, Markdown, HTML",
    .help = "usage: swiftfsm draw [-o OUT] [--format FORMAT] [OPTION...] FILE\n\n"
            "Draws a definition. The ending of OUT tells the format: .svg, .png and .pdf are drawn by the program dot of\n"
            "graphviz; .dot, .mmd (Mermaid), .puml (PlantUML), .md, .html and .txt need nothing. Without OUT, a table of\n"
            "states by events is printed.\n\n"
            "  -o, --output OUT     the file to write\n"
            "  -f, --format FORMAT  svg, png, pdf, dot, mermaid, plantuml, matrix, markdown, html, text or json\n"
            "  --current STATE      marks a present state\n"
            "  --hide STATE         leaves a state out\n"
            "  --focus STATE        draws only this state and its neighbours\n"
            "  --counts CSV         how often each row was taken, as \"swiftfsm replay --counts\" writes it: the width of\n"
            "                       its arrow\n"
            "  --flat               without clusters for superstates\n"
            "  --json               wraps a format that is text in JSON\n\n"
            "STATE may be several names with commas between them, and such an option may be repeated.\n"
            "Exit status: 0 fine; 2 the file cannot be used or has errors, or the picture cannot be drawn.\n\n"
            "example: swiftfsm draw package-life.fsm --hide unknown -o life.svg\n",
    .options = draw_options,
    .option_count = OPTION_COUNT(draw_options),
    .run = run_draw,
};
