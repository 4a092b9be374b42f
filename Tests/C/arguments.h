/* Values in short, and what callbacks are told of them as text. Events are declared in "gate.c". */
#ifndef SFSM_TESTS_ARGUMENTS_H
#define SFSM_TESTS_ARGUMENTS_H

#include "matches.h"

/* A value of each type. */
#define BOOL(value) ((sfsm_value){SFSM_BOOL, {.boolean = (value)}})
#define I8(value) ((sfsm_value){SFSM_I8, {.i8 = (value)}})
#define I16(value) ((sfsm_value){SFSM_I16, {.i16 = (value)}})
#define I32(value) ((sfsm_value){SFSM_I32, {.i32 = (value)}})
#define I64(value) ((sfsm_value){SFSM_I64, {.i64 = (value)}})
#define U8(value) ((sfsm_value){SFSM_U8, {.u8 = (value)}})
#define U16(value) ((sfsm_value){SFSM_U16, {.u16 = (value)}})
#define U32(value) ((sfsm_value){SFSM_U32, {.u32 = (value)}})
#define U64(value) ((sfsm_value){SFSM_U64, {.u64 = (value)}})
#define F32(value) ((sfsm_value){SFSM_F32, {.f32 = (value)}})
#define F64(value) ((sfsm_value){SFSM_F64, {.f64 = (value)}})
#define STR(value) ((sfsm_value){SFSM_STR, {.str = (value)}})
#define PTR(value) ((sfsm_value){SFSM_PTR, {.ptr = (value)}})
#define INTEGER(value) ((sfsm_value){SFSM_INTEGER, {.i64 = (value)}})

/* The last two arguments of a send, ARGUMENTS(I32(150), STR("euro")), and the two before them where there are no
 * cases. */
#define ARGUMENTS(...) (const sfsm_value[]){__VA_ARGS__}, COUNT(((const sfsm_value[]){__VA_ARGS__}))
#define NO_CASES NULL, 0
#define NO_ARGUMENTS NULL, 0

/* The line of every event that is declared here. */
enum { EVENT_LINE = 800 };

/* Declares what an event carries. */
void declare_event(sfsm_builder *builder, int32_t event, const char *arguments);

/* The word of a type in signatures, "i32"; "integer"; "type 77" for what is none. Static. */
const char *type_word(int32_t type);

/* Notes its words with what the event carries: "coin(i32 150, str "euro", ptr here)", where "here" is the machine's
 * context; "coin()" for nothing. "coin disagrees" if pointer and count do. A guard that says yes; any callback but a
 * resolver that is done. */
int32_t note_arguments(const sfsm_step *step, void *words);

/* A guard that says no, and a failure, noted in the same way. */
int32_t note_arguments_no(const sfsm_step *step, void *words);
int32_t note_arguments_failure(const sfsm_step *step, void *words);

/* Compares what sfsm_machine_rejected_argument tells. */
#define assert_rejected_argument(machine, index, declared, sent)                                                      \
    rejected_argument_check((machine), (index), (declared), (sent), __FILE__, __LINE__)
void rejected_argument_check(const sfsm_machine *machine, size_t index, int32_t declared, int32_t sent,
                             const char *file, int line);

#endif
