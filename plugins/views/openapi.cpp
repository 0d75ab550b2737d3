#include "openapi.h"

namespace inkwell::views {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "View": {
      "type": "object",
      "required": ["id", "title", "type", "query", "columns", "sort", "shared", "owner", "created_at", "modified_at"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "title": {"type": "string", "examples": ["Drafts of mine"]},
        "type": {"type": "string", "description": "Slug of an object type, or ''", "examples": ["posts"]},
        "query": {"type": "object", "additionalProperties": true, "examples": [{"status": "draft"}]},
        "columns": {"type": "array", "items": {"type": "string"}, "examples": [["title", "metadata.author"]]},
        "sort": {"type": "string", "examples": ["-modified_at"]},
        "shared": {"type": "boolean", "examples": [false]},
        "owner": {"$ref": "#/components/schemas/Id"},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "modified_at": {"$ref": "#/components/schemas/Time"}
      }
    },
    "ViewEdit": {
      "type": "object", "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 200, "examples": ["Drafts of mine"]},
        "type": {"type": "string", "maxLength": 200, "examples": ["posts"]},
        "query": {"type": "object", "additionalProperties": true, "description": "As the parameter query of a list",
                  "examples": [{"status": "draft"}]},
        "columns": {"type": "array", "maxItems": 50, "items": {"type": "string", "maxLength": 200},
                    "examples": [["title", "metadata.author"]]},
        "sort": {"type": "string", "maxLength": 200, "examples": ["-modified_at"]},
        "shared": {"type": "boolean", "description": "All members of the bucket see it", "examples": [false]}
      }
    },
    "ViewCreation": {
      "type": "object", "additionalProperties": false, "required": ["title"],
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 200, "examples": ["Drafts of mine"]},
        "type": {"type": "string", "maxLength": 200, "examples": ["posts"]},
        "query": {"type": "object", "additionalProperties": true, "description": "As the parameter query of a list",
                  "examples": [{"status": "draft"}]},
        "columns": {"type": "array", "maxItems": 50, "items": {"type": "string", "maxLength": 200},
                    "examples": [["title", "metadata.author"]]},
        "sort": {"type": "string", "maxLength": 200, "examples": ["-modified_at"]},
        "shared": {"type": "boolean", "description": "All members of the bucket see it", "examples": [false]}
      }
    },
    "ViewAnswer": {
      "type": "object", "required": ["view"], "properties": {"view": {"$ref": "#/components/schemas/View"}}
    },
    "ViewList": {
      "type": "object", "required": ["views", "total"],
      "properties": {
        "views": {"type": "array", "items": {"$ref": "#/components/schemas/View"}},
        "total": {"type": "integer", "examples": [1]}
      }
    }
  }
})";

}  // namespace inkwell::views
