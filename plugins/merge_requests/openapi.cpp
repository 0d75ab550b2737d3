#include "openapi.h"

namespace inkwell::merge_requests {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "merge_requests_sort": {
      "name": "sort", "in": "query",
      "schema": {"type": "string", "enum": ["-created_at", "created_at"], "default": "-created_at"}
    }
  },
  "schemas": {
    "MergeRequest": {
      "type": "object",
      "required": ["id", "title", "status", "source_bucket", "target_bucket", "objects", "created_at", "created_by",
                   "modified_at", "completed_at", "completed_by"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "title": {"type": "string"},
        "status": {"type": "string", "enum": ["open", "merged", "closed"]},
        "source_bucket": {"type": "string", "description": "Slug"},
        "target_bucket": {"type": "string", "description": "Slug"},
        "objects": {"type": "array", "items": {"$ref": "#/components/schemas/Id"}},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "created_by": {"type": "string"},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "completed_at": {"type": ["string", "null"], "format": "date-time"},
        "completed_by": {"type": ["string", "null"]}
      }
    },
    "MergeRequestAnswer": {
      "type": "object", "required": ["merge_request"],
      "properties": {"merge_request": {"$ref": "#/components/schemas/MergeRequest"}}
    },
    "MergeRequestList": {
      "type": "object", "required": ["merge_requests", "total"],
      "properties": {
        "merge_requests": {"type": "array", "items": {"$ref": "#/components/schemas/MergeRequest"}},
        "total": {"type": "integer"}
      }
    },
    "MergeRequestCreation": {
      "type": "object", "required": ["title", "source_bucket", "objects"], "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "source_bucket": {"type": "string", "description": "Slug"},
        "objects": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Id"}},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "MergeRequestCompletion": {
      "type": "object", "additionalProperties": false,
      "properties": {
        "trigger_webhook": {"type": "boolean"}, "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    }
  }
})";

}  // namespace inkwell::merge_requests
