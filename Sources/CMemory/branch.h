/* What is said to the compiler alone, for the sake of the processor. */

/* Nothing, but in a place of its own: the branch that leads here is kept, and the processor learns from it what the
 * address of an indirect call depends on. Processors that predict such calls by the conditional branches before them
 * would otherwise take the call of every step for the same. */
static inline __attribute__((always_inline)) void swiftfsm_hint(void) { __asm__ volatile(""); }
