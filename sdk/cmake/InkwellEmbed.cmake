# inkwell_embed(<target> <file> ...): for color_editor.js a header "color_editor.js.h" with its text, as kColorEditorJs.
set(INKWELL_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_text.cmake)
function(inkwell_embed target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  foreach(file IN LISTS ARGN)
    get_filename_component(base ${file} NAME)
    string(REGEX MATCHALL "[A-Za-z0-9]+" words ${base})
    set(name k)
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${first} first)
      string(APPEND name ${first}${rest})
    endforeach()
    add_custom_command(OUTPUT ${folder}/${base}.h VERBATIM COMMENT "Embedding ${base}"
                       DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file} ${INKWELL_EMBED_SCRIPT}
                       COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/${file} -DHEADER=${folder}/${base}.h
                               -DNAME=${name} -P ${INKWELL_EMBED_SCRIPT})
    target_sources(${target} PRIVATE ${folder}/${base}.h)
  endforeach()
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
