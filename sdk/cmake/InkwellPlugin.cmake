include(${CMAKE_CURRENT_LIST_DIR}/InkwellEmbed.cmake)

# inkwell_add_plugin(<id> SOURCES ... [LIBRARIES ...] [EMBED ...]): builds <id>.so, and installs it where the server looks
# for plugins. It links inkwell::sdk and what it names, nothing else. The sources are also an object library,
# <id>_objects. Files after EMBED become constants of headers (InkwellEmbed.cmake).
function(inkwell_add_plugin id)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES;EMBED" ${ARGN})
  add_library(${id}_objects OBJECT ${ARG_SOURCES})
  target_include_directories(${id}_objects PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${id}_objects PUBLIC inkwell::sdk ${ARG_LIBRARIES})
  target_compile_options(${id}_objects PRIVATE -Wall -Wextra)
  set_target_properties(${id}_objects PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF
                        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  inkwell_embed(${id}_objects ${ARG_EMBED})
  add_library(${id} MODULE $<TARGET_OBJECTS:${id}_objects>)
  target_link_libraries(${id} PRIVATE inkwell::sdk ${ARG_LIBRARIES})
  target_link_options(${id} PRIVATE -Wl,--no-undefined)
  # Without a run path: the server, which loads it, has loaded the SDK already.
  set_target_properties(${id} PROPERTIES PREFIX "" LINKER_LANGUAGE CXX INSTALL_RPATH "")
  install(TARGETS ${id} LIBRARY DESTINATION ${INKWELL_PLUGIN_DIR})
endfunction()

# inkwell_add_plugin_test(<id> SOURCES ... [LIBRARIES ...]): a test program of that plugin with the testkit.
function(inkwell_add_plugin_test id)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  if(NOT TARGET inkwell::testkit)
    message(FATAL_ERROR "The tests of a plugin need GoogleTest (Debian: libgtest-dev).")
  endif()
  add_executable(${id}_test ${ARG_SOURCES})
  target_link_libraries(${id}_test PRIVATE ${id}_objects inkwell::testkit GTest::gtest_main ${ARG_LIBRARIES})
  # Where the testkit finds the database engine.
  target_compile_definitions(${id}_test PRIVATE INKWELL_PLUGIN_DIRECTORY="${INKWELL_PLUGIN_DIR}")
  add_test(NAME ${id} COMMAND ${id}_test)
endfunction()

# inkwell_add_editor_test(<id> <script>): asks the editor that the plugin brings the questions of the testkit's
# editor_suite.mjs in Chromium. Needs Node 18, and what `npm install` brings into this folder; without it there is no test.
function(inkwell_add_editor_test id script)
  find_program(INKWELL_NODE NAMES node nodejs)
  if(NOT INKWELL_NODE OR NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/node_modules/playwright-core)
    message(STATUS "${script} is no test yet: it needs Node, and 'npm install' in ${CMAKE_CURRENT_SOURCE_DIR}")
    return()
  endif()
  add_test(NAME ${id}_editor WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} COMMAND ${INKWELL_NODE} --test ${script})
  set_property(TEST ${id}_editor PROPERTY ENVIRONMENT
               EDITOR_SUITE=${INKWELL_TESTKIT_DIR}/editor_suite.mjs EDITOR_SERVER=${INKWELL_PROGRAM}
               EDITOR_PLUGINS=${INKWELL_PLUGIN_DIR}:$<TARGET_FILE_DIR:${id}>)
endfunction()
