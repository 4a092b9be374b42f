//! Callables as closures with parameters: those of a signature that are no argument or case come with the step.

use crate::player::{Player, Step};
use crate::signature::{told, Callee};
use swiftfsm::{Bindings, BoxError, Id, Pointer, Value};
use swiftfsm_sys as sys;

type All<'j> = Bindings<i32, i32, Player<'j>>;

swiftfsm::predicate! {
    pub enum First = 0 { A, B, C, D, E, F, G, H }
}

swiftfsm::predicate! {
    pub enum Second = 1 { A, B, C, D, E, F, G, H }
}

/// What a closure was given for a parameter, as text.
trait Told {
    fn told(&self) -> String;
}

/// One line for each type that a closure may take: how it is written.
macro_rules! told {
    ($($type:ty: $value:ident => $text:expr;)*) => {$(
        impl Told for $type {
            fn told(&self) -> String {
                let $value = self;
                $text
            }
        }
    )*};
}

told! {
    bool: value => format!("bool {value}");
    i8: value => format!("i8 {value}");
    i16: value => format!("i16 {value}");
    i32: value => format!("i32 {value}");
    i64: value => format!("i64 {value}");
    u8: value => format!("u8 {value}");
    u16: value => format!("u16 {value}");
    u32: value => format!("u32 {value}");
    u64: value => format!("u64 {value}");
    f32: value => told(&Value::from(*value));
    f64: value => told(&Value::from(*value));
    Pointer: value => told(&Value::from(*value));
    Option<&str>: value => value.map_or("str none".to_string(), |text| format!("str {text:?}"));
    Option<First>: value => format!("i32 {}", value.map_or(sys::SFSM_NONE, First::id));
    Option<Second>: value => format!("i32 {}", value.map_or(sys::SFSM_NONE, Second::id));
}

/// Calls the player with what a callable of this signature is given, in its order.
fn play<'j>(player: &Player<'j>, step: &Step<'_, 'j>, callee: &Callee, own: &[String]) -> Result<i32, BoxError> {
    let (raw, mut own) = (step.as_raw(), own.iter().cloned());
    let given = callee.signature.words.iter().map(|word| match word.as_str() {
        "context" | "step" => "_".to_string(),
        "event" => raw.event.told(),
        "source" => raw.source.told(),
        "target" => raw.target.told(),
        "time" => raw.time.told(),
        _ => own.next().expect("a value for each parameter"),
    });
    let given: Vec<String> = given.collect();
    player.play_given(step, callee, &given)
}

/// One line for each list of parameters that the cases have. A role has one closure for each.
macro_rules! shapes {
    ($($words:literal => ($($value:ident: $type:ty),*);)*) => {
        /// Binds a closure with the parameters of a callable. Gives the bindings back if no line has these.
        pub fn bind<'j>(all: All<'j>, callee: Callee) -> Result<All<'j>, All<'j>> {
            let (name, role, words) = (callee.name.clone(), callee.role.clone(), callee.signature.own_words());
            Ok(match words.as_str() {
                $($words => match role.as_str() {
                    "guard" => all.guard_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        Ok(play(player, step, &callee, &[$($value.told()),*])? > 0)
                    }),
                    "resolver" => all.resolver_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        Ok(Some(play(player, step, &callee, &[$($value.told()),*])?))
                    }),
                    "provider" => all.provider_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        play(player, step, &callee, &[$($value.told()),*])
                    }),
                    "update" => all.update_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        Ok(Some(play(player, step, &callee, &[$($value.told()),*])?))
                    }),
                    "action" => all.action_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        play(player, step, &callee, &[$($value.told()),*]).map(drop)
                    }),
                    "entry" => all.entry_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        play(player, step, &callee, &[$($value.told()),*]).map(drop)
                    }),
                    "exit" => all.exit_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        play(player, step, &callee, &[$($value.told()),*]).map(drop)
                    }),
                    "cycle" => all.cycle_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        play(player, step, &callee, &[$($value.told()),*]).map(drop)
                    }),
                    "unhandled" => all.on_unhandled_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        play(player, step, &callee, &[$($value.told()),*]).map(drop)
                    }),
                    "step" => all.on_step_with::<($($type,)*), _>(name, move |step, player, ($($value,)*)| {
                        play(player, step, &callee, &[$($value.told()),*]).map(drop)
                    }),
                    other => panic!("there is no role {other}"),
                },)*
                _ => return Err(all),
            })
        }

        /// Adds a hook of the machine itself.
        pub fn hook(machine: &mut crate::player::Machine<'_>, callee: Callee) -> Option<Result<(), swiftfsm::Error>> {
            let is_step = callee.role == "step";
            Some(match callee.signature.own_words().as_str() {
                $($words if is_step => machine.on_step_with::<($($type,)*), _>(move |step, player, ($($value,)*)| {
                    play(player, step, &callee, &[$($value.told()),*]).map(drop)
                }),
                $words => machine.on_unhandled_with::<($($type,)*), _>(move |step, player, ($($value,)*)| {
                    play(player, step, &callee, &[$($value.told()),*]).map(drop)
                }),)*
                _ => return None,
            })
        }
    };
}

shapes! {
    "" => ();
    "f64" => (a: f64);
    "f64, str" => (a: f64, b: Option<&str>);
    "i32" => (a: i32);
    "i32, predicate(0)" => (a: i32, b: First);
    "i32, str" => (a: i32, b: Option<&str>);
    "i32, str, f64" => (a: i32, b: Option<&str>, c: f64);
    "i64" => (a: i64);
    "predicate(0)" => (a: First);
    "predicate(0), i32" => (a: First, b: i32);
    "predicate(0), predicate(0)" => (a: First, b: First);
    "predicate(1)" => (a: Second);
    "predicate(1), predicate(0)" => (a: Second, b: First);
    "str" => (a: Option<&str>);
    "str, i32" => (a: Option<&str>, b: i32);
    "bool, i8, u64, f32, f64, str, ptr" => (a: bool, b: i8, c: u64, d: f32, e: f64, f: Option<&str>, g: Pointer);
}
