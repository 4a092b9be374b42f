# Builds the library once more, with BUILD_SHARED_LIBS=OFF and libffi inside: only the static library is installed, every program
# links it, and it needs the C library alone.
#
#   cmake -DSOURCE=… -DBINARY=… -DCOMPILER=… -DPKG_CONFIG=… -P static_only.cmake
set(prefix ${BINARY}/installed)
set(consumer ${SOURCE}/Tests/C/install)
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${BINARY} -DCMAKE_BUILD_TYPE=Release
    -DSWIFTFSM_TESTS=OFF -DBUILD_SHARED_LIBS=OFF -DSWIFTFSM_STATIC_FFI=ON OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BINARY} --prefix ${prefix} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE shared ${prefix}/libswiftfsm.so*)
if(shared)
    message(SEND_ERROR "The shared library was installed too: ${shared}")
endif()

# Whoever does not say --static needs no more than that.
file(GLOB_RECURSE description ${prefix}/swiftfsm.pc)
cmake_path(GET description PARENT_PATH folder)
execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_LIBDIR=${folder} ${PKG_CONFIG} --cflags --libs swiftfsm
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(flags MATCHES "-lffi")
    message(SEND_ERROR "libffi is in the library, but pkg-config says ${flags}")
endif()
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND ${COMPILER} -std=c11 ${consumer}/consumer.c ${flags} -o ${BINARY}/consumer
    COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${BINARY}/consumer COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ldd ${BINARY}/consumer OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
if(needed MATCHES "swiftfsm|ffi")
    message(SEND_ERROR "The program should need the C library alone, but needs\n${needed}")
endif()

# The installed program has the library inside.
execute_process(COMMAND ${prefix}/bin/swiftfsm --version COMMAND_ERROR_IS_FATAL ANY)

# find_package finds the static library under the name of the shared one.
execute_process(COMMAND ${CMAKE_COMMAND} -DPREFIX=${prefix} -DSOURCE=${consumer} -DBINARY=${BINARY}/cmake_consumer
    -DCOMPILER=${COMPILER} -DGENERATOR=Ninja -P ${consumer}/cmake_package.cmake OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
