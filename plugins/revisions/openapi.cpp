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
    },
    "ObjectComparison": {
      "type": "object", "required": ["changes"],
      "properties": {
        "changes": {
          "type": "array",
          "items": {
            "type": "object", "required": ["field", "from", "to"],
            "properties": {
              "field": {
                "type": "string", "examples": ["metadata.headline"],
                "description": "metadata.<key> of a value, metafields.<key> where only what is said about it differs"
              },
              "from": {"description": "null where there is none", "examples": ["Hello"]},
              "to": {"description": "null where there is none", "examples": ["Hello again"]}
            }
          }
        }
      }
    },
    "ObjectRestoration": {
      "type": "object", "required": ["revision", "as"], "additionalProperties": false,
      "examples": [{"revision": "01a202ad4e1300009ea58d5f", "fields": ["title", "metadata.headline"], "as": "draft"}],
      "properties": {
        "revision": {"type": "string", "description": "The id of a revision of the object"},
        "fields": {
          "type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 1000,
          "description": "title, slug, content, locale, thumbnail, options, metafields, metadata.<key>; absent: all"
        },
        "as": {"type": "string", "enum": ["draft", "live"], "description": "draft prepares it over the object"},
        "keep_revision": {
          "type": "boolean", "default": true, "description": "With live: keeps what is replaced as a revision"
        },
        "trigger_webhook": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    }
  },
  "parameters": {
    "compare_from": {
      "name": "from", "in": "query", "required": true, "description": "The id of a revision, live or draft",
      "schema": {"type": "string", "examples": ["live"]}
    },
    "compare_to": {
      "name": "to", "in": "query", "required": true, "description": "The id of a revision, live or draft",
      "schema": {"type": "string", "examples": ["draft"]}
    }
  }
})";

}  // namespace inkwell::revisions
