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
    },
    "PreviewTokenList": {
      "type": "object", "required": ["preview_tokens", "total"],
      "properties": {
        "preview_tokens": {
          "type": "array",
          "items": {
            "type": "object", "required": ["id", "created_at", "created_by", "expires_at"],
            "properties": {
              "id": {"$ref": "#/components/schemas/Id"},
              "created_at": {"$ref": "#/components/schemas/Time"},
              "created_by": {
                "type": "string", "description": "An account's id, `token:` with the id of a token, or `write_key`",
                "examples": ["write_key"]
              },
              "expires_at": {"$ref": "#/components/schemas/Time"}
            }
          }
        },
        "total": {"type": "integer", "examples": [1]}
      }
    }
  }
})";

}  // namespace inkwell::previews
