# What `cmake --install` puts where, in two components: `inkwell`, the server, and `inkwell-dev`, what it takes to write a
# plugin for it. The program finds everything relative to itself, so the tree may be moved as a whole.
include(CMakePackageConfigHelpers)

get_property(plugins GLOBAL PROPERTY INKWELL_PLUGINS)
set_target_properties(inkwell PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/inkwell")
set_target_properties(${plugins} PROPERTIES INSTALL_RPATH "$ORIGIN/..")

# The server
install(TARGETS inkwell RUNTIME DESTINATION bin COMPONENT inkwell)
install(TARGETS ${plugins} LIBRARY DESTINATION lib/inkwell/plugins COMPONENT inkwell)
install(TARGETS inkwell_image_worker RUNTIME DESTINATION lib/inkwell COMPONENT inkwell)
install(TARGETS inkwell_sdk EXPORT InkwellTargets
        LIBRARY DESTINATION lib/inkwell COMPONENT inkwell NAMELINK_COMPONENT inkwell-dev
        INCLUDES DESTINATION include)
install(DIRECTORY share/demo DESTINATION share/inkwell COMPONENT inkwell PATTERN demo/pictures EXCLUDE)
# Also in the build folder, where the program lies then.
install(PROGRAMS share/backup/inkwell-backup share/backup/inkwell-restore DESTINATION bin COMPONENT inkwell)
install(FILES share/backup/common.sh DESTINATION share/inkwell RENAME backup.sh COMPONENT inkwell)
configure_file(share/backup/inkwell-backup ${CMAKE_BINARY_DIR}/bin/inkwell-backup COPYONLY)
configure_file(share/backup/inkwell-restore ${CMAKE_BINARY_DIR}/bin/inkwell-restore COPYONLY)
configure_file(share/backup/common.sh ${CMAKE_BINARY_DIR}/share/inkwell/backup.sh COPYONLY)
# Where configuration and unit go depends on the prefix, which may be given as late as the installation.
install(CODE "set(INKWELL_SOURCE \"${PROJECT_SOURCE_DIR}\")" COMPONENT inkwell)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/install_settings.cmake COMPONENT inkwell)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/install_documents.cmake COMPONENT inkwell)

# Plugin authors
install(DIRECTORY sdk/include/inkwell DESTINATION include COMPONENT inkwell-dev FILES_MATCHING PATTERN *.h)
install(EXPORT InkwellTargets NAMESPACE inkwell:: DESTINATION lib/cmake/Inkwell COMPONENT inkwell-dev)
if(TARGET inkwell_testkit)
  install(TARGETS inkwell_testkit EXPORT InkwellTestkitTargets
          ARCHIVE DESTINATION lib/inkwell COMPONENT inkwell-dev
          INCLUDES DESTINATION include/inkwell-testkit)
  # `cmake --install --strip` leaves archives alone.
  install(CODE "execute_process(COMMAND ${CMAKE_STRIP} --strip-debug
    \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/inkwell/libinkwell_testkit.a COMMAND_ERROR_IS_FATAL ANY)"
          COMPONENT inkwell-dev)
  install(DIRECTORY sdk/testkit/ DESTINATION include/inkwell-testkit COMPONENT inkwell-dev
          FILES_MATCHING PATTERN *.h PATTERN *.mjs)
  install(EXPORT InkwellTestkitTargets NAMESPACE inkwell:: DESTINATION lib/cmake/Inkwell COMPONENT inkwell-dev)
endif()
string(REGEX MATCH "^[0-9]+" compiler ${CMAKE_CXX_COMPILER_VERSION})
set(INKWELL_COMPILER "${CMAKE_CXX_COMPILER_ID} ${compiler}")
configure_package_config_file(sdk/cmake/InkwellConfig.cmake.in ${CMAKE_BINARY_DIR}/package/InkwellConfig.cmake
                              INSTALL_DESTINATION lib/cmake/Inkwell)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/InkwellConfigVersion.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/InkwellConfig.cmake ${CMAKE_BINARY_DIR}/package/InkwellConfigVersion.cmake
              sdk/cmake/InkwellPlugin.cmake sdk/cmake/InkwellEmbed.cmake sdk/cmake/embed_text.cmake
        DESTINATION lib/cmake/Inkwell COMPONENT inkwell-dev)

# The examples, which are what `inkwell plugin new` copies. That of a database engine is the built-in engine of SQLite,
# as a project of its own. The build folder gets them too, so that the program does the same there.
file(GLOB engine RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS plugins/database_sqlite/*.cpp
     plugins/database_sqlite/*.h share/templates/database_engine/*)
foreach(file IN LISTS engine)
  string(REGEX REPLACE "^.*/|\\.in$" "" name ${file})
  install(FILES ${file} DESTINATION share/inkwell/examples/database_engine RENAME ${name} COMPONENT inkwell-dev)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/inkwell/examples/database_engine)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${file} ${CMAKE_BINARY_DIR}/share/inkwell/examples/database_engine/${name}
       SYMBOLIC)
endforeach()
install(FILES share/examples/kinds.json .clang-format DESTINATION share/inkwell/examples COMPONENT inkwell-dev)
foreach(example metafield_color media_store_memory comments)
  install(DIRECTORY share/examples/${example} DESTINATION share/inkwell/examples COMPONENT inkwell-dev)
endforeach()
foreach(example kinds.json metafield_color media_store_memory comments)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/share/examples/${example}
       ${CMAKE_BINARY_DIR}/share/inkwell/examples/${example} SYMBOLIC)
endforeach()
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/.clang-format ${CMAKE_BINARY_DIR}/share/inkwell/examples/.clang-format SYMBOLIC)
