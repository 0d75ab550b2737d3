#include "openapi.h"

namespace inkwell::presence {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "presence_object": {
      "name": "object", "in": "query", "description": "The id of an object", "schema": {"type": "string"}
    }
  },
  "schemas": {
    "presence_place": {
      "type": "object", "required": ["object", "field", "user", "since"],
      "properties": {
        "object": {"$ref": "#/components/schemas/Id"},
        "field": {"type": ["string", "null"], "examples": ["metadata.headline"]},
        "user": {"$ref": "#/components/schemas/Person"},
        "since": {"$ref": "#/components/schemas/Time"}
      }
    },
    "presence_list": {
      "type": "object", "required": ["presence"],
      "properties": {"presence": {"type": "array", "items": {"$ref": "#/components/schemas/presence_place"}}}
    },
    "presence_answer": {
      "type": "object", "required": ["place"], "properties": {"place": {"$ref": "#/components/schemas/presence_place"}}
    },
    "presence_whereabouts": {
      "examples": [{"object": "01a202ad4e1300009ea58d5f", "field": "metadata.headline"}],
      "type": "object", "required": ["object"], "additionalProperties": false,
      "properties": {
        "object": {"type": "string", "minLength": 1, "maxLength": 24},
        "field": {"type": ["string", "null"], "maxLength": 200, "description": "Any text; null: none in particular"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    }
  }
})";

}  // namespace inkwell::presence
