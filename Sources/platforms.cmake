# The platforms of the C library: Linux on x86-64 and on aarch64.

# Ends with what a platform lacks that is neither.
function(refuse_other_platforms system processor)
    if("${system} ${processor}" MATCHES "^Linux (x86_64|amd64|AMD64|aarch64|arm64)$")
        return()
    endif()
    # A line that begins with a space is not wrapped.
    message(FATAL_ERROR " The C library is built for Linux on x86-64 and aarch64, not for ${system} on ${processor}:"
        " elsewhere Swift has no Embedded Swift that could link it.\n"
        " For WebAssembly there is Tests/Wasm/build. The Swift modules are built with SwiftPM.")
endfunction()

# Sets the options by which the Swift compiler and clang compile for the platform of the build.
function(set_compiler_targets out_swift out_clang)
    set(swift "")
    set(clang "")
    if(CMAKE_C_COMPILER_TARGET)
        list(APPEND clang --target=${CMAKE_C_COMPILER_TARGET})
    endif()
    if(CMAKE_SYSROOT)
        list(APPEND clang --sysroot=${CMAKE_SYSROOT})
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
        # There is no Embedded Swift for Linux here. That for no system is the same but for its name (library.sed), and for
        # the headers of the C library, which it does not know of.
        list(APPEND swift -target aarch64-none-none-elf)
        foreach(folder ${CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES})
            if(NOT folder MATCHES "/lib/(gcc|clang)/")
                list(APPEND swift -Xcc -isystem -Xcc ${folder})
            endif()
        endforeach()
    endif()
    set(${out_swift} ${swift} PARENT_SCOPE)
    set(${out_clang} ${clang} PARENT_SCOPE)
endfunction()
