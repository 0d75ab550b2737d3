#include "openapi.h"

namespace inkwell::objects {

constexpr std::string_view kManyOpenApi = R"({
  "schemas": {
    "ObjectReference": {
      "type": "object", "required": ["id", "title", "slug", "type", "status", "fields"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "title": {"type": "string", "examples": ["Hello"]},
        "slug": {"type": "string", "examples": ["hello"]},
        "type": {"type": "string", "description": "Slug of the object type", "examples": ["posts"]},
        "status": {"$ref": "#/components/schemas/ObjectStatus"},
        "fields": {
          "type": "array", "items": {"type": "string"}, "examples": [["metadata.author"]],
          "description": "Where it names the object; through parents and repeaters with all keys on the way"
        }
      }
    },
    "ObjectReferences": {
      "type": "object", "required": ["references", "total", "limit"],
      "properties": {
        "references": {"type": "array", "items": {"$ref": "#/components/schemas/ObjectReference"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    },
    "ObjectBulk": {
      "description": "Either ids or query; set with the action set alone, before and after with move.",
      "type": "object", "required": ["action"], "additionalProperties": false,
      "examples": [
        {"ids": ["01a202ad4e1300009ea58d5f"], "action": "set", "set": {"metadata": {"price": 20}}, "mode": "each"},
        {"ids": ["01a202ad4e1300009ea58d5f"], "action": "move", "before": "01a202ad4e1300009ea58d60"},
        {"query": {"type": "posts", "status": "draft"}, "action": "publish", "dry_run": true}
      ],
      "properties": {
        "ids": {
          "type": "array", "minItems": 1, "maxItems": 10000, "items": {"$ref": "#/components/schemas/Id"}
        },
        "query": {"$ref": "#/components/schemas/Query"},
        "action": {"type": "string", "enum": ["set", "publish", "unpublish", "delete", "move"]},
        "before": {"description": "Of move: the ids go before this object", "$ref": "#/components/schemas/Id"},
        "after": {"description": "Of move: the ids go behind this object", "$ref": "#/components/schemas/Id"},
        "set": {
          "type": "object", "minProperties": 1, "additionalProperties": false,
          "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 1000},
            "content": {"type": "string", "description": "HTML"},
            "locale": {"type": "string"},
            "publish_at": {"type": ["integer", "null"], "description": "A future time in milliseconds since 1970"},
            "unpublish_at": {"type": ["integer", "null"], "description": "A future time in milliseconds since 1970"},
            "thumbnail": {"type": ["string", "null"], "description": "Name of a media record of the bucket"},
            "options": {"$ref": "#/components/schemas/EditorOptionsInput"},
            "metadata": {
              "type": "object", "minProperties": 1, "additionalProperties": true,
              "description": "New values of metafields by their keys; other metafields stay"
            }
          }
        },
        "mode": {
          "type": "string", "enum": ["all", "each"], "default": "all",
          "description": "all: where one object fails none is changed. each: every object for itself"
        },
        "dry_run": {"type": "boolean", "default": false},
        "trigger_webhook": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ObjectBulkUndo": {
      "type": "object", "additionalProperties": false, "examples": [{"trigger_webhook": true}],
      "properties": {
        "trigger_webhook": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ObjectBulkList": {
      "type": "object", "required": ["changes", "total", "limit"],
      "properties": {
        "changes": {
          "type": "array", "description": "The latest first",
          "items": {
            "type": "object", "required": ["id", "action", "objects", "began_at", "expires_at"],
            "properties": {
              "id": {"description": "That of its undo", "$ref": "#/components/schemas/Id"},
              "action": {"type": "string", "enum": ["set", "publish", "unpublish", "delete", "move"], "examples": ["set"]},
              "objects": {"type": "integer", "description": "That can be brought back", "examples": [12]},
              "began_at": {"$ref": "#/components/schemas/Time"},
              "expires_at": {"$ref": "#/components/schemas/Time"}
            }
          }
        },
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    },
    "ObjectBulkDone": {
      "type": "object", "required": ["results", "changed", "failed", "dry_run", "undo"],
      "properties": {
        "results": {
          "type": "array", "description": "In the order of the ids, each id once",
          "items": {
            "type": "object", "required": ["id", "status"],
            "properties": {
              "id": {"$ref": "#/components/schemas/Id"},
              "status": {
                "type": "string", "enum": ["changed", "unchanged", "failed", "skipped"], "examples": ["changed"],
                "description": "skipped: nothing was done because another object failed"
              },
              "message": {
                "type": "string", "examples": ["object '01a202ad4e1300009ea58d5f' was not found"],
                "description": "Of a failed one; of an undone one, what of it has passed and did not come back"
              },
              "ends_draft": {
                "type": "boolean", "description": "true: a draft is prepared over the changed object, which the change ends"
              }
            }
          }
        },
        "changed": {"type": "integer", "examples": [1]},
        "failed": {"type": "integer", "examples": [0]},
        "dry_run": {"type": "boolean", "examples": [false]},
        "undo": {
          "type": ["object", "null"], "required": ["id", "expires_at"],
          "properties": {
            "id": {"$ref": "#/components/schemas/Id"},
            "expires_at": {"$ref": "#/components/schemas/Time"}
          }
        }
      }
    }
  }
})";

}  // namespace inkwell::objects
