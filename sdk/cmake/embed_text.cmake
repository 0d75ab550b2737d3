# cmake -DSOURCE=editor.js -DHEADER=editor.js.h -DNAME=kEditorJs -P embed_text.cmake: the text of a file becomes a
# constant of a header.
file(READ "${SOURCE}" text)
if(text MATCHES "\\)inkwell\"")
  message(FATAL_ERROR "'${SOURCE}' holds )inkwell\", which would end the constant that it becomes")
endif()
file(WRITE "${HEADER}" "#pragma once\n\n#include <string_view>\n\n"
                       "inline constexpr std::string_view ${NAME} = R\"inkwell(${text})inkwell\";\n")
