#include "signatures.h"

#include <stdio.h>
#include <string.h>

int32_t signature_predicate(uint32_t number) {
    static const int32_t predicates[SIGNATURE_PREDICATES] = {-40, 3, 900};
    return predicates[number];
}

uint32_t next_below(uint32_t *seed, uint32_t limit) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % limit;
}

const char *word_of_type(int32_t type) {
    static const char *const words[] = {"bool", "i8", "i16", "i32", "i64", "u8", "u16",
                                        "u32", "u64", "f32", "f64", "str", "ptr"};
    return type >= SFSM_BOOL && type <= SFSM_PTR ? words[type - SFSM_BOOL] : "none";
}

signature draw_signature(uint32_t *seed, bool may_be_variadic) {
    signature drawn = {.result = (int32_t)next_below(seed, RESULTS)};
    /* Mostly a handful, which is what people write; sometimes as many as there may be. */
    drawn.type_count = next_below(seed, next_below(seed, 16) == 0 ? SFSM_PARAMETER_LIMIT + 1 : 13);
    for (size_t index = 0; index < drawn.type_count; index++) {
        drawn.types[index] = SFSM_BOOL + (int32_t)next_below(seed, SFSM_PTR);
    }
    const uint32_t last = may_be_variadic ? next_below(seed, 4) : 0; /* half of them are variadic */
    const size_t limit = SFSM_PARAMETER_LIMIT - (last > 1);
    size_t named = next_below(seed, 3) > 0 ? drawn.type_count : next_below(seed, (uint32_t)drawn.type_count + 1);
    while (drawn.parameter_count < limit && (named > 0 || next_below(seed, 3) > 0)) {
        const bool is_argument = named > 0 && next_below(seed, 4) > 0;
        named -= is_argument;
        drawn.parameters[drawn.parameter_count++] = (parameter){
            is_argument ? WORD_ARGUMENT : WORD_CONTEXT + (int32_t)next_below(seed, WORD_PREDICATE - WORD_CONTEXT + 1),
            next_below(seed, SIGNATURE_PREDICATES)};
    }
    if (last > 1) {
        drawn.parameters[drawn.parameter_count++] = (parameter){last == 2 ? WORD_CASES : WORD_REST, 0};
    }
    return drawn;
}

size_t argument_number(const signature *signature, size_t parameter) {
    size_t number = 0;
    for (size_t index = 0; index < parameter; index++) {
        number += signature->parameters[index].word == WORD_ARGUMENT;
    }
    return number;
}

signature signature_without(const signature *signature, size_t removed) {
    struct signature rest = *signature;
    if (signature->parameters[removed].word == WORD_ARGUMENT) {
        int32_t *const type = rest.types + argument_number(signature, removed);
        memmove(type, type + 1, (size_t)(rest.types + rest.type_count - 1 - type) * sizeof *type);
        rest.type_count--;
    }
    parameter *const place = rest.parameters + removed;
    memmove(place, place + 1, (rest.parameter_count - 1 - removed) * sizeof *place);
    rest.parameter_count--;
    return rest;
}

static const char *word_text(const signature *signature, size_t parameter, char text[static 32]) {
    static const char *const words[] = {"", "context", "event", "source", "target", "step", "time", "", "...",
                                        "args..."};
    const int32_t word = signature->parameters[parameter].word;
    if (word == WORD_ARGUMENT) {
        return word_of_type(signature->types[argument_number(signature, parameter)]);
    }
    if (word == WORD_PREDICATE) {
        snprintf(text, 32, "predicate(%d)", (int)signature_predicate(signature->parameters[parameter].predicate));
        return text;
    }
    return words[word];
}

const char *signature_text(const signature *signature, char text[static SIGNATURE_TEXT_SIZE]) {
    static const char *const results[RESULTS] = {"bool(", "i32(", "void(", "state("};
    char word[32];
    strcpy(text, results[signature->result]);
    for (size_t index = 0; index < signature->parameter_count; index++) {
        strcat(strcat(text, index > 0 ? ", " : ""), word_text(signature, index, word));
    }
    return strcat(text, ")");
}

const char *arguments_text(const signature *signature, char text[static SIGNATURE_TEXT_SIZE]) {
    text[0] = '\0';
    for (size_t index = 0; index < signature->type_count; index++) {
        strcat(strcat(text, index > 0 ? ", " : ""), word_of_type(signature->types[index]));
    }
    return text;
}
