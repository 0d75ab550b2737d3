#include "openapi.h"

namespace inkwell::previews {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "PreviewTokenCreation": {
      "examples": [{"expires_in": 3600}],
      "type": "object", "additionalProperties": false,
      "properties": {
        "expires_in": {
          "type": "integer", "minimum": 60, "maximum": 2592000, "default": 86400, "description": "Seconds"
        },
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "PreviewToken": {
      "type": "object", "required": ["token", "url", "expires_at"],
      "properties": {
        "token": {"type": "string", "description": "Shown in this answer only", "examples": ["q3V9"]},
        "url": {
          "type": ["string", "null"], "description": "The preview_link of the object's type, filled in",
          "examples": ["https://example.com/preview/hello?token=q3V9"]
        },
        "expires_at": {"$ref": "#/components/schemas/Time"}
      }
    }
  }
})";

}  // namespace inkwell::previews
