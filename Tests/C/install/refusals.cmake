# Where the library cannot be built, configuring says so in a sentence of its own, before CMake does in others.
#
#   cmake -DSOURCE=… -DBINARY=… -P refusals.cmake
function(expect_refusal words)
    file(REMOVE_RECURSE ${BINARY})
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} ${ARGN}
        RESULT_VARIABLE result ERROR_VARIABLE errors OUTPUT_QUIET)
    if(result EQUAL 0)
        message(SEND_ERROR "Configuring with ${ARGN} should have failed")
    endif()
    if(NOT errors MATCHES "${words}")
        message(SEND_ERROR "Configuring with ${ARGN} should say \"${words}\", but says\n${errors}")
    endif()
    string(REGEX MATCHALL "CMake Error" all "${errors}")
    list(LENGTH all count)
    if(NOT count EQUAL 1)
        message(SEND_ERROR "There should be one error, but there are\n${errors}")
    endif()
endfunction()

expect_refusal("the Ninja generator only, not with \"Unix Makefiles\"[^-]*-G Ninja" -G "Unix Makefiles")
expect_refusal("for Linux on x86-64 and aarch64, not for Haiku on x86_64:" -G Ninja -DCMAKE_SYSTEM_NAME=Haiku)
expect_refusal("for Linux on x86-64 and aarch64, not for Linux on riscv64:" -G Ninja -DCMAKE_SYSTEM_PROCESSOR=riscv64)
expect_refusal("The tests need libffi: " -G Ninja -DSWIFTFSM_FFI=OFF -DSWIFTFSM_TESTS=ON)
