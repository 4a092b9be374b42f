# Installs the build into an empty prefix, and looks whether everything is there that a program needs.
#
#   cmake -DBUILD=<build folder> -DPREFIX=<folder> -DREADELF=<readelf> -P files.cmake
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} COMMAND_ERROR_IS_FATAL ANY)

foreach(name swiftfsm.h libswiftfsm.so libswiftfsm.so.0 swiftfsm.pc swiftfsmConfig.cmake swiftfsmConfigVersion.cmake
        share/doc/swiftfsm/LICENSE share/doc/swiftfsm/README.md share/doc/swiftfsm/CHANGELOG.md)
    cmake_path(GET name PARENT_PATH folder)
    cmake_path(GET name FILENAME file)
    file(GLOB_RECURSE found ${PREFIX}/${folder}/${file})
    if(NOT found)
        message(SEND_ERROR "${name} was not installed")
    endif()
endforeach()

# The library is as small as the README says.
file(GLOB_RECURSE library ${PREFIX}/libswiftfsm.so.0)
execute_process(COMMAND ${READELF} -S -W ${library} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
if(sections MATCHES "\\.symtab")
    message(SEND_ERROR "The installed library is not stripped")
endif()

# What is installed may be moved: no file names the folder in which it was built or the prefix.
file(GLOB_RECURSE texts ${PREFIX}/*.pc ${PREFIX}/*.cmake ${PREFIX}/*.h)
foreach(text ${texts})
    file(READ ${text} content)
    foreach(folder ${BUILD} ${PREFIX})
        string(FIND "${content}" "${folder}" position)
        if(NOT position EQUAL -1)
            message(SEND_ERROR "${text} names ${folder}")
        endif()
    endforeach()
endforeach()
