//! What closures with parameters are in each role.

use super::parameters::{make, Parameters, ParametersAt};
use crate::callback::{ActionResult, Callback, GuardResult, ProviderResult, ResolverResult, UpdateResult};
use crate::error::Error;
use crate::id::Id;
use crate::step::Step;

/// One line for each role: the context that it receives, how it is lent, what it returns, and that as a word of signatures.
macro_rules! roles {
    ($($name:ident = $context:ty, $how:ident, $result:ident $(<$id:ty>)?, $word:literal, $returns_id:literal;)*) => {$(
        pub(crate) fn $name<S: Id, E: Id, C, A, R>(
            function: impl for<'a> Fn(&Step<'a, S, E, C>, $context, <A as ParametersAt<'a>>::Taken) -> R + 'static,
        ) -> Result<Callback, Error>
        where
            A: Parameters,
            R: $result$(<$id>)?,
        {
            make::<S, E, C, A, _, $returns_id>($word, move |step, context, taken| {
                function(step, context.$how(), taken).code()
            })
        }
    )*};
}

roles! {
    guard = &C, look, GuardResult, "i32", false;
    action = &mut C, act, ActionResult, "i32", false;
    resolver = &C, look, ResolverResult<S>, "state", true;
    update = &mut C, act, UpdateResult<E>, "event", true;
    provider = &C, look, ProviderResult, "i32", false;
}
