# The examples are projects of their own, for the installed SDK. Here they are built with everything else, for the tests:
# find_package(Inkwell) then finds this tree, and what they build stays out of the server's plugin folder.
file(WRITE ${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/inkwell-config.cmake "")

# inkwell_add_plugin_test(<id> SOURCES ...): as in sdk/cmake/InkwellPlugin.cmake.
function(inkwell_add_plugin_test id)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${id}_test ${ARG_SOURCES})
  target_link_libraries(${id}_test PRIVATE ${id}_objects inkwell::testkit GTest::gtest_main ${ARG_LIBRARIES})
  target_compile_definitions(${id}_test PRIVATE INKWELL_PLUGIN_DIRECTORY="${INKWELL_PLUGIN_DIR}")
  target_precompile_headers(${id}_test REUSE_FROM inkwell_pch)
  set_target_properties(${id}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_dependencies(${id}_test database_sqlite)
  add_test(NAME example_${id} COMMAND ${id}_test)
endfunction()

# inkwell_add_editor_test(<id> <script>): likewise. tests/dashboard has what npm brings, and runs the script.
function(inkwell_add_editor_test)
endfunction()

foreach(example metafield_color:color media_store_memory:media_store_memory comments:comments)
  string(REPLACE ":" ";" example ${example})
  list(GET example 0 folder)
  list(GET example 1 id)
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/${folder})
  set_target_properties(${id} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/examples/${folder})
endforeach()
