#include "openapi.h"

namespace inkwell::buckets {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "Bucket": {
      "type": "object",
      "required": ["id", "slug", "title", "thumbnail", "cluster", "created_at", "created_by", "modified_at",
      "modified_by"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "slug": {"type": "string"},
        "title": {"type": "string"},
        "thumbnail": {"type": ["string", "null"], "description": "Name of a media record"},
        "cluster": {"type": "string"},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "created_by": {"type": ["string", "null"]},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "modified_by": {"type": ["string", "null"]},
        "role": {
          "type": "string", "enum": ["admin", "developer", "editor", "contributor"],
          "description": "The caller's, in the list of their buckets"
        },
        "api_access": {
          "type": "object", "required": ["read_key"],
          "description": "For admins and developers of the bucket; without the write key for those who may not publish",
          "properties": {"read_key": {"type": "string"}, "write_key": {"type": "string"}}
        }
      }
    },
    "BucketAnswer": {
      "type": "object", "required": ["bucket"], "properties": {"bucket": {"$ref": "#/components/schemas/Bucket"}}
    },
    "BucketList": {
      "type": "object", "required": ["buckets"],
      "properties": {"buckets": {"type": "array", "items": {"$ref": "#/components/schemas/Bucket"}}}
    },
    "BucketCreation": {
      "type": "object", "required": ["title"], "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "slug": {"type": "string", "maxLength": 200, "description": "Derived from the title when absent"},
        "cluster": {"type": "string", "description": "A placement of the configuration of the server"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "BucketEdit": {
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "thumbnail": {"type": ["string", "null"]},
        "reset_api_access_keys": {"$ref": "#/components/schemas/Flag"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    }
  }
})";

}  // namespace inkwell::buckets
