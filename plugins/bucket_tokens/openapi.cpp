#include "openapi.h"

namespace inkwell::bucket_tokens {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "BucketTokenPermissions": {
      "type": "object", "additionalProperties": false,
      "properties": {
        "read": {
          "type": "string", "enum": ["none", "published", "any"],
          "description": "any: drafts too, with status=any", "examples": ["published"]
        },
        "write": {
          "description": "all, or the slugs of the object types whose objects it writes",
          "oneOf": [{"const": "all"}, {"type": "array", "maxItems": 200, "items": {"type": "string"}}],
          "examples": [[]]
        },
        "media": {"type": "boolean", "description": "Whether it writes media", "examples": [false]}
      }
    },
    "BucketToken": {
      "type": "object",
      "required": ["id", "title", "permissions", "created_by", "created_at", "expires_at", "last_used_at"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "title": {"type": "string", "examples": ["The website"]},
        "permissions": {"$ref": "#/components/schemas/BucketTokenPermissions"},
        "created_by": {"$ref": "#/components/schemas/Id"},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "expires_at": {"type": ["string", "null"], "format": "date-time", "examples": [null]},
        "last_used_at": {"type": ["string", "null"], "format": "date-time", "examples": [null]}
      }
    },
    "NewBucketToken": {
      "allOf": [{"$ref": "#/components/schemas/BucketToken"}],
      "type": "object", "required": ["token"],
      "properties": {
        "token": {"type": "string", "description": "Shown in this answer only", "examples": ["bt_q3V9"]}
      }
    },
    "BucketTokenAnswer": {
      "type": "object", "required": ["token"],
      "properties": {"token": {"$ref": "#/components/schemas/BucketToken"}}
    },
    "NewBucketTokenAnswer": {
      "type": "object", "required": ["token"],
      "properties": {"token": {"$ref": "#/components/schemas/NewBucketToken"}}
    },
    "BucketTokenList": {
      "type": "object", "required": ["tokens", "total"],
      "properties": {
        "tokens": {"type": "array", "items": {"$ref": "#/components/schemas/BucketToken"}},
        "total": {"type": "integer", "examples": [1]}
      }
    },
    "BucketTokenCreation": {
      "examples": [{"title": "The website", "permissions": {"read": "published"}}],
      "type": "object", "required": ["title", "permissions"], "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "permissions": {"$ref": "#/components/schemas/BucketTokenPermissions"},
        "expires_at": {
          "type": ["string", "integer", "null"], "description": "A future time, or milliseconds since 1970; null: never"
        }
      }
    },
    "BucketTokenEdit": {
      "description": "What is given replaces what is stored: permissions as a whole. The rest stays.",
      "examples": [{"title": "The old website", "expires_at": 4102444800000}],
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "permissions": {"$ref": "#/components/schemas/BucketTokenPermissions"},
        "expires_at": {
          "type": ["string", "integer", "null"], "description": "A future time, or milliseconds since 1970; null: never"
        }
      }
    }
  }
})";

}  // namespace inkwell::bucket_tokens
