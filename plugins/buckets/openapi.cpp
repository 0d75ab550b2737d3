#include "openapi.h"

namespace inkwell::buckets {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "Bucket": {
      "type": "object",
      "required": ["id", "slug", "title", "thumbnail", "cluster", "read_key_reads_drafts", "trash_on_delete", "created_at",
      "created_by", "modified_at", "modified_by"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "slug": {"type": "string", "examples": ["blog"]},
        "title": {"type": "string", "examples": ["Blog"]},
        "thumbnail": {"type": ["string", "null"], "description": "Name of a media record", "examples": [null]},
        "cluster": {"type": "string", "examples": ["default"]},
        "read_key_reads_drafts": {"type": "boolean", "examples": [true],
        "description": "Whether the read key alone is enough for status=any"},
        "trash_on_delete": {"type": "boolean", "examples": [false],
        "description": "Whether what the write key deletes goes to the trash, as what people delete does"},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "created_by": {"type": ["string", "null"], "examples": ["01a202ad4e1300009ea58d01"]},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "modified_by": {"type": ["string", "null"], "examples": ["01a202ad4e1300009ea58d01"]},
        "role": {
          "type": "string", "enum": ["admin", "developer", "editor", "contributor"], "examples": ["admin"],
          "description": "The caller's, in the list of their buckets"
        },
        "api_access": {
          "type": "object", "required": ["read_key"],
          "description": "For admins and developers of the bucket; without the write key for those who may not publish",
          "properties": {"read_key": {"type": "string"}, "write_key": {"type": "string"}},
          "examples": [{"read_key": "rK7...", "write_key": "wQ2..."}]
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
    "ServerBucketList": {
      "type": "object", "required": ["buckets", "total"],
      "properties": {
        "buckets": {"type": "array", "items": {"$ref": "#/components/schemas/Bucket"}},
        "total": {"type": "integer", "examples": [1]}
      }
    },
    "BucketCreation": {
      "examples": [{"title": "News", "slug": "news"}],
      "type": "object", "required": ["title"], "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "slug": {"type": "string", "maxLength": 200, "description": "Derived from the title when absent"},
        "cluster": {"type": "string", "description": "A placement of the configuration of the server"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "BucketEdit": {
      "description": "What is given replaces what is stored. The rest stays. Resetting the keys makes two new ones.",
      "examples": [{"title": "Latest news"}],
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "thumbnail": {"type": ["string", "null"]},
        "read_key_reads_drafts": {"type": "boolean",
        "description": "false: with the read key alone only published content is read. For admins"},
        "trash_on_delete": {"type": "boolean", "description": "true: what the write key deletes goes to the trash too. For admins"},
        "reset_api_access_keys": {"$ref": "#/components/schemas/Flag"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    }
  }
})";

}  // namespace inkwell::buckets
