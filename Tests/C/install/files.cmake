# Installs the build into an empty prefix, and looks whether everything is there that a program needs.
#
#   cmake -DBUILD=<build folder> -DPREFIX=<folder> -P files.cmake
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} COMMAND_ERROR_IS_FATAL ANY)

foreach(name swiftfsm.h libswiftfsm.so libswiftfsm.so.0 swiftfsm.pc swiftfsmConfig.cmake swiftfsmConfigVersion.cmake)
    file(GLOB_RECURSE found ${PREFIX}/${name})
    if(NOT found)
        message(SEND_ERROR "${name} was not installed")
    endif()
endforeach()

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
