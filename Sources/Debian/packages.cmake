# Debian packages of what is installed, by CPack: libswiftfsm0, libswiftfsm-dev, and swiftfsm, the program.
#
#   cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DSWIFTFSM_TESTS=OFF
#   cmake --build build && (cd build && cpack)
#
# The prefix decides in which folder libraries are installed, and Debian has one for each architecture. Needs dpkg-dev.

set(debian ${CMAKE_CURRENT_LIST_DIR})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME swiftfsm)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_VENDOR "the SwiftFSM authors")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL runtime development program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/staging.cmake)

# As Debian's own tools take it.
set(maintainer "$ENV{DEBFULLNAME}")
if(maintainer STREQUAL "")
    set(maintainer "The SwiftFSM authors")
endif()
set(address "$ENV{DEBEMAIL}")
if(address STREQUAL "")
    set(address packages@swiftfsm.example)
endif()
set(SWIFTFSM_MAINTAINER "${maintainer} <${address}>" CACHE STRING
    "Who makes the Debian packages: by default DEBFULLNAME and DEBEMAIL of the environment")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${SWIFTFSM_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}) # where the program's library is
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(same_version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(engine "\
Rules of orders, devices, protocols or packages are rows of state, event and\n\
next state, with functions of the program as actions. The library checks them\n\
and compiles them into a table, which one machine or millions run.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libswiftfsm${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${debian}/triggers)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "finite-state-machine engine behind a C ABI: shared library\n${engine}")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libswiftfsm-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libswiftfsm${PROJECT_VERSION_MAJOR} ${same_version}")
if(SWIFTFSM_FFI AND NOT SWIFTFSM_STATIC_FFI)
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libffi-dev")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "\
finite-state-machine engine behind a C ABI: C and C++ headers\n${engine}\n\n\
This package contains the headers for C and C++17, the static library, and what\n\
pkg-config and CMake need.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME swiftfsm)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libswiftfsm${PROJECT_VERSION_MAJOR} ${same_version}")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS graphviz)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "\
checks, draws, runs and replays documents of state machines\n${engine}\n\n\
This package contains the program swiftfsm, which checks, draws, compares and\n\
converts such tables as documents, and replays logs over them.")

include(${PROJECT_SOURCE_DIR}/Sources/Release/source.cmake)
include(CPack)
