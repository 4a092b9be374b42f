/* Callbacks that ask. */
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "simulator.h"

static const char *role_word(sfsm_role role) {
    static const char *const words[] = {"callback", "guard", "action",  "resolver",  "entry", "exit",
                                        "cycle",    "update", "provider", "unhandled", "step"};
    return words[role];
}

/* Shows that a callback was called, and what it has answered, NULL if that does not matter. */
static void show_call(const simulated *called, const char *answer) {
    simulator *const simulator = called->simulator;
    if (!simulator->is_json) {
        const bool was_asked = answer != NULL;
        if (!was_asked) {
            printf("  %s %s\n", role_word(called->role), called->name);
        }
        return;
    }
    json_begin_object(&simulator->calls, NULL);
    json_add_text(&simulator->calls, "role", role_word(called->role));
    json_add_text(&simulator->calls, "name", called->name);
    if (answer != NULL) {
        json_add_text(&simulator->calls, "answer", answer);
    }
    json_end_object(&simulator->calls);
}

static int32_t ask_guard(simulated *called, const char *question) {
    static const char *const choices[] = {"yes", "no"};
    const int choice = ask_choice(called->simulator, question, choices, 2);
    show_call(called, choice == 0 ? "yes" : "no");
    return choice < 0 ? -1 : choice == 0;
}

/* A state for a resolver, or an event for an update callback, or none. */
static int32_t ask_id(simulated *called, const char *question) {
    simulator *const simulator = called->simulator;
    const sfsm_table *const table = simulator->document.table;
    const bool is_state = called->role == SFSM_RESOLVER;
    const size_t count = is_state ? sfsm_table_state_count(table) : sfsm_table_event_count(table);
    const char **const names = arena_take(&simulator->arena, (count + 1) * sizeof *names);
    names[0] = "none";
    for (size_t i = 0; i < count; i++) {
        names[i + 1] = is_state ? sfsm_table_state_name(table, sfsm_table_state_at(table, i))
                                : sfsm_table_event_name(table, sfsm_table_event_at(table, i));
    }
    const int choice = ask_choice(simulator, question, names, count + 1);
    show_call(called, choice <= 0 ? "none" : names[choice]);
    return choice < 0    ? SFSM_FAILED
           : choice == 0 ? SFSM_NONE
           : is_state    ? sfsm_table_state_at(table, (size_t)choice - 1)
                         : sfsm_table_event_at(table, (size_t)choice - 1);
}

sfsm_id ask_case(simulator *simulator, sfsm_id predicate, const char *before) {
    const sfsm_table *const table = simulator->document.table;
    const size_t count = (size_t)sfsm_table_case_count(table, predicate);
    const char **const names = arena_take(&simulator->arena, (count + 1) * sizeof *names);
    buffer question = {NULL, 0, 0};
    buffer_add_format(&question, "%s%s", before, sfsm_table_predicate_name(table, predicate));
    for (size_t i = 0; i < count; i++) {
        const char *const name = sfsm_table_case_name(table, predicate, (sfsm_id)i);
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        names[i] = name != NULL ? name : arena_text(&simulator->arena, number, strlen(number));
    }
    const int choice = ask_choice(simulator, question.text, names, count);
    buffer_release(&question);
    return choice < 0 ? SFSM_NONE : choice;
}

/* The predicate type that a provider is for, by the lines of the document. */
static sfsm_id ask_provider(simulated *called) {
    simulator *const simulator = called->simulator;
    for (size_t i = 0; i < simulator->words.predicates.count; i++) {
        const predicate *const type = &simulator->words.predicates.items[i];
        if (type->provider == NULL || strcmp(type->provider, called->name) != 0) {
            continue;
        }
        buffer before = {NULL, 0, 0};
        buffer_add_format(&before, "provider %s: ", called->name);
        cursor none = {&simulator->report, NULL, 0};
        const sfsm_id answer = ask_case(simulator, id_of(&simulator->words, &none, PREDICATE, type->word), before.text);
        buffer_release(&before);
        show_call(called, answer == SFSM_NONE ? "none" : case_text(&simulator->words, id_of(&simulator->words, &none,
                  PREDICATE, type->word), answer));
        return answer == SFSM_NONE ? -1 : answer;
    }
    return -1;
}

static int32_t answer(const sfsm_step *step, void *context) {
    (void)step;
    simulated *const called = context;
    buffer question = {NULL, 0, 0};
    if (called->is_answered) {
        return called->answer;
    }
    buffer_add_format(&question, "%s %s", role_word(called->role), called->name);
    called->answer = called->role == SFSM_GUARD      ? ask_guard(called, question.text)
                     : called->role == SFSM_PROVIDER ? ask_provider(called)
                                                     : ask_id(called, question.text);
    called->is_answered = true;
    buffer_release(&question);
    return called->answer;
}

static int32_t show(const sfsm_step *step, void *context) {
    (void)step;
    show_call(context, NULL);
    return 0;
}

sfsm_status simulator_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    simulator *const simulator = context;
    simulated *const found = arena_take(&simulator->arena, sizeof *found);
    *found = (simulated){.simulator = simulator, .role = wanted->role,
                         .name = arena_text(&simulator->arena, wanted->name, strlen(wanted->name))};
    *LIST_ADD(&simulator->arena, &simulator->callbacks) = found;
    const bool asks = wanted->role == SFSM_GUARD || wanted->role == SFSM_RESOLVER || wanted->role == SFSM_UPDATE ||
                      wanted->role == SFSM_PROVIDER;
    *out_callback = (sfsm_callback){asks ? answer : show, found, NULL};
    return SFSM_OK;
}
