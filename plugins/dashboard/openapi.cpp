#include "openapi.h"

namespace inkwell::dashboard {

constexpr std::string_view kOpenApi = R"({
  "responses": {
    "DashboardFile": {
      "description": "The page of the dashboard, its style or a script",
      "content": {
        "text/html": {"schema": {"type": "string"}},
        "text/css": {"schema": {"type": "string"}},
        "text/javascript": {"schema": {"type": "string"}}
      }
    },
    "DashboardKept": {"description": "The client has this text already"}
  }
})";

}  // namespace inkwell::dashboard
