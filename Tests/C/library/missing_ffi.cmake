# Where libffi is missing, configuring says so, and how to install it, in one line.
#
#   cmake -DSOURCE=… -DBINARY=… -P missing_ffi.cmake
file(MAKE_DIRECTORY ${BINARY}/nothing)
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${BINARY}/build -DSWIFTFSM_TESTS=OFF
    -DCMAKE_FIND_ROOT_PATH=${BINARY}/nothing -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY
    RESULT_VARIABLE result ERROR_VARIABLE errors OUTPUT_QUIET)
if(result EQUAL 0)
    message(SEND_ERROR "Configuring should have failed")
endif()
if(NOT errors MATCHES "\n *libffi was not found: install it with apt-get install libffi-dev[^\n]*\n")
    message(SEND_ERROR "The error should name the package in one line, but is\n${errors}")
endif()
