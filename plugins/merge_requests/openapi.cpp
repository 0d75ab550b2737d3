#include "openapi.h"

namespace inkwell::merge_requests {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "merge_requests_sort": {
      "name": "sort", "in": "query",
      "schema": {"type": "string", "enum": ["-created_at", "created_at"], "default": "-created_at"}
    },
    "merge_requests_order": {
      "name": "sort", "in": "query", "description": "That of the request",
      "schema": {"type": "string", "enum": ["order"], "default": "order"}
    }
  },
  "schemas": {
    "MergeRequest": {
      "type": "object",
      "required": ["id", "title", "status", "source_bucket", "target_bucket", "objects", "created_at", "created_by",
                   "modified_at", "completed_at", "completed_by"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "title": {"type": "string", "examples": ["The spring pages"]},
        "status": {"type": "string", "enum": ["open", "merged", "closed"]},
        "source_bucket": {"type": "string", "description": "Slug", "examples": ["staging"]},
        "target_bucket": {"type": "string", "description": "Slug", "examples": ["blog"]},
        "objects": {"type": "array", "items": {"$ref": "#/components/schemas/Id"}},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "created_by": {"type": "string", "examples": ["01a202ad4e1300009ea58d01"]},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "completed_at": {"type": ["string", "null"], "format": "date-time", "examples": [null]},
        "completed_by": {"type": ["string", "null"], "examples": [null]}
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
    "MergeChange": {
      "type": "object", "required": ["source", "target", "type", "slug", "locale", "title", "action", "ends_draft", "fields"],
      "properties": {
        "source": {"$ref": "#/components/schemas/Id"},
        "target": {
          "type": ["string", "null"], "description": "The object that would be edited",
          "examples": ["01a202ad4e1300009ea58d60"]
        },
        "type": {"type": "string", "examples": ["posts"]},
        "slug": {"type": "string", "examples": ["hello"]},
        "locale": {"type": ["string", "null"], "examples": [null]},
        "title": {"type": "string", "description": "In the source; may be empty when it is gone", "examples": ["Hello again"]},
        "action": {"type": "string", "enum": ["create", "edit", "none", "gone"], "examples": ["edit"]},
        "ends_draft": {
          "type": "boolean", "description": "Whether a draft is prepared over the target's object, which the edit ends",
          "examples": [false]
        },
        "fields": {
          "type": "array",
          "items": {
            "type": "object", "required": ["field", "from", "to"],
            "properties": {
              "field": {"type": "string", "examples": ["title"]},
              "from": {"description": "In the target", "examples": ["Hello"]},
              "to": {"description": "In the source", "examples": ["Hello again"]}
            }
          }
        }
      }
    },
    "MergeChangeList": {
      "type": "object", "required": ["changes", "total", "limit", "state"],
      "properties": {
        "changes": {"type": "array", "items": {"$ref": "#/components/schemas/MergeChange"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]},
        "state": {
          "type": "string", "description": "Of all objects of the request, for completing it as it was looked at",
          "examples": ["9f2c4be1d07a5e63"]
        }
      }
    },
    "MergeRequestCreation": {
      "examples": [{"title": "The spring pages", "source_bucket": "staging", "objects": ["01a202ad4e1300009ea58d5f"]}],
      "type": "object", "required": ["title", "source_bucket", "objects"], "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "source_bucket": {"type": "string", "description": "Slug"},
        "objects": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Id"}},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "MergeRequestCompletion": {
      "examples": [{"trigger_webhook": true}],
      "type": "object", "additionalProperties": false,
      "properties": {
        "trigger_webhook": {"type": "boolean"},
        "state": {"type": "string", "description": "From .../changes: 409 when the objects have changed since"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    }
  }
})";

}  // namespace inkwell::merge_requests
