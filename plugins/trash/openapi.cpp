#include "openapi.h"

namespace inkwell::trash {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "deleted_until": {
      "name": "deleted_until", "in": "query", "description": "Only what was deleted until then, as deleted_at says it",
      "schema": {"$ref": "#/components/schemas/Time"}
    },
    "trash_kind": {
      "name": "kind", "in": "query", "description": "Only these",
      "schema": {"type": "string", "enum": ["object", "media"]}
    }
  },
  "schemas": {
    "TrashItem": {
      "type": "object", "required": ["id", "kind", "title", "type", "slug", "status", "deleted_at", "deleted_by", "expires_at"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "kind": {"type": "string", "enum": ["object", "media"], "examples": ["object"]},
        "title": {"type": "string", "description": "Of media: the original name", "examples": ["Hello"]},
        "type": {"type": ["string", "null"], "description": "Slug of the object type", "examples": ["posts"]},
        "slug": {"type": ["string", "null"], "examples": ["hello"]},
        "status": {
          "type": ["string", "null"], "enum": ["draft", "published", null], "examples": ["published"],
          "description": "Of objects; also published when readers were to see it at a time"
        },
        "deleted_at": {"$ref": "#/components/schemas/Time"},
        "deleted_by": {
          "type": ["string", "null"], "description": "The id of an account, or write_key",
          "examples": ["01a202ad4e1300009ea58d01"]
        },
        "expires_at": {"$ref": "#/components/schemas/Time"}
      }
    },
    "TrashList": {
      "type": "object", "required": ["trash", "total", "limit"],
      "properties": {
        "trash": {"type": "array", "items": {"$ref": "#/components/schemas/TrashItem"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    }
  }
})";

}  // namespace inkwell::trash
