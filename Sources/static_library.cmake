# The static library: the machine code of the shared one, which the linker leaves beside it, as one object. Nothing of it is
# visible but what include/swiftfsm.h declares, so that a program may have other libraries in Swift beside it.

find_program(SWIFTFSM_LLD ld.lld HINTS ${swift_programs} REQUIRED)
find_program(SWIFTFSM_LLVM_OBJCOPY llvm-objcopy HINTS ${swift_programs} REQUIRED)
set(static_object ${CMAKE_CURRENT_BINARY_DIR}/swiftfsm_static.o)
set(static_parts ${CMAKE_CURRENT_BINARY_DIR}/static)
file(MAKE_DIRECTORY ${static_parts})

# What --wrap does for the shared library.
set(static_callers "")
set(static_callees "")
foreach(function ${wrapped_functions})
    list(APPEND static_callers --redefine-sym ${function}=__wrap_${function})
    list(APPEND static_callees --redefine-sym __real_${function}=${function})
endforeach()

# A libffi that the library has inside lies in the object too.
set(static_ffi "")
if(SWIFTFSM_FFI AND SWIFTFSM_STATIC_FFI)
    set(static_ffi ${ffi_library})
endif()
add_custom_command(OUTPUT ${static_object} VERBATIM
    COMMENT "Linking the static library's object"
    COMMAND ${SWIFTFSM_LLVM_OBJCOPY} ${static_callers} ${native_object} ${static_parts}/swift.o
    COMMAND ${SWIFTFSM_LLVM_OBJCOPY} ${static_callees} ${memory_object} ${static_parts}/memory.o
    COMMAND ${SWIFTFSM_LLD} -r ${static_parts}/swift.o ${static_parts}/memory.o ${static_ffi} -o ${static_parts}/all.o
    COMMAND ${SWIFTFSM_LLVM_OBJCOPY} --wildcard --keep-global-symbol=sfsm_* --strip-debug
        ${static_parts}/all.o ${static_object}
    DEPENDS swiftfsm ${memory_object})
add_library(swiftfsm_static STATIC ${static_object})
set_source_files_properties(${static_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
set_target_properties(swiftfsm_static PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME swiftfsm)
target_include_directories(swiftfsm_static INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# What programs link behind it. Threads are in the C library itself, since glibc 2.34.
set(static_libraries pthread)
if(SWIFTFSM_FFI AND NOT SWIFTFSM_STATIC_FFI)
    list(PREPEND static_libraries ffi)
    target_link_libraries(swiftfsm_static INTERFACE $<BUILD_INTERFACE:ffi::ffi> $<INSTALL_INTERFACE:ffi>)
endif()
target_link_libraries(swiftfsm_static INTERFACE pthread)
