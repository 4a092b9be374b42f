/*
 * swiftfsm.hpp: swiftfsm.h for C++17 and newer. The first ten lines:
 *
 *     enum class State { locked, unlocked };
 *     enum class Event { coin, pass };
 *
 *     swiftfsm::Builder<State, Event> builder;
 *     builder.row(State::locked,   Event::coin, State::unlocked, [&] { arm.release(); });
 *     builder.row(State::locked,   Event::pass, swiftfsm::same,  [&] { siren.sound(); });
 *     builder.row(State::unlocked, Event::pass, State::locked,   [&] { arm.lock(); });
 *     const auto turnstile = builder.build();             // throws every error together, each with its file and line
 *
 *     swiftfsm::Machine gate(turnstile, State::locked);
 *     gate.send(Event::coin);                             // Outcome::transitioned
 *
 * What states, rows, blocks, charts, snapshots and replays are, and what each status means, is in the chapters of swiftfsm.h.
 * What is here:
 *
 *     builder.hpp       Builder: rows, blocks, events, predicates; errors of building     (chapters 5, 6, 12)
 *     block.hpp         RowReference and Block: callbacks, conditions, charts
 *     row.hpp           Row: constexpr rows
 *     table.hpp         Table: names, pictures, documents                                 (chapters 7, 13)
 *     document.hpp      Bindings: the callbacks of a document                             (chapter 13)
 *     machine_view.hpp  MachineView: sending, asking, timers; what throws when            (chapters 8, 12)
 *     machine.hpp       Machine: owning, hooks, snapshots, journals                       (chapters 8, 12)
 *     step.hpp          Step: what a callback can ask                                     (chapter 4)
 *     replay.hpp        Replay: many events over many tokens                              (chapter 14)
 *     error.hpp         Outcome, Error, DefinitionError, Diagnostics                      (chapters 3, 6)
 *     id.hpp, value.hpp, view.hpp   states and events, arguments, arrays
 *
 * The following holds for every function and is not repeated there:
 *
 * - Errors: a mistake of the caller throws Error, with the status of swiftfsm.h; no memory throws std::bad_alloc. The call has
 *   changed nothing then. Exceptions of callbacks never reach C: they are kept, and thrown by the call that ran the callback.
 * - Ownership: objects own what they wrap. Tables are shared by copying, builders and machines can be moved.
 *   An object that was moved from may be assigned to or destroyed only.
 * - Threads: any number of threads may use one table. One thread at a time may use a builder or a machine.
 * - Cost: that of the function of swiftfsm.h. A step allocates nothing.
 */
#ifndef SWIFTFSM_HPP
#define SWIFTFSM_HPP

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "swiftfsm.hpp needs C++17: compile with -std=c++17 or newer, or use swiftfsm.h"
#endif
#ifndef __cpp_exceptions
#error "swiftfsm.hpp throws exceptions: compile without -fno-exceptions, or use swiftfsm.h"
#endif

#include "swiftfsm.h"

#include "swiftfsm/builder.hpp"
#include "swiftfsm/document.hpp"
#include "swiftfsm/machine.hpp"
#include "swiftfsm/replay.hpp"

#endif
