# Configures, builds and runs the consumer in a new folder, with find_package(swiftfsm) looking into the prefix.
#
#   cmake -DPREFIX=… -DSOURCE=… -DBINARY=… -DCOMPILER=… -DGENERATOR=… -P cmake_package.cmake
file(REMOVE_RECURSE ${BINARY})
execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE} -B ${BINARY} -DCMAKE_C_COMPILER=${COMPILER}
    -DCMAKE_PREFIX_PATH=${PREFIX} COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${BINARY}/CMakeCache.txt found REGEX "^swiftfsm_DIR:")
string(FIND "${found}" "${PREFIX}" position)
if(position EQUAL -1)
    message(FATAL_ERROR "Another package was found than the one just installed: ${found}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${BINARY}/consumer COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${BINARY}/consumer_static COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ldd ${BINARY}/consumer_static OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
if(libraries MATCHES "swiftfsm")
    message(FATAL_ERROR "swiftfsm::static is not static: ${libraries}")
endif()
