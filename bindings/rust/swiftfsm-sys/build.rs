//! Finds the library: where SWIFTFSM_LIB_DIR says, else in the repository's build/, else by pkg-config.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    for name in [
        "SWIFTFSM_LIB_DIR",
        "SWIFTFSM_STATIC",
        "PKG_CONFIG",
        "PKG_CONFIG_PATH",
        "DOCS_RS",
    ] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    let is_static = env::var_os("CARGO_FEATURE_STATIC").is_some() || is_set("SWIFTFSM_STATIC");
    let file = if is_static { "libswiftfsm.a" } else { "libswiftfsm.so" };
    if let Some(folder) = folder_of(file) {
        link(&folder, is_static);
    } else if let Err(why) = ask_pkg_config(is_static) {
        if env::var_os("DOCS_RS").is_some() {
            return; // documentation is made without linking
        }
        eprintln!(
            "error: {file} was not found: set SWIFTFSM_LIB_DIR to its folder, build the repository with CMake in"
        );
        eprintln!("build/, or install the library so that pkg-config knows \"swiftfsm\" ({why})");
        std::process::exit(1);
    }
}

fn is_set(name: &str) -> bool {
    env::var(name).map_or(false, |value| !value.is_empty() && value != "0")
}

/// The folder with the library. A SWIFTFSM_LIB_DIR without it is an error: another one is not meant.
fn folder_of(file: &str) -> Option<PathBuf> {
    if let Some(folder) = env::var_os("SWIFTFSM_LIB_DIR").filter(|value| !value.is_empty()) {
        let folder = PathBuf::from(folder);
        if !folder.join(file).exists() {
            eprintln!(
                "error: SWIFTFSM_LIB_DIR is {}, where there is no {file}",
                folder.display()
            );
            std::process::exit(1);
        }
        return Some(folder);
    }
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let repository = package.ancestors().nth(3)?;
    let folder = repository.join("build");
    // Another repository around this package may have a build/ too.
    (repository.join("include/swiftfsm.h").exists() && folder.join(file).exists()).then_some(folder)
}

fn link(folder: &Path, is_static: bool) {
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!(
        "cargo:rerun-if-changed={}",
        folder
            .join(if is_static { "libswiftfsm.a" } else { "libswiftfsm.so" })
            .display()
    );
    println!("cargo:lib_dir={}", folder.display());
    if is_static {
        println!("cargo:rustc-link-lib=static=swiftfsm");
        println!("cargo:rustc-link-lib=ffi");
    } else {
        println!("cargo:rustc-link-lib=swiftfsm");
    }
}

/// Says what pkg-config says. Of a static library, the libraries that it needs are linked as they are found.
fn ask_pkg_config(is_static: bool) -> Result<(), String> {
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let mut command = Command::new(program);
    command
        .args(["--libs"])
        .args(is_static.then_some("--static"))
        .arg("swiftfsm");
    let output = command.output().map_err(|error| format!("pkg-config: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().replace('\n', " "));
    }
    let mut has_library = false;
    for word in String::from_utf8_lossy(&output.stdout).split_whitespace() {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
            println!("cargo:lib_dir={folder}");
        } else if let Some(library) = word.strip_prefix("-l") {
            let kind = if is_static && library == "swiftfsm" {
                "static="
            } else {
                ""
            };
            println!("cargo:rustc-link-lib={kind}{library}");
            has_library |= library == "swiftfsm";
        }
    }
    if !has_library {
        // In a folder of the system, where pkg-config leaves out nothing but -L.
        return Err("it names no library".to_string());
    }
    Ok(())
}
