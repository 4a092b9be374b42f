//! Every struct has the size, the alignment and the offsets that it has in C: a C program that was made from the header
//! prints them, and so does a function made from the same header in Rust.

use std::fmt::Write;
use std::mem::{align_of, size_of, MaybeUninit};
use std::path::Path;
use std::process::Command;
use swiftfsm_sys::*;

fn size_behind<T>(_: *const T) -> usize {
    size_of::<T>()
}

/// Writes the size and the alignment of a struct, then the offset and the size of each field.
macro_rules! record {
    ($out:ident, $name:ident { $($field:ident),* }) => {
        writeln!($out, "{} {} {}", stringify!($name), size_of::<$name>(), align_of::<$name>()).unwrap();
        let place = MaybeUninit::<$name>::uninit();
        $(
            let field = unsafe { std::ptr::addr_of!((*place.as_ptr()).$field) };
            let offset = field as usize - place.as_ptr() as usize;
            let name = stringify!($field).trim_start_matches("r#");
            writeln!($out, "{}.{} {} {}", stringify!($name), name, offset, size_behind(field)).unwrap();
        )*
    };
}

#[rustfmt::skip]
mod records;

#[test]
fn structs_are_as_in_c() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let include = package.join("../../../include");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let compiled = Command::new(compiler)
        .args(["-std=c11", "-include", "stddef.h", "-I"])
        .arg(include)
        .arg("-o")
        .arg(&program)
        .arg(package.join("tests/layout/records.c"))
        .status();
    assert!(compiled.expect("a C compiler").success());
    let output = Command::new(&program).output().expect("the compiled program");
    let in_c = String::from_utf8(output.stdout).expect("text");
    let mut in_rust = String::new();
    records::write(&mut in_rust);
    for (one, other) in in_c.lines().zip(in_rust.lines()) {
        assert_eq!(one, other, "left: C, right: Rust");
    }
    assert_eq!(in_c.lines().count(), in_rust.lines().count());
    assert!(in_c.lines().count() > 200, "{in_c}");
}

#[test]
fn the_library_has_the_version_of_the_header() {
    let version = SFSM_VERSION_MAJOR * 1_000_000 + SFSM_VERSION_MINOR * 1_000 + SFSM_VERSION_PATCH;
    assert_eq!(unsafe { sfsm_version() }, version);
}
