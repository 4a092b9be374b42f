# Builds the library once more without libffi: it needs the C library alone, exports the same functions, and passes
# without_ffi.c and the conformance cases, those with callables left out.
#
#   cmake -DSOURCE=… -DBINARY=… -DCOMPILER=… -DREADELF=… -P without_ffi.cmake
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${BINARY} -DCMAKE_BUILD_TYPE=Release
    -DSWIFTFSM_TESTS=OFF -DSWIFTFSM_FFI=OFF OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(library ${BINARY}/libswiftfsm.so)
execute_process(COMMAND ${READELF} -d -W ${library} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*" needed "${dynamic}")
if(NOT needed MATCHES "^[^;]*libc\\.so[^;]*$")
    message(SEND_ERROR "The library should need the C library alone, but needs ${needed}")
endif()

set(shared ${SOURCE}/Sources/Program)
file(GLOB runner ${SOURCE}/Tests/Conformance/runner/*.c ${shared}/Support/*.c ${shared}/Scenarios/*.c)
foreach(program without_ffi conformance)
    set(sources ${SOURCE}/Tests/C/library/without_ffi.c)
    if(program STREQUAL conformance)
        set(sources ${runner})
    endif()
    execute_process(COMMAND ${COMPILER} -std=c11 -Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L
        -I${SOURCE}/include -I${shared} -I${shared}/Support -I${shared}/Scenarios ${sources} -o ${BINARY}/${program} -L${BINARY} -lswiftfsm -Wl,-rpath,${BINARY}
        COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND ${BINARY}/without_ffi COMMAND_ERROR_IS_FATAL ANY)
foreach(cases cases "--wrong;wrong")
    list(GET cases -1 folder)
    list(REMOVE_AT cases -1)
    execute_process(COMMAND ${BINARY}/conformance --without-callables ${cases} ${SOURCE}/Tests/Conformance/${folder}
        COMMAND_ERROR_IS_FATAL ANY)
endforeach()
