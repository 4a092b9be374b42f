// Made by ./dev generate from include/swiftfsm.h: change that, not this file.
use super::*;

pub fn write(out: &mut String) {
    record!(out, sfsm_value { r#type, r#as });
    record!(out, sfsm_step { machine, context, event, source, target, outcome, time, cases, arguments, argument_count, reserved });
    record!(out, sfsm_callback { function, context, finalizer });
    record!(out, sfsm_match { predicate, value, values, value_count });
    record!(out, sfsm_row { source, event, target, line, action, guard, file, actions, action_count, guards, guard_count, resolver, block, flags, reserved, matches, match_count });
    record!(out, sfsm_name { id, name });
    record!(out, sfsm_diagnostic { size, kind, severity, state, event, target, line, file, text, place_count, predicate, value, case_count, column, reserved });
    record!(out, sfsm_transition { size, row, source, event, target, rank, flags, line, file, guard_count, action_count });
    record!(out, sfsm_machine_options { size, initial, flags, context, memory, memory_size });
    record!(out, sfsm_case { predicate, value });
    record!(out, sfsm_message { size, event, requested, cases, case_count, arguments, argument_count });
    record!(out, sfsm_reason { transition, kind, predicate, value, guard });
    record!(out, sfsm_plan { size, outcome, source, target, callback_count, commit_index, step, reserved });
    record!(out, sfsm_allocator { size, allocate, reallocate, release, context });
    record!(out, sfsm_missing { part, id, predicate, name, length });
    record!(out, sfsm_restoring { size, migrate, context });
    record!(out, sfsm_journal { size, flags, writer, context });
    record!(out, sfsm_binding { role, name, callback });
    record!(out, sfsm_wanted { size, role, line, column, name, signature, file });
    record!(out, sfsm_reading { size, file, bindings, binding_count, finder, context, flags, reserved, byte_limit, row_limit });
    record!(out, sfsm_writing { size, format, flags, current, current_count, hidden, hidden_count, focus, focus_count, taken, taken_count });
    record!(out, sfsm_callback_name { function, context, name });
    record!(out, sfsm_column { values, r#type, reserved });
    record!(out, sfsm_case_column { predicate, reserved, column });
    record!(out, sfsm_argument_column { event, number, column });
    record!(out, sfsm_violation { index, token, state, event, outcome, reserved });
    record!(out, sfsm_replay { size, states, token_count, events, event_count, event_map, event_map_count, tokens, offsets, cases, case_column_count, arguments, argument_column_count, times, initial, flags, guards, on_violation, contexts, context_stride, first_index, thread_count, parallel, parallel_context, progress, progress_context, outcomes, rows, row_counts, row_times, entered, first, first_times, violations, violation_capacity });
    record!(out, sfsm_replay_counts { size, events, transitioned, refused, unhandled, skipped, violations, violated_tokens, index, failure, reserved });
}
