/* Writes native functions of random signatures, which record what they are given, as a C file on the standard output:
 * so they are called as a C compiler says, and not as libffi does on both sides. */
#include "signatures.h"

#include <stdio.h>

static const char *c_type(int32_t type) {
    static const char *const types[] = {"bool", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t",
                                        "uint32_t", "uint64_t", "float", "double", "const char *", "void *"};
    return types[type - SFSM_BOOL];
}

/* The C type of a parameter, and the end of the name of the function that records it. */
static void describe(const signature *signature, size_t index, const char **out_type, const char **out_record) {
    switch (signature->parameters[index].word) {
    case WORD_ARGUMENT: {
        const int32_t type = signature->types[argument_number(signature, index)];
        *out_type = c_type(type);
        *out_record = word_of_type(type);
        break;
    }
    case WORD_CONTEXT: *out_type = "void *"; *out_record = "ptr"; break;
    case WORD_STEP: *out_type = "const sfsm_step *"; *out_record = "step"; break;
    case WORD_TIME: *out_type = "double"; *out_record = "f64"; break;
    default: *out_type = "int32_t"; *out_record = "i32"; break;
    }
}

static void write_function(const signature *signature, int number) {
    static const char *const results[RESULTS] = {"bool", "int32_t", "void", "int32_t"};
    static const char *const returns[RESULTS] = {"    return recorded.result != 0;\n", "    return recorded.result;\n",
                                                 "", "    return recorded.result;\n"};
    const char *type, *record;
    const size_t count = signature->parameter_count;
    const int32_t last = count > 0 ? signature->parameters[count - 1].word : WORD_CONTEXT;
    const bool is_variadic = last == WORD_CASES || last == WORD_REST;
    const size_t fixed = count - is_variadic;
    printf("static %s function_%d(%s", results[signature->result], number, count == 0 ? "void" : "");
    for (size_t index = 0; index < fixed; index++) {
        describe(signature, index, &type, &record);
        printf("%s%s p%zu", index > 0 ? ", " : "", type, index);
    }
    printf("%s) {\n    recorded.calls++;\n", !is_variadic ? "" : fixed > 0 ? ", int count, ..." : "int count, ...");
    for (size_t index = 0; index < fixed; index++) {
        describe(signature, index, &type, &record);
        printf("    record_%s(p%zu);\n", record, index);
    }
    if (is_variadic) {
        printf("    va_list rest;\n    va_start(rest, count);\n    record_%s(count, rest);\n    va_end(rest);\n",
               last == WORD_CASES ? "cases" : "arguments");
    }
    printf("%s}\n\n", returns[signature->result]);
}

int main(void) {
    char text[SIGNATURE_TEXT_SIZE];
    uint32_t seed = NATIVE_SEED;
    printf("/* Written by generate_functions.c. */\n#include \"recordings.h\"\n\n");
    for (int number = 0; number < NATIVE_FUNCTIONS; number++) {
        const signature signature = draw_signature(&seed, true);
        write_function(&signature, number);
    }
    seed = NATIVE_SEED;
    printf("const native_function native_functions[] = {\n");
    for (int number = 0; number < NATIVE_FUNCTIONS; number++) {
        const signature signature = draw_signature(&seed, true);
        printf("    {\"%s\", (sfsm_any_function)function_%d},\n", signature_text(&signature, text), number);
    }
    printf("};\n");
    return ferror(stdout) != 0;
}
