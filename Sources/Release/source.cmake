# The source archive, by CPack: all that git has, for a build without a network.
#
#   cmake -G Ninja -S . -B build -DSWIFTFSM_TESTS=OFF && (cd build && cpack --config CPackSourceConfig.cmake)
#
# Sources/Release/make puts the archive into a form that is the same wherever and whenever it is made.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME swiftfsm-${PROJECT_VERSION})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/generator.cmake)
# Regular expressions over whole paths. What .gitignore names, and git's own, below here: the project may itself lie in a folder
# that is named build.
string(REGEX REPLACE "[^A-Za-z0-9/_-]" "." top "${PROJECT_SOURCE_DIR}")
set(CPACK_SOURCE_IGNORE_FILES "\\\\.whl$" "/Package\\\\.resolved$" "/\\\\.git$")
foreach(folder IN ITEMS "\\\\.git" build "\\\\.build" "\\\\.swiftpm" __pycache__ "\\\\.[a-z]+_cache" "\\\\.hypothesis" "\\\\.venv"
        dist)
    list(APPEND CPACK_SOURCE_IGNORE_FILES "^${top}/(.*/)?${folder}/")
endforeach()
