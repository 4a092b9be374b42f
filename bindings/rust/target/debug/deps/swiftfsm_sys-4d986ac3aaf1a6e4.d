/work/wt-call/bindings/rust/target/debug/deps/swiftfsm_sys-4d986ac3aaf1a6e4.d: swiftfsm-sys/src/lib.rs swiftfsm-sys/src/constants.rs swiftfsm-sys/src/functions.rs swiftfsm-sys/src/types.rs

/work/wt-call/bindings/rust/target/debug/deps/libswiftfsm_sys-4d986ac3aaf1a6e4.rmeta: swiftfsm-sys/src/lib.rs swiftfsm-sys/src/constants.rs swiftfsm-sys/src/functions.rs swiftfsm-sys/src/types.rs

swiftfsm-sys/src/lib.rs:
swiftfsm-sys/src/constants.rs:
swiftfsm-sys/src/functions.rs:
swiftfsm-sys/src/types.rs:
