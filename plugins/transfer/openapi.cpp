#include "openapi.h"

namespace inkwell::transfer {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "TransferCounts": {
      "type": "object", "required": ["created", "updated", "unchanged"],
      "properties": {
        "created": {"type": "integer", "examples": [2]}, "updated": {"type": "integer", "examples": [1]},
        "unchanged": {"type": "integer", "examples": [40]}
      }
    },
    "TransferSummary": {
      "type": "object", "required": ["dry_run", "sections", "notes"],
      "properties": {
        "dry_run": {"type": "boolean", "examples": [false]},
        "sections": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/TransferCounts"},
                     "examples": [{"objects": {"created": 2, "updated": 1, "unchanged": 40}}]},
        "notes": {
          "type": "array",
          "items": {
            "type": "object", "required": ["note", "times"],
            "properties": {"note": {"type": "string", "examples": ["a value of the older form was converted"]},
                           "times": {"type": "integer", "examples": [3]}}
          }
        }
      }
    },
    "TransferBucketFile": {
      "type": "object", "required": ["bucket"],
      "properties": {
        "format": {"const": "inkwell-bucket/1"},
        "bucket": {"type": "object", "additionalProperties": true, "examples": [{"title": "Blog", "objects": []}]}
      }
    }
  },
  "parameters": {
    "transfer_dry_run": {
      "name": "dry_run", "in": "query", "description": "Says what an import would do, and changes nothing",
      "schema": {"type": "boolean", "default": false}
    }
  },
  "requestBodies": {
    "TransferFile": {
      "required": true,
      "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TransferBucketFile"}}}
    }
  },
  "responses": {
    "TransferExport": {
      "description": "The file",
      "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TransferBucketFile"}}}
    }
  }
})";

}  // namespace inkwell::transfer
