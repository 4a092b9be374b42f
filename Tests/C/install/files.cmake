# Installs the build into an empty prefix, and looks whether everything is there that a program needs.
#
#   cmake -DBUILD=<build folder> -DPREFIX=<folder> -DREADELF=<readelf> -P files.cmake
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} COMMAND_ERROR_IS_FATAL ANY)

foreach(name include/swiftfsm.h include/swiftfsm.hpp include/swiftfsm/builder.hpp libswiftfsm.so libswiftfsm.so.0 swiftfsm.pc swiftfsmConfig.cmake swiftfsmConfigVersion.cmake
        bin/swiftfsm share/man/man1/swiftfsm.1 share/bash-completion/completions/swiftfsm
        share/zsh/site-functions/_swiftfsm share/doc/swiftfsm/LICENSE share/doc/swiftfsm/README.md share/doc/swiftfsm/CHANGELOG.md)
    cmake_path(GET name PARENT_PATH folder)
    cmake_path(GET name FILENAME file)
    file(GLOB_RECURSE found ${PREFIX}/${folder}/${file})
    if(NOT found)
        message(SEND_ERROR "${name} was not installed")
    endif()
endforeach()

# The program finds the library beside it.
file(GLOB_RECURSE program ${PREFIX}/bin/swiftfsm)
execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=LD_LIBRARY_PATH ${program} --version
    OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
if(NOT version MATCHES "^swiftfsm [0-9.]+\n$")
    message(SEND_ERROR "The installed program does not tell its version, but: ${version}")
endif()

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
