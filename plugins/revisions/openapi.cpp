#include "openapi.h"

namespace inkwell::revisions {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "Revision": {
      "type": "object",
      "required": ["id", "slug", "title", "content", "bucket", "created_at", "modified_at", "status", "published_at",
                   "object_id", "type", "metadata"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "slug": {"type": "string", "examples": ["hello"]},
        "title": {"type": "string", "examples": ["Hello again"]},
        "content": {"type": "string", "description": "HTML", "examples": ["<p>Hi</p>"]},
        "bucket": {"$ref": "#/components/schemas/Id"},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "status": {"$ref": "#/components/schemas/ObjectStatus"},
        "published_at": {"type": ["string", "null"], "format": "date-time", "examples": ["2026-01-31T09:30:00.000Z"]},
        "object_id": {"$ref": "#/components/schemas/Id"},
        "type": {"type": "string", "description": "Slug of the object type", "examples": ["posts"]},
        "metadata": {"type": ["object", "null"], "additionalProperties": true,
        "description": "The values of the metafields by key", "examples": [{"headline": "Again"}]},
        "metafields": {
          "type": "array", "items": {"$ref": "#/components/schemas/Metafield"},
          "description": "With show_metafields=true, and in answers to changes"
        }
      }
    },
    "RevisionAnswer": {
      "type": "object", "required": ["revision"], "properties": {"revision": {"$ref": "#/components/schemas/Revision"}}
    },
    "RevisionList": {
      "type": "object", "required": ["revisions", "total", "limit"],
      "properties": {
        "revisions": {"type": "array", "items": {"$ref": "#/components/schemas/Revision"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    }
  }
})";

}  // namespace inkwell::revisions
