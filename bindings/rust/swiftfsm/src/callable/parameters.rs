//! Lists of parameters, and the callbacks of closures that take them.

use super::parameter::{Parameter, ParameterAt};
use crate::callback::{self, Callback, Lent};
use crate::error::{BoxError, Error};
use crate::step::Step;
use crate::text;
use std::mem;
use std::os::raw::c_void;
use std::ptr;
use swiftfsm_sys as sys;

/// The parameters of a closure that are not the step and the context: a tuple of up to twelve types of [`Parameter`].
/// Arguments are those of the event in their order; trailing ones may be left out, and cases may stand anywhere.
pub trait Parameters: for<'a> ParametersAt<'a> {
    #[doc(hidden)]
    fn write(signature: &mut String);
    #[doc(hidden)]
    fn function<S, E, C, F, const RETURNS_ID: bool>() -> sys::sfsm_any_function
    where
        F: for<'a> Fn(&Step<'a, S, E, C>, Lent<'a, C>, <Self as ParametersAt<'a>>::Taken) -> Result<i32, BoxError>;
}

/// What a closure receives for its [`Parameters`] in a step.
pub trait ParametersAt<'a>: sealed::Sealed {
    /// A tuple.
    type Taken;
}

/// What C calls is a function that these make: only tuples are lists of parameters.
mod sealed {
    pub trait Sealed {}
}

/// Makes a callback of a closure with parameters. Fails with `OutOfMemory`, and with `Unsupported` if the library was built
/// without libffi.
pub(crate) fn make<S, E, C, A, F, const RETURNS_ID: bool>(result: &str, function: F) -> Result<Callback, Error>
where
    A: Parameters,
    F: for<'a> Fn(&Step<'a, S, E, C>, Lent<'a, C>, <A as ParametersAt<'a>>::Taken) -> Result<i32, BoxError> + 'static,
{
    let mut signature = format!("{result}(context, step");
    A::write(&mut signature);
    signature.push(')');
    let signature = text::to_c(&signature)?;
    let context = Box::into_raw(Box::new(function)) as *mut c_void;
    let called = A::function::<S, E, C, F, RETURNS_ID>();
    let mut callable = ptr::null_mut();
    // The function is of this signature, and its context is the box, which `finish` drops.
    unsafe {
        let finalizer = Some(callback::finish::<F> as unsafe extern "C" fn(*mut c_void));
        let status = sys::sfsm_callable_create(called, signature.as_ptr(), context, finalizer, &mut callable);
        crate::error::check(status)?;
        let raw = sys::sfsm_callable_callback(callable);
        sys::sfsm_callable_release(callable);
        Ok(Callback::of(raw))
    }
}

macro_rules! tuples {
    ($(($($type:ident $raw:ident),*))*) => {$(
        impl<$($type: Parameter),*> sealed::Sealed for ($($type,)*) {}

        impl<'a, $($type: Parameter),*> ParametersAt<'a> for ($($type,)*) {
            type Taken = ($(<$type as ParameterAt<'a>>::Taken,)*);
        }

        impl<$($type: Parameter),*> Parameters for ($($type,)*) {
            #[allow(unused_variables)]
            fn write(signature: &mut String) {
                $(
                    signature.push_str(", ");
                    $type::write(signature);
                )*
            }

            fn function<S, E, C, Function, const RETURNS_ID: bool>() -> sys::sfsm_any_function
            where
                Function: for<'a> Fn(
                    &Step<'a, S, E, C>,
                    Lent<'a, C>,
                    <Self as ParametersAt<'a>>::Taken,
                ) -> Result<i32, BoxError>,
            {
                unsafe extern "C" fn called<S, E, C, Function, $($type: Parameter,)* const RETURNS_ID: bool>(
                    context: *mut c_void,
                    step: *const sys::sfsm_step,
                    $($raw: $type::Raw),*
                ) -> i32
                where
                    Function: for<'a> Fn(
                        &Step<'a, S, E, C>,
                        Lent<'a, C>,
                        <($($type,)*) as ParametersAt<'a>>::Taken,
                    ) -> Result<i32, BoxError>,
                {
                    // The box lives until `finish`; what C passes is that of the step.
                    unsafe {
                        let function = &*(context as *const Function);
                        callback::run::<S, E, C, _, RETURNS_ID>(
                            &|told: &Step<'_, S, E, C>, lent| function(told, lent, ($($type::take($raw, &*step)?,)*)),
                            step,
                        )
                    }
                }
                let called: unsafe extern "C" fn(*mut c_void, *const sys::sfsm_step, $($type::Raw),*) -> i32 =
                    called::<S, E, C, Function, $($type,)* RETURNS_ID>;
                // Functions have one size. The library calls it as the signature says.
                unsafe { mem::transmute::<*const (), sys::sfsm_any_function>(called as *const ()) }
            }
        }
    )*};
}

tuples! {
    ()
    (A a)
    (A a, B b)
    (A a, B b, D d)
    (A a, B b, D d, G g)
    (A a, B b, D d, G g, H h)
    (A a, B b, D d, G g, H h, I i)
    (A a, B b, D d, G g, H h, I i, J j)
    (A a, B b, D d, G g, H h, I i, J j, K k)
    (A a, B b, D d, G g, H h, I i, J j, K k, L l)
    (A a, B b, D d, G g, H h, I i, J j, K k, L l, M m)
    (A a, B b, D d, G g, H h, I i, J j, K k, L l, M m, N n)
    (A a, B b, D d, G g, H h, I i, J j, K k, L l, M m, N n, O o)
}
