//! Callables as functions in C: closures of the library, and variadic functions of variadic.c.

// What `thread_local` makes of a constant is none to the clippy of Rust 1.63.
#![allow(clippy::declare_interior_mutable_const)]

use crate::player::Player;
use crate::signature::{told, Callee};
use std::cell::Cell;
use std::ffi::CString;
use std::os::raw::{c_char, c_int, c_void};
use std::path::Path;
use std::process::Command;
use std::ptr;
use std::slice;
use std::sync::Once;
use swiftfsm::{CFunction, Value};
use swiftfsm_sys as sys;

extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;

thread_local! {
    /// Who plays on this thread: a function need not be told a context.
    static PLAYING: Cell<*const c_void> = const { Cell::new(ptr::null()) };
}

/// Lets functions find the player, which must live while machines run.
pub fn begin(player: &Player<'_>) {
    PLAYING.with(|playing| playing.set(player as *const Player<'_> as *const c_void));
}

/// A callable of any signature as a function in C. It must outlive the tables and machines that have it.
pub struct Native {
    pub function: CFunction,
    closure: *mut sys::sfsm_closure,
    // What the function calls.
    _callee: Box<Variadic>,
}

/// As variadic.c declares it, with what is called behind it.
#[derive(Clone)]
#[repr(C)]
struct Variadic {
    called: unsafe extern "C" fn(*const Variadic, *const i32, *const sys::sfsm_value, usize) -> i32,
    takes_cases: bool,
    callee: Callee,
}

impl Drop for Native {
    fn drop(&mut self) {
        unsafe { sys::sfsm_closure_release(self.closure) };
    }
}

impl Native {
    pub fn of(callee: Callee) -> Native {
        let takes_cases = callee.signature.words.last().map_or(false, |word| word == "...");
        let callee = Box::new(Variadic {
            called: variadic_called,
            takes_cases,
            callee,
        });
        let context = &*callee as *const Variadic as usize;
        let signature = &callee.callee.signature;
        let mut closure = ptr::null_mut();
        let function = if signature.is_variadic() {
            variadic(signature.result(), signature.words.len() - 1, context)
        } else {
            let text = CString::new(signature.text.as_str()).expect("no zero");
            unsafe {
                let status =
                    sys::sfsm_closure_create(text.as_ptr(), Some(called), context as *mut _, None, &mut closure);
                assert_eq!(status, sys::SFSM_OK, "{}", signature.text);
                sys::sfsm_closure_function(closure).expect("a function") as *const ()
            }
        };
        // The function is of this signature. A variadic one has a context of its own, as it must know what it is.
        let made = if signature.is_variadic() && signature.takes("context") {
            unsafe { CFunction::with_context(function, &signature.text, (*callee).clone()) }
        } else {
            unsafe { CFunction::new(function, &signature.text) }
        };
        Native {
            function: made.expect("a signature that can be read"),
            closure,
            _callee: callee,
        }
    }
}

fn player<'p>() -> &'p Player<'static> {
    unsafe { &*(PLAYING.with(Cell::get) as *const Player<'static>) }
}

unsafe fn values<'v>(values: *const sys::sfsm_value, count: usize) -> &'v [Value<'v>] {
    if count == 0 {
        return &[];
    }
    // A Value is an sfsm_value.
    unsafe { slice::from_raw_parts(values.cast(), count) }
}

/// Receives the calls of all closures.
unsafe extern "C" fn called(
    context: *mut c_void,
    arguments: *const sys::sfsm_value,
    count: usize,
    result: *mut sys::sfsm_value,
) -> i32 {
    let callee = unsafe { &(*(context as *const Variadic)).callee };
    let (words, given) = (&callee.signature.words, unsafe { values(arguments, count) });
    let player = player();
    if words.len() != given.len() {
        player.diverge(format!(
            "{} is called with {} values",
            callee.signature.text,
            given.len()
        ));
        return 0;
    }
    let mut step = None;
    let mut texts = Vec::new();
    for (index, (word, value)) in words.iter().zip(given).enumerate() {
        let pointer = || unsafe { (*arguments.add(index)).r#as.ptr };
        match word.as_str() {
            "context" if !ptr::eq(pointer(), player as *const Player<'_> as *const c_void) => {
                player.diverge(format!("{} is called with another context", callee.signature.text));
            }
            "step" => step = unsafe { (pointer() as *const sys::sfsm_step).as_ref() },
            _ => (),
        }
        texts.push(match word.as_str() {
            "context" | "step" => "_".to_string(),
            _ => told(value),
        });
    }
    let answer = player.called(step, callee, &texts);
    unsafe {
        match (*result).r#type {
            sys::SFSM_BOOL => (*result).r#as.boolean = answer > 0,
            sys::SFSM_I32 => (*result).r#as.i32 = answer,
            _ => (),
        }
    }
    0
}

/// Receives the calls of all variadic functions, with the numbers that stand in front.
unsafe extern "C" fn variadic_called(
    callee: *const Variadic,
    front: *const i32,
    arguments: *const sys::sfsm_value,
    count: usize,
) -> i32 {
    let (
        Variadic {
            callee, takes_cases, ..
        },
        player,
    ) = (unsafe { &*callee }, player());
    let (given, words) = (unsafe { values(arguments, count) }, &callee.signature.words);
    let mut texts = Vec::new();
    for (index, word) in words[..words.len() - 1].iter().enumerate() {
        texts.push(match word.as_str() {
            "context" => "_".to_string(),
            _ => format!("i32 {}", unsafe { *front.add(index - 1) }),
        });
    }
    if *takes_cases {
        let numbers = given.iter().map(|value| value.get::<i32>().expect("a case"));
        let cases: Vec<(i32, i32)> = player.predicates().into_iter().zip(numbers).collect();
        texts.push(format!("cases {cases:?}"));
    } else {
        texts.push(format!("arguments {:?}", given.iter().map(told).collect::<Vec<_>>()));
    }
    player.called(None, callee, &texts)
}

/// A variadic function with this result and so many parameters in front; of more than it has, one that is never called.
fn variadic(result: &str, front: usize, context: usize) -> *const () {
    let kind = match result {
        "void" | "bool" => result,
        _ => "number",
    };
    let library = library();
    let symbol = |name: &str| {
        let name = CString::new(name).expect("no zero");
        let found = unsafe { dlsym(library as *mut c_void, name.as_ptr()) };
        assert!(!found.is_null(), "{name:?} is missing");
        found
    };
    if front == 0 {
        unsafe { *(symbol("lone") as *mut usize) = context };
    }
    symbol(&format!("{kind}_{}", front.min(3))) as *const ()
}

/// The library that variadic.c is compiled to, once.
fn library() -> usize {
    static COMPILED: Once = Once::new();
    static LIBRARY: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    COMPILED.call_once(|| {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("libvariadic-{}.so", std::process::id()));
        let compiled = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
            .args(["-std=c11", "-shared", "-fPIC", "-I"])
            .arg(package.join("../../../include"))
            .arg("-o")
            .arg(&file)
            .arg(package.join("tests/conformance/variadic.c"))
            .status();
        assert!(compiled.expect("a C compiler").success());
        let path = CString::new(file.to_str().expect("UTF-8")).expect("no zero");
        let library = unsafe { dlopen(path.as_ptr(), RTLD_NOW) };
        assert!(!library.is_null(), "{} cannot be loaded", file.display());
        let _ = std::fs::remove_file(&file);
        LIBRARY.store(library as usize, std::sync::atomic::Ordering::Relaxed);
    });
    LIBRARY.load(std::sync::atomic::Ordering::Relaxed)
}
