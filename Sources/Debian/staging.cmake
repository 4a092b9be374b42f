# What Debian asks of each package, after CPack has installed its files and before it packs them: a copyright file, changelogs,
# and compressed documents. Times are those of SOURCE_DATE_EPOCH, where that is set.
cmake_minimum_required(VERSION 3.25)

# A source archive is no package of Debian.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
cmake_path(SET sources NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/..)
cmake_path(SET project NORMALIZE ${sources}/..)
find_program(gzip gzip REQUIRED)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)

# In a copyright file each line of the licence begins with a space, and an empty one is a dot.
file(READ ${project}/LICENSE licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]+)" matched "${licence}")
set(holder "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^.*\n(Permission)" "\\1" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n(.)" "\n \\1" licence "${licence}")

foreach(component ${CPACK_COMPONENTS_ALL})
    string(TOUPPER ${component} upper)
    set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    set(staged ${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX})
    set(documents ${staged}/share/doc/${package})
    file(WRITE ${documents}/copyright "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: SwiftFSM

Files: *
Copyright: ${holder}
License: Expat
 ${licence}")
    configure_file(${project}/CHANGELOG.md ${documents}/changelog COPYONLY)
    if(component STREQUAL "development")
        configure_file(${project}/README.md ${documents}/README.md COPYONLY)
    endif()
    file(WRITE ${documents}/changelog.Debian "\
${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Packages made by CPack; changelog.gz tells what has changed.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${now}
")
    # Debian's zsh looks for the completions of packages in a folder of its own.
    if(EXISTS ${staged}/share/zsh/site-functions)
        file(RENAME ${staged}/share/zsh/site-functions ${staged}/share/zsh/vendor-completions)
    endif()
    set(compressed ${documents}/changelog ${documents}/changelog.Debian)
    file(GLOB pages ${staged}/share/man/*/*)
    file(GLOB guides ${documents}/*.md)
    execute_process(COMMAND ${gzip} -9n ${compressed} ${pages} ${guides} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
