#include "openapi.h"

namespace inkwell::docs {

constexpr std::string_view kOpenApi = R"({
  "responses": {
    "DocsFile": {
      "description": "A page, its style, its script or its icon",
      "content": {
        "text/html": {"schema": {"type": "string"}},
        "text/css": {"schema": {"type": "string"}},
        "text/javascript": {"schema": {"type": "string"}},
        "image/svg+xml": {"schema": {"type": "string"}}
      }
    },
    "DocsKept": {"description": "The client has this text already"}
  }
})";

}  // namespace inkwell::docs
