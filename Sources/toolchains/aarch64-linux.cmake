# Builds for Linux on aarch64 on another machine, with the compilers of the Swift toolchain:
#
#   cmake -G Ninja -S . -B build-aarch64 --toolchain Sources/toolchains/aarch64-linux.cmake -DSWIFTFSM_SYSROOT=/path/to/root
#
# SWIFTFSM_SYSROOT is the root of such a system, with the headers of its C library and of libffi: "./dev test --all" makes one
# of Debian's packages in build/aarch64/root.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(SWIFTFSM_SYSROOT "" CACHE PATH "The root of a Linux system on aarch64")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SWIFTFSM_SYSROOT)
if(NOT EXISTS ${SWIFTFSM_SYSROOT}/usr/include/stdlib.h)
    message(FATAL_ERROR " SWIFTFSM_SYSROOT, \"${SWIFTFSM_SYSROOT}\", has no usr/include/stdlib.h: set it to the root of"
        " a Linux system on aarch64")
endif()
set(CMAKE_SYSROOT ${SWIFTFSM_SYSROOT})
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

find_program(SWIFTFSM_SWIFTC swiftc REQUIRED)
file(REAL_PATH ${SWIFTFSM_SWIFTC} swiftc)
cmake_path(GET swiftc PARENT_PATH swift_programs)
foreach(language C CXX)
    set(CMAKE_${language}_COMPILER_TARGET aarch64-linux-gnu)
endforeach()
find_program(CMAKE_C_COMPILER clang PATHS ${swift_programs} NO_DEFAULT_PATH REQUIRED)
find_program(CMAKE_CXX_COMPILER clang++ PATHS ${swift_programs} NO_DEFAULT_PATH REQUIRED)
foreach(kind EXE SHARED MODULE)
    set(CMAKE_${kind}_LINKER_FLAGS_INIT -fuse-ld=lld)
endforeach()

# Swift compiles the library alone, which CMakeLists.txt does by itself.
set(CMAKE_Swift_COMPILER_WORKS ON)

set(CMAKE_FIND_ROOT_PATH ${SWIFTFSM_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR}
    "${SWIFTFSM_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${SWIFTFSM_SYSROOT}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${SWIFTFSM_SYSROOT})


