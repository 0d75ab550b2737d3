#include "openapi.h"

namespace comments_plugin {

const char* const kOpenApi = R"({
  "schemas": {
    "comments_new": {
      "type": "object", "additionalProperties": false, "required": ["author", "text"],
      "properties": {
        "author": {"type": "string", "minLength": 1, "maxLength": 200, "description": "Any name that the site chooses"},
        "text": {
          "type": "string", "minLength": 1, "maxLength": 10000,
          "description": "The setting max_text_length may allow less"
        }
      },
      "examples": [{"author": "Ann", "text": "Well said."}]
    },
    "comments_approval": {
      "type": "object", "additionalProperties": false, "required": ["approved"],
      "properties": {"approved": {"type": "boolean", "description": "Whether readers see the entry"}},
      "examples": [{"approved": true}]
    },
    "comments_entry": {
      "type": "object", "required": ["id", "object", "author", "text", "approved", "created_at"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "object": {"$ref": "#/components/schemas/Id"},
        "author": {"type": "string"},
        "text": {"type": "string"},
        "approved": {"type": "boolean"},
        "created_at": {"$ref": "#/components/schemas/Time"}
      }
    },
    "comments_one": {
      "type": "object", "required": ["entry"],
      "properties": {"entry": {"$ref": "#/components/schemas/comments_entry"}}
    },
    "comments_page": {
      "type": "object", "required": ["comments", "total"],
      "properties": {
        "comments": {"type": "array", "items": {"$ref": "#/components/schemas/comments_entry"}},
        "total": {"type": "integer", "minimum": 0, "description": "On all pages together"}
      }
    }
  }
})";

}  // namespace comments_plugin
