//! Functions in C.

use crate::callback::{self, Callback};
use crate::error::{check, Error};
use crate::generated::Status;
use crate::text;
use std::ffi::CStr;
use std::os::raw::c_void;
use std::ptr;
use swiftfsm_sys as sys;

/// A function in C (`extern "C"`) of a signature of its own, such as `"bool(context, i32)"`: chapter 9 of `swiftfsm.h` says what
/// the words mean. It may be registered any number of times, as a callback of any role: `Row::guard_c` and its like. The
/// build of the table checks that its signature fits there.
///
/// ```
/// use swiftfsm::{Builder, CFunction, Machine, Outcome};
/// swiftfsm::ids! {
///     enum State { Locked, Unlocked }
///     enum Event { Coin }
/// }
/// extern "C" fn is_exact(price: *const i32, cents: i32) -> bool {
///     unsafe { *price == cents }
/// }
/// let function = is_exact as extern "C" fn(*const i32, i32) -> bool as *const ();
/// // The context of its machines is an i32.
/// let exact = unsafe { CFunction::new(function, "bool(context, i32)")? };
/// let mut builder = Builder::<State, Event, i32>::new();
/// builder.event::<(i32,)>(Event::Coin);
/// builder.row(State::Locked, Event::Coin, State::Unlocked).guard_c(&exact);
/// builder.final_state(State::Unlocked);
/// let mut gate = Machine::new(&builder.build()?, State::Locked, 150)?;
/// assert_eq!(gate.send_with(Event::Coin, (100,))?, Outcome::Refused);
/// assert_eq!(gate.send_with(Event::Coin, (150,))?, Outcome::Transitioned);
/// # Ok::<(), swiftfsm::Error>(())
/// ```
#[derive(Debug)]
pub struct CFunction {
    raw: *mut sys::sfsm_callable,
}

// References are counted by the library; the function may be called on any thread, and its context is Send and Sync.
unsafe impl Send for CFunction {}
unsafe impl Sync for CFunction {}

impl Drop for CFunction {
    fn drop(&mut self) {
        unsafe { sys::sfsm_callable_release(self.raw) };
        crate::fault::resume_drops();
    }
}

impl CFunction {
    /// Takes a function. What its signature calls `context` is the machine's, a `*mut C`.
    ///
    /// Fails with `BadSignature`, which says where and what is expected there; with `NullPointer`, `OutOfMemory`; and with
    /// `Unsupported` if the library was built without libffi.
    ///
    /// # Safety
    /// The function is of this signature, and may be called on any thread. It does not unwind. It uses the context as a `C`
    /// of every builder and machine that it is registered with, and only for the time of a call; as a guard, resolver or
    /// provider it does not change it.
    pub unsafe fn new(function: *const (), signature: &str) -> Result<Self, Error> {
        unsafe { Self::create(function, signature, ptr::null_mut(), None) }
    }

    /// Takes a function that has a context of its own: what its signature calls `context` is a `*const T`. It is dropped when
    /// nothing has the function any more, or at once if this fails.
    ///
    /// # Safety
    /// As of [`CFunction::new`]; the function uses its context as a shared `T`.
    pub unsafe fn with_context<T>(function: *const (), signature: &str, context: T) -> Result<Self, Error>
    where
        T: Send + Sync + 'static,
    {
        let context = Box::into_raw(Box::new(context)) as *mut c_void;
        let made = unsafe { Self::create(function, signature, context, Some(callback::finish::<T>)) };
        crate::fault::resume_drops();
        made
    }

    unsafe fn create(
        function: *const (),
        signature: &str,
        context: *mut c_void,
        finalizer: sys::sfsm_finalizer,
    ) -> Result<Self, Error> {
        let c_signature = text::to_c(signature).map_err(|error| {
            if let Some(finalizer) = finalizer {
                unsafe { finalizer(context) };
            }
            error
        })?;
        let mut raw = ptr::null_mut();
        // NULL is None.
        let function = unsafe { std::mem::transmute::<*const (), sys::sfsm_any_function>(function) };
        let status = unsafe { sys::sfsm_callable_create(function, c_signature.as_ptr(), context, finalizer, &mut raw) };
        if status == sys::SFSM_BAD_SIGNATURE {
            return Err(fault(&c_signature));
        }
        check(status).map(|()| CFunction { raw })
    }

    /// Returns a callback, which has a reference.
    pub(crate) fn callback(&self) -> Callback {
        unsafe { Callback::of(sys::sfsm_callable_callback(self.raw)) }
    }
}

/// Says where a signature cannot be read.
fn fault(signature: &CStr) -> Error {
    let (mut position, mut expected) = (0, ptr::null());
    unsafe { sys::sfsm_signature_check(signature.as_ptr(), &mut position, &mut expected) };
    // Static text.
    let expected = unsafe { text::borrowed(expected) }.unwrap_or("something else");
    let text = format!(
        "The signature {:?} cannot be read at byte {position}: expected {expected}.",
        signature.to_string_lossy()
    );
    Error::with_text(Status::BadSignature, text)
}
