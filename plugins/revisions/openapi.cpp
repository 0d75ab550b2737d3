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
        "slug": {"type": "string"},
        "title": {"type": "string"},
        "content": {"type": "string", "description": "HTML"},
        "bucket": {"$ref": "#/components/schemas/Id"},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "status": {"$ref": "#/components/schemas/ObjectStatus"},
        "published_at": {"type": ["string", "null"], "format": "date-time"},
        "object_id": {"$ref": "#/components/schemas/Id"},
        "type": {"type": "string", "description": "Slug of the object type"},
        "metadata": {"type": ["object", "null"], "additionalProperties": true,
        "description": "The values of the metafields by key"},
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
        "total": {"type": "integer"}, "limit": {"type": "integer"}
      }
    }
  }
})";

}  // namespace inkwell::revisions
