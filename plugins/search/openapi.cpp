#include "openapi.h"

namespace inkwell::search {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "SearchResult": {
      "type": "object", "required": ["kind", "id", "title", "type", "slug", "status", "highlight"],
      "properties": {
        "kind": {"enum": ["object", "media"]},
        "id": {"$ref": "#/components/schemas/Id"},
        "title": {"type": "string", "description": "Of media the name it was uploaded with", "examples": ["Winter"]},
        "type": {"type": "string", "description": "Slug of the object type; of media the content type",
                 "examples": ["posts"]},
        "slug": {"type": "string", "description": "Of media its name", "examples": ["winter"]},
        "status": {"enum": ["published", "draft"]},
        "highlight": {
          "type": "object", "required": ["title", "text"],
          "description": "HTML in which what was found stands in <mark>",
          "properties": {
            "title": {"type": "string", "examples": ["<mark>Winter</mark>"]},
            "text": {"type": ["string", "null"], "examples": ["… a long <mark>winter</mark> …"]}
          }
        }
      }
    },
    "SearchAnswer": {
      "type": "object", "required": ["results", "total", "total_is_exact", "limit", "skip", "complete"],
      "properties": {
        "results": {"type": "array", "items": {"$ref": "#/components/schemas/SearchResult"}},
        "total": {"type": "integer", "description": "At most 1000", "examples": [1]},
        "total_is_exact": {"type": "boolean", "description": "false: there are more than total", "examples": [true]},
        "limit": {"type": "integer", "examples": [20]}, "skip": {"type": "integer", "examples": [0]},
        "complete": {"type": "boolean", "description": "false: the index is still being made", "examples": [true]}
      }
    },
    "SearchIndexAnswer": {
      "type": "object", "required": ["index"],
      "properties": {
        "index": {
          "type": "object", "required": ["state", "walked", "entries"],
          "properties": {
            "state": {"enum": ["building", "ready"]},
            "walked": {"type": "integer", "description": "Objects and media taken up so far", "examples": [1200]},
            "entries": {"type": "integer", "description": "Objects and media in the index", "examples": [1200]}
          }
        }
      }
    }
  },
  "parameters": {
    "search_q": {
      "name": "q", "in": "query", "required": true, "description": "Words, of which each begins a word of what is found",
      "schema": {"type": "string", "maxLength": 200}, "example": "winter"
    },
    "search_kinds": {
      "name": "kinds", "in": "query", "description": "What is searched",
      "schema": {"enum": ["objects,media", "media,objects", "objects", "media"], "default": "objects,media"}
    },
    "search_type": {
      "name": "type", "in": "query", "description": "Slug of an object type: searches its objects only",
      "schema": {"type": "string"}
    },
    "search_limit": {
      "name": "limit", "in": "query", "description": "How many results",
      "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}
    },
    "search_skip": {
      "name": "skip", "in": "query", "description": "How many of the best are left out",
      "schema": {"type": "integer", "minimum": 0, "maximum": 1000, "default": 0}
    }
  }
})";

}  // namespace inkwell::search
