//! Callbacks: closures as callbacks of C.

use crate::error::BoxError;
use crate::fault::{self, Fault};
use crate::id::Id;
use crate::step::Step;
use std::marker::PhantomData;
use std::mem::{self, size_of};
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{self, NonNull};
use swiftfsm_sys as sys;

/// What an action, an entry, exit or cycle callback, or a hook returns: `()`, or `Result<(), BoxError>`.
pub trait ActionResult: sealed::Sealed {
    #[doc(hidden)]
    fn code(self) -> Result<i32, BoxError>;
}

/// What a guard returns: `bool`, or `Result<bool, BoxError>`.
pub trait GuardResult: sealed::Sealed {
    #[doc(hidden)]
    fn code(self) -> Result<i32, BoxError>;
}

/// What a resolver returns: a state; an `Option`, where `None` refuses the event; or a `Result<_, BoxError>` of one of these.
pub trait ResolverResult<S> {
    #[doc(hidden)]
    fn code(self) -> Result<i32, BoxError>;
}

/// What an update callback returns: an event to send, an `Option` of one, nothing, or a `Result<_, BoxError>` of these.
pub trait UpdateResult<E> {
    #[doc(hidden)]
    fn code(self) -> Result<i32, BoxError>;
}

/// What a provider returns: the present case of its predicate type, or a `Result<_, BoxError>` of one.
pub trait ProviderResult {
    /// The predicate type.
    type Case: Id;
    #[doc(hidden)]
    fn code(self) -> Result<i32, BoxError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl Sealed for bool {}
    impl Sealed for Result<(), super::BoxError> {}
    impl Sealed for Result<bool, super::BoxError> {}
}

/// One line for each result: the trait, the type, and how it becomes a number.
macro_rules! results {
    ($($role:ident $(<$id:ident>)? for $result:ty: $value:ident => $code:expr;)*) => {$(
        impl$(<$id: Id>)? $role$(<$id>)? for $result {
            #[inline]
            fn code(self) -> Result<i32, BoxError> {
                let $value = self;
                $code
            }
        }
    )*};
}

results! {
    ActionResult for (): _nothing => Ok(0);
    ActionResult for Result<(), BoxError>: result => result.map(|()| 0);
    GuardResult for bool: agrees => Ok(agrees as i32);
    GuardResult for Result<bool, BoxError>: result => result.map(|agrees| agrees as i32);
    ResolverResult<S> for S: state => Ok(state.id());
    ResolverResult<S> for Option<S>: state => Ok(state.map_or(sys::SFSM_NONE, S::id));
    ResolverResult<S> for Result<S, BoxError>: result => result.map(S::id);
    ResolverResult<S> for Result<Option<S>, BoxError>: result => Ok(result?.map_or(sys::SFSM_NONE, S::id));
    UpdateResult<E> for (): _nothing => Ok(sys::SFSM_NONE);
    UpdateResult<E> for E: event => Ok(event.id());
    UpdateResult<E> for Option<E>: event => Ok(event.map_or(sys::SFSM_NONE, E::id));
    UpdateResult<E> for Result<(), BoxError>: result => result.map(|()| sys::SFSM_NONE);
    UpdateResult<E> for Result<E, BoxError>: result => result.map(E::id);
    UpdateResult<E> for Result<Option<E>, BoxError>: result => Ok(result?.map_or(sys::SFSM_NONE, E::id));
}

impl<P: Id> ProviderResult for P {
    type Case = P;
    #[inline]
    fn code(self) -> Result<i32, BoxError> {
        Ok(self.id())
    }
}

impl<P: Id> ProviderResult for Result<P, BoxError> {
    type Case = P;
    #[inline]
    fn code(self) -> Result<i32, BoxError> {
        self.map(P::id)
    }
}

/// The context of a machine, while one of its callbacks runs. One that acts is the only one that refers to it: the functions
/// that call such callbacks borrow the machine as `&mut`, and inside of a callback none of them can be called. One that looks
/// may look while others do: questions call these from inside of callbacks.
pub struct Lent<'a, C>(*mut C, PhantomData<&'a mut C>);

impl<'a, C> Lent<'a, C> {
    #[inline(always)]
    pub(crate) fn act(self) -> &'a mut C {
        unsafe { &mut *self.0 }
    }

    #[inline(always)]
    pub(crate) fn look(self) -> &'a C {
        unsafe { &*self.0 }
    }
}

/// A callback that no function of the library has received yet.
pub(crate) struct Callback(sys::sfsm_callback);

// The closure in it is Send and Sync.
unsafe impl Send for Callback {}

impl Callback {
    /// Takes one that the library made. Its closure must be Send and Sync.
    pub(crate) unsafe fn of(raw: sys::sfsm_callback) -> Self {
        Callback(raw)
    }

    /// Hands the callback to the library, which calls its finalizer.
    pub(crate) fn hand_over(self) -> sys::sfsm_callback {
        let raw = self.0;
        mem::forget(self);
        raw
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        if let Some(finalizer) = self.0.finalizer {
            unsafe { finalizer(self.0.context) };
            fault::resume_drops();
        }
    }
}

/// Makes a callback. One that captures nothing has no context of its own; any other is in a box. `RETURNS_ID`: its result is
/// a state or an event, where negative numbers are no failures.
pub(crate) fn make<S, E, C, F, const RETURNS_ID: bool>(function: F) -> Callback
where
    F: Fn(&Step<'_, S, E, C>, Lent<'_, C>) -> Result<i32, BoxError> + 'static,
{
    Callback(if size_of::<F>() == 0 && !mem::needs_drop::<F>() {
        mem::forget(function);
        sys::sfsm_callback {
            function: Some(bare::<S, E, C, F, RETURNS_ID>),
            context: ptr::null_mut(),
            finalizer: None,
        }
    } else {
        sys::sfsm_callback {
            function: Some(boxed::<S, E, C, F, RETURNS_ID>),
            context: Box::into_raw(Box::new(function)) as *mut c_void,
            finalizer: Some(finish::<F>),
        }
    })
}

unsafe extern "C" fn bare<S, E, C, F, const RETURNS_ID: bool>(step: *const sys::sfsm_step, _: *mut c_void) -> i32
where
    F: Fn(&Step<'_, S, E, C>, Lent<'_, C>) -> Result<i32, BoxError>,
{
    // A value of this type, which has no size and needs no drop, was forgotten in `make`.
    let function = unsafe { NonNull::<F>::dangling().as_ref() };
    unsafe { run::<S, E, C, F, RETURNS_ID>(function, step) }
}

unsafe extern "C" fn boxed<S, E, C, F, const RETURNS_ID: bool>(step: *const sys::sfsm_step, context: *mut c_void) -> i32
where
    F: Fn(&Step<'_, S, E, C>, Lent<'_, C>) -> Result<i32, BoxError>,
{
    // The box lives until `finish`, which the library calls when no table has the callback any more.
    let function = unsafe { &*(context as *const F) };
    unsafe { run::<S, E, C, F, RETURNS_ID>(function, step) }
}

/// Calls a function.
#[inline(always)]
pub(crate) unsafe fn run<S, E, C, F, const RETURNS_ID: bool>(function: &F, step: *const sys::sfsm_step) -> i32
where
    F: Fn(&Step<'_, S, E, C>, Lent<'_, C>) -> Result<i32, BoxError>,
{
    let step = unsafe { &*step };
    let called = catch_unwind(AssertUnwindSafe(|| {
        function(&Step::new(step), Lent(step.context.cast(), PhantomData))
    }));
    match called {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            let code = fault::keep_error(step.machine, error);
            if RETURNS_ID {
                sys::SFSM_FAILED
            } else {
                code
            }
        }
        Err(panic) => fault::keep_panic(step.machine, panic),
    }
}

/// The finalizer of a box.
pub(crate) unsafe extern "C" fn finish<F>(context: *mut c_void) {
    let dropped = catch_unwind(AssertUnwindSafe(|| drop(unsafe { Box::from_raw(context as *mut F) })));
    if let Err(panic) = dropped {
        fault::keep(ptr::null(), Fault::Panic(panic));
    }
}
