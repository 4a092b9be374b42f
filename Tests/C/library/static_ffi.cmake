# Builds the library once more with libffi inside: then it needs nothing but the C library, as in a wheel, and exports no
# name of libffi's.
#
#   cmake -DSOURCE=… -DBINARY=… -DREADELF=… -DNM=… -P static_ffi.cmake
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${BINARY} -DCMAKE_BUILD_TYPE=Release
    -DSWIFTFSM_TESTS=OFF -DSWIFTFSM_STATIC_FFI=ON OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(library ${BINARY}/libswiftfsm.so)
execute_process(COMMAND ${READELF} -d -W ${library} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*" needed "${dynamic}")
if(NOT needed MATCHES "^[^;]*libc\\.so[^;]*$")
    message(SEND_ERROR "The library should need the C library alone, but needs ${needed}")
endif()
execute_process(COMMAND ${NM} -D --defined-only ${library} OUTPUT_VARIABLE exported COMMAND_ERROR_IS_FATAL ANY)
if(exported MATCHES " ffi_")
    message(SEND_ERROR "The library exports names of libffi's")
endif()
