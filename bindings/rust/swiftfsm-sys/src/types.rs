// Made by ./dev generate from include/swiftfsm.h: change that, not this file.
use std::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_void};

pub type sfsm_id = i32;

pub type sfsm_status = i32;

pub type sfsm_outcome = i32;

pub type sfsm_value_type = i32;

pub type sfsm_entry_exit_policy = i32;

pub type sfsm_guard_policy = i32;

pub type sfsm_phase = i32;

pub type sfsm_severity = i32;

pub type sfsm_diagnostic_kind = i32;

pub type sfsm_reason_kind = i32;

pub type sfsm_snapshot_part = i32;

pub type sfsm_role = i32;

pub type sfsm_format = i32;

/// Known by pointers alone.
#[repr(C)]
pub struct sfsm_builder {
    _private: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Known by pointers alone.
#[repr(C)]
pub struct sfsm_table {
    _private: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Known by pointers alone.
#[repr(C)]
pub struct sfsm_machine {
    _private: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Known by pointers alone.
#[repr(C)]
pub struct sfsm_diagnostics {
    _private: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Known by pointers alone.
#[repr(C)]
pub struct sfsm_callable {
    _private: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

/// Known by pointers alone.
#[repr(C)]
pub struct sfsm_closure {
    _private: [u8; 0],
    _marker: PhantomData<(*mut u8, PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union sfsm_value_as {
    pub boolean: bool,
    pub i8: i8,
    pub i16: i16,
    pub i32: i32,
    pub i64: i64,
    pub u8: u8,
    pub u16: u16,
    pub u32: u32,
    pub u64: u64,
    pub f32: f32,
    pub f64: f64,
    pub str: *const c_char,
    pub ptr: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_value {
    pub r#type: sfsm_value_type,
    pub r#as: sfsm_value_as,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_step {
    pub machine: *mut sfsm_machine,
    pub context: *mut c_void,
    pub event: sfsm_id,
    pub source: sfsm_id,
    pub target: sfsm_id,
    pub outcome: sfsm_outcome,
    pub time: f64,
    pub cases: *const sfsm_id,
    pub arguments: *const sfsm_value,
    pub argument_count: usize,
    pub reserved: *const c_void,
}

pub type sfsm_function = Option<unsafe extern "C" fn(*const sfsm_step, *mut c_void) -> i32>;

pub type sfsm_finalizer = Option<unsafe extern "C" fn(*mut c_void)>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_callback {
    pub function: sfsm_function,
    pub context: *mut c_void,
    pub finalizer: sfsm_finalizer,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_match {
    pub predicate: sfsm_id,
    pub value: sfsm_id,
    pub values: *const sfsm_id,
    pub value_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_row {
    pub source: sfsm_id,
    pub event: sfsm_id,
    pub target: sfsm_id,
    pub line: i32,
    pub action: sfsm_function,
    pub guard: sfsm_function,
    pub file: *const c_char,
    pub actions: *const sfsm_callback,
    pub action_count: usize,
    pub guards: *const sfsm_callback,
    pub guard_count: usize,
    pub resolver: sfsm_callback,
    pub block: usize,
    pub flags: u32,
    pub reserved: u32,
    pub matches: *const sfsm_match,
    pub match_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_name {
    pub id: sfsm_id,
    pub name: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_diagnostic {
    pub size: usize,
    pub kind: sfsm_diagnostic_kind,
    pub severity: sfsm_severity,
    pub state: sfsm_id,
    pub event: sfsm_id,
    pub target: sfsm_id,
    pub line: i32,
    pub file: *const c_char,
    pub text: *const c_char,
    pub place_count: usize,
    pub predicate: sfsm_id,
    pub value: sfsm_id,
    pub case_count: usize,
    pub column: i32,
    pub reserved: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_transition {
    pub size: usize,
    pub row: usize,
    pub source: sfsm_id,
    pub event: sfsm_id,
    pub target: sfsm_id,
    pub rank: i32,
    pub flags: u32,
    pub line: i32,
    pub file: *const c_char,
    pub guard_count: usize,
    pub action_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_machine_options {
    pub size: usize,
    pub initial: sfsm_id,
    pub flags: u32,
    pub context: *mut c_void,
    pub memory: *mut c_void,
    pub memory_size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_case {
    pub predicate: sfsm_id,
    pub value: sfsm_id,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_message {
    pub size: usize,
    pub event: sfsm_id,
    pub requested: sfsm_id,
    pub cases: *const sfsm_case,
    pub case_count: usize,
    pub arguments: *const sfsm_value,
    pub argument_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_reason {
    pub transition: usize,
    pub kind: sfsm_reason_kind,
    pub predicate: sfsm_id,
    pub value: sfsm_id,
    pub guard: i32,
}

pub type sfsm_any_function = Option<unsafe extern "C" fn()>;

pub type sfsm_closure_handler = Option<unsafe extern "C" fn(*mut c_void, *const sfsm_value, usize, *mut sfsm_value) -> i32>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_plan {
    pub size: usize,
    pub outcome: sfsm_outcome,
    pub source: sfsm_id,
    pub target: sfsm_id,
    pub callback_count: usize,
    pub commit_index: usize,
    pub step: *const sfsm_step,
    pub reserved: [u64; 12],
}

pub type sfsm_allocate_memory = Option<unsafe extern "C" fn(usize, *mut c_void) -> *mut c_void>;

pub type sfsm_reallocate_memory = Option<unsafe extern "C" fn(*mut c_void, usize, *mut c_void) -> *mut c_void>;

pub type sfsm_release_memory = Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_allocator {
    pub size: usize,
    pub allocate: sfsm_allocate_memory,
    pub reallocate: sfsm_reallocate_memory,
    pub release: sfsm_release_memory,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_missing {
    pub part: sfsm_snapshot_part,
    pub id: sfsm_id,
    pub predicate: sfsm_id,
    pub name: *const c_char,
    pub length: usize,
}

pub type sfsm_migrate = Option<unsafe extern "C" fn(*mut c_void, *const sfsm_missing) -> sfsm_id>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_restoring {
    pub size: usize,
    pub migrate: sfsm_migrate,
    pub context: *mut c_void,
}

pub type sfsm_writer = Option<unsafe extern "C" fn(*mut c_void, *const c_char, usize) -> sfsm_status>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_journal {
    pub size: usize,
    pub flags: u32,
    pub writer: sfsm_writer,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_binding {
    pub role: sfsm_role,
    pub name: *const c_char,
    pub callback: sfsm_callback,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_wanted {
    pub size: usize,
    pub role: sfsm_role,
    pub line: i32,
    pub column: i32,
    pub name: *const c_char,
    pub signature: *const c_char,
    pub file: *const c_char,
}

pub type sfsm_finder = Option<unsafe extern "C" fn(*const sfsm_wanted, *mut c_void, *mut sfsm_callback) -> sfsm_status>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_reading {
    pub size: usize,
    pub file: *const c_char,
    pub bindings: *const sfsm_binding,
    pub binding_count: usize,
    pub finder: sfsm_finder,
    pub context: *mut c_void,
    pub flags: u32,
    pub reserved: u32,
    pub byte_limit: usize,
    pub row_limit: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_writing {
    pub size: usize,
    pub format: sfsm_format,
    pub flags: u32,
    pub current: *const sfsm_id,
    pub current_count: usize,
    pub hidden: *const sfsm_id,
    pub hidden_count: usize,
    pub focus: *const sfsm_id,
    pub focus_count: usize,
    pub taken: *const u64,
    pub taken_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_callback_name {
    pub function: sfsm_function,
    pub context: *mut c_void,
    pub name: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_column {
    pub values: *const c_void,
    pub r#type: sfsm_value_type,
    pub reserved: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_case_column {
    pub predicate: sfsm_id,
    pub reserved: i32,
    pub column: sfsm_column,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_argument_column {
    pub event: sfsm_id,
    pub number: u32,
    pub column: sfsm_column,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_violation {
    pub index: i64,
    pub token: i64,
    pub state: sfsm_id,
    pub event: sfsm_id,
    pub outcome: sfsm_outcome,
    pub reserved: i32,
}

pub type sfsm_progress = Option<unsafe extern "C" fn(*mut c_void, i64, i64) -> sfsm_status>;

pub type sfsm_part = Option<unsafe extern "C" fn(*mut c_void, usize)>;

pub type sfsm_parallel = Option<unsafe extern "C" fn(*mut c_void, sfsm_part, *mut c_void, usize) -> sfsm_status>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_replay {
    pub size: usize,
    pub states: *mut i32,
    pub token_count: usize,
    pub events: sfsm_column,
    pub event_count: usize,
    pub event_map: *const sfsm_id,
    pub event_map_count: usize,
    pub tokens: sfsm_column,
    pub offsets: *const i64,
    pub cases: *const sfsm_case_column,
    pub case_column_count: usize,
    pub arguments: *const sfsm_argument_column,
    pub argument_column_count: usize,
    pub times: *const i64,
    pub initial: sfsm_id,
    pub flags: u32,
    pub guards: i32,
    pub on_violation: i32,
    pub contexts: *mut c_void,
    pub context_stride: usize,
    pub first_index: i64,
    pub thread_count: usize,
    pub parallel: sfsm_parallel,
    pub parallel_context: *mut c_void,
    pub progress: sfsm_progress,
    pub progress_context: *mut c_void,
    pub outcomes: *mut u8,
    pub rows: *mut i32,
    pub row_counts: *mut i64,
    pub row_times: *mut i64,
    pub entered: *mut i64,
    pub first: *mut i64,
    pub first_times: *mut i64,
    pub violations: *mut sfsm_violation,
    pub violation_capacity: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sfsm_replay_counts {
    pub size: usize,
    pub events: i64,
    pub transitioned: i64,
    pub refused: i64,
    pub unhandled: i64,
    pub skipped: i64,
    pub violations: i64,
    pub violated_tokens: i64,
    pub index: i64,
    pub failure: i32,
    pub reserved: i32,
}
