//! Programs, tests and examples of this package find the library where it was found when they were built.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = std::env::var_os("DEP_SWIFTFSM_LIB_DIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.to_string_lossy());
    }
}
