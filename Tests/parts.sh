# shellcheck shell=bash
# The parts of ./dev test, which sources this file.

# What other languages need, and Python; beside the build of the Swift modules, since it takes as long.
test_packages() {
    need_test_packages
    need_languages
    need_programs tsc:node-typescript
}

test_packages_all() {
    need_all_test_packages
    need_cluster_packages
    need_docs_packages
    need_languages
    need_programs tsc:node-typescript cargo-clippy:rust-clippy chromium plantuml java:openjdk-17-jre-headless \
        abidw:abigail-tools dpkg-shlibdeps:dpkg-dev lintian debootstrap qemu-aarch64:qemu-user
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || install_packages postgresql
}

check_format() { swift format lint --strict --parallel --recursive Package.swift Sources Tests bindings/swift; }

# In a folder of its own: what someone has built before by hand would not warn again.
swift_build() {
    local layouts
    layouts=$(cat Sources/FSMEngine/*/*.swift Sources/FSMInterning/*.swift | sha256sum)
    # When a private property of a type changes, SwiftPM does not compile again what uses the type in other modules: that would
    # write into wrong places.
    [ "$(cat build/swiftpm/layouts 2>/dev/null)" = "$layouts" ] || rm -rf build/swiftpm
    mkdir -p build/swiftpm
    printf '%s\n' "$layouts" >build/swiftpm/layouts
    SWIFTFSM_WITHOUT_PLUGIN=1 swift build "${swift_debug[@]}" --build-tests 2>&1 | tee build/log/swift-build
    if grep -q 'warning:' build/log/swift-build; then
        rm -rf build/swiftpm
        say "swift build has warned"
        return 1
    fi
}

swift_tests() { SWIFTFSM_WITHOUT_PLUGIN=1 swift test --skip-build "${swift_debug[@]}"; }

# With fewer random definitions, of which swift_tests_random makes many.
swift_tests_short() (
    export SWIFTFSM_DEFINITIONS=${SWIFTFSM_DEFINITIONS:-1000}
    swift_tests
)

# A package that depends on this one, as those of users do.
swift_client_tests() { swift test --package-path Tests/Client --scratch-path build/swiftpm-client -debug-info-format none; }

# The command for small programs in SwiftFSM.md.
swift_small_program() { SWIFTFSM_WITHOUT_PLUGIN=1 Tests/SmallProgram/check build/swiftpm-small; }

# Many more random definitions, by themselves: beside them other tests would wait for minutes, and miss their time limits.
# Optimised, which is several times as fast; arithmetic and access are checked all the same.
swift_tests_random() {
    local log=build/log/swift-random
    SWIFTFSM_ENGINE_ALONE=1 \
        SWIFTFSM_DEFINITIONS=${SWIFTFSM_DEFINITIONS:-40000} SWIFTFSM_CHARTS=${SWIFTFSM_CHARTS:-40000} \
        swift test --configuration release -Xswiftc -enable-testing --scratch-path build/swiftpm-engine \
        --filter '^FSMEngineTests\.((Chart)?Oracle|(Large|Endless)Chart)Tests/' 2>&1 | tee "$log" || return 1
    # A filter that finds nothing is no failure to swift test.
    local suite
    for suite in OracleTests ChartOracleTests LargeChartTests EndlessChartTests; do
        grep -q "Suite $suite passed" "$log" || { say "no test of $suite has run" && return 1; }
    done
}

# The program of the README, and tables that must not compile, each with what the compiler has to say of it.
swift_programs() {
    Tests/Readme/run_programs.sh README.md --swift build/swiftpm/debug
    Tests/Mistakes/check build/swiftpm/debug
}

c_build() { build; }

# With what only long tests need.
c_build_all() { build all predicate_benchmark; }

# run_c_tests OPTION...: ctest with these options.
run_c_tests() { ctest --test-dir build --output-on-failure --no-tests=error --parallel 2 "$@"; }

c_tests() { run_c_tests --label-exclude long; }

# Many more rounds than in ctest, from seeds that differ from run to run.
c_tests_random() {
    SFSM_TEST_ROUNDS=${SFSM_TEST_ROUNDS:-20000} SFSM_TEST_SEED=${SFSM_TEST_SEED:-$((RANDOM * 32768 + RANDOM))} \
        build/Tests/C/c_tests '*random'
}

# run_c_tests_swiftpm OPTION...: tests of c_tests and conformance against the library that SwiftPM builds, unoptimised: there
# arithmetic and access are checked, and a fault ends the process. It is linked with the versions of symbols that the programs
# ask for: Package.swift may not name them, since packages with flags of their own cannot be depended on.
run_c_tests_swiftpm() {
    local folder=$PWD/build/swiftpm-c
    mkdir -p "$folder"
    swift build "${swift_debug[@]}" --product swiftfsm -Xlinker --version-script="$PWD/Sources/library.map"
    ln -sf ../swiftpm/debug/libswiftfsm.so "$folder/libswiftfsm.so.0"
    LD_LIBRARY_PATH=$folder ldd build/Tests/C/c_tests | grep -F "$folder/libswiftfsm.so.0" ||
        { say "the C tests would not load the library that SwiftPM built" && return 1; }
    LD_LIBRARY_PATH=$folder SFSM_TEST_REDUCED=1 run_c_tests "$@"
}

c_tests_swiftpm() { run_c_tests_swiftpm --tests-regex '^c\.(conformance|conformance\.wrong|misuse)$'; }

# Not those that count, refuse or limit allocations, which the full Swift runtime makes itself: it ends the process; nor those
# with small stacks, which unoptimised code fills.
c_tests_swiftpm_all() {
    run_c_tests_swiftpm --tests-regex '^c\.' \
        --exclude-regex '\.valgrind$|\.long$|^c\.(memory|limits|processes)|^c\.package_(log|replay)\.memory$'
}

# As short as under valgrind. ./dev sanitize runs them in full.
c_tests_addresses() { SFSM_TEST_REDUCED=1 sanitize_address; }

# Programs that were compiled against the last release go on.
abi_tests() {
    python3 -B Tests/ABI/test_check.py
    Tests/ABI/check include/swiftfsm.h Sources/library.map
}

# may_make_roots: whether a Debian of its own may be made here, for which one has to be root, and more than a container may be.
may_make_roots() {
    local place=build/root-test status=0
    mkdir -p "$place"
    { [ "$(id -u)" -eq 0 ] && chroot / true && mknod "$place/null" c 1 3 && echo >"$place/null"; } 2>/dev/null || status=1
    rm -rf "$place"
    [ "$status" -eq 0 ] || say "SKIPPED: this takes a Debian of its own, and no other root may be made on this machine"
    return "$status"
}

# Debian packages, installed and used in a new Debian without Swift.
package_tests() {
    may_make_roots || return 0
    Tests/Packages/debian build/debian
}

# The library, its examples and its tests for Linux on aarch64, by qemu.
aarch64_tests() {
    may_make_roots || return 0
    Tests/Platforms/aarch64 build/aarch64
}

# The library for WebAssembly, where a word has 32 bits and there is no libffi.
wasm_tests() { Tests/Wasm/run build/wasm; }

# The example of orders in Swift, which is compared with the one in C; and the table that ./dev demo shows.
swift_orders() {
    bindings/swift/test
    python3 -B Tests/Orders/test_table.py
}

# The engine as WebAssembly, which keeps the compiler busy on one core.
javascript_build() { bindings/javascript/build; }

# Each builds its own into build/, and needs what the C build has made.
rust_tests() { bindings/rust/test; }
rust_tests_all() { bindings/rust/test --all; }
go_tests() { bindings/go/test; }
go_tests_all() { bindings/go/test --all; }
javascript_tests() { bindings/javascript/test; }
javascript_tests_all() { bindings/javascript/test --all; }

# With the library's Swift code as the C build has compiled it. That pip comes to the same wheel by itself is seen in --all.
python_wheel() {
    install_wheel build/wheel-venv "--config-settings=cmake.define.SWIFTFSM_COMPILED=$PWD/build/swiftfsm.o"
}
python_wheel_all() { install_wheel build/wheel-venv; }

# Two processes, each with whole files of tests, in their order: by the number of their tests, those that take longest would be
# last, and one process would wait. Types are among them: test_types.py runs mypy --strict over everything, and with
# --all test_types_pyright.py pyright over the package and its examples.
python_tests() {
    PACKAGE_LOG_C=$PWD/build/bindings/c/package_log SWIFTFSM_WHEEL=$(echo "$PWD"/build/wheel/*.whl) \
        HYPOTHESIS_STORAGE_DIRECTORY=$PWD/build/hypothesis PYTHONDONTWRITEBYTECODE=1 \
        installed build/wheel-venv -m pytest -q --numprocesses 2 --dist loadfile --no-loadscope-reorder \
        -o cache_dir="$PWD/build/pytest" bindings/python
}

# Replays by Spark and Ray, over the same wheel.
cluster_tests() {
    install_wheel build/cluster-venv
    PACKAGE_LOG_C=$PWD/build/bindings/c/package_log PYTHONDONTWRITEBYTECODE=1 \
        installed build/cluster-venv -m pytest -q -o cache_dir="$PWD/build/pytest" \
        bindings/python/tests/test_replay_spark.py bindings/python/tests/test_replay_recipes.py
}

# The wheel in every Python that it is for, as far as they are there.
python_versions() { Tests/Packages/pythons build/pythons build/wheel/*.whl; }

# The same wheel comes of the source archive.
source_archive_tests() {
    Tests/Packages/source_archive build/source-archive build/wheel/*.whl build/wheel-venv/bin/python
}

# The site of ./dev docs, with its links; and what it is made with.
docs_tests() {
    build/docs-venv/bin/python -B Tests/Documentation/test_site.py
    docs
}

# ---------------------------------------------------------------------------------------------------------------------
# Running them
# ---------------------------------------------------------------------------------------------------------------------

part=
finished=()

# finish NAME FUNCTION SECONDS: notes a line for the end.
finish() {
    local closing='[0-9]+ cases|Test run with [1-9][0-9]* tests|tests passed|(files|pages).* 0 failed|\.whl: |[0-9] passed'
    finished+=("$(printf '%-16s %4d s  %s' "$1" "$3" "$(grep -E "$closing" "build/log/$2" | tail -n 1)")")
}

# run NAME FUNCTION: ends the script if the part fails.
run() {
    local start=$SECONDS
    part=$1
    printf '\n== %s\n' "$part"
    "$2" 2>&1 | tee "build/log/$2"
    finish "$1" "$2" $((SECONDS - start))
    part=
}

# run_together NAME FUNCTION...: parts at a time, for those that leave a core free. Shows what they print when all have ended.
run_together() {
    local start=$SECONDS names=() functions=() processes=() index failed=
    while [ $# -gt 0 ]; do
        names+=("$1")
        functions+=("$2")
        shift 2
    done
    for index in "${!names[@]}"; do
        (
            trap - EXIT
            "${functions[index]}"
            echo $((SECONDS - start)) >"build/log/${functions[index]}.seconds"
        ) >"build/log/${functions[index]}" 2>&1 </dev/null &
        processes+=($!)
    done
    for index in "${!names[@]}"; do
        wait "${processes[index]}" || failed+=${failed:+, }${names[index]}
        printf '\n== %s\n' "${names[index]}"
        cat "build/log/${functions[index]}"
        [ -n "$failed" ] ||
            finish "${names[index]}" "${functions[index]}" "$(cat "build/log/${functions[index]}.seconds")"
    done
    part=$failed
    [ -z "$failed" ]
}

begin() {
    mkdir -p build/log
    trap '[ -z "$part" ] || { say "FAILED: $part" && exit 1; }' EXIT
}

end() {
    printf '\n== All passed, in %d s\n' "$SECONDS"
    printf '%s\n' "${finished[@]}"
}

run_tests() {
    begin
    run_together "Swift format" check_format "Swift build" swift_build "Packages" test_packages
    run_together "Swift tests" swift_tests_short "Swift programs" swift_programs
    run_together "C build" c_build "JavaScript build" javascript_build
    run_together "C tests" c_tests "Python wheel" python_wheel
    run_together "Rust" rust_tests "Go" go_tests "C, SwiftPM" c_tests_swiftpm "JavaScript" javascript_tests "Orders" swift_orders
    run "Python tests" python_tests
    end
}

# Numbers that someone has set stay as they are.
run_all_tests() {
    export LEAK_COUNT=${LEAK_COUNT:-1000000} STATEFUL_EXAMPLES=${STATEFUL_EXAMPLES:-400} \
        RANDOM_EXAMPLES=${RANDOM_EXAMPLES:-400} SCXML_EXAMPLES=${SCXML_EXAMPLES:-1000} \
        ORDER_KILLS=${ORDER_KILLS:-200} ORDER_EVENTS=${ORDER_EVENTS:-20000}
    begin
    run_together "Swift format" check_format "Swift build" swift_build "Packages" test_packages_all
    run_together "Swift tests" swift_tests "Swift programs" swift_programs
    run_together "Swift, client" swift_client_tests "Swift, small" swift_small_program
    run "Swift, random" swift_tests_random
    run_together "C build" c_build_all "Python wheel" python_wheel_all
    run "C tests" run_c_tests
    run_together "C, random" c_tests_random "Interface" abi_tests "Debian packages" package_tests \
        "WebAssembly" wasm_tests
    run "C, SwiftPM" c_tests_swiftpm_all
    run "C, addresses" c_tests_addresses
    run "aarch64" aarch64_tests
    run_together "Rust" rust_tests_all "Go" go_tests_all
    run "JavaScript" javascript_tests_all
    run "Orders" swift_orders
    run "Python tests" python_tests
    run_together "Spark and Ray" cluster_tests "Python versions" python_versions
    run_together "Documentation" docs_tests "Source archive" source_archive_tests
    end
}
