#include "openapi.h"

namespace inkwell::autosave {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "autosave_item": {
      "type": "object", "required": ["object_id", "version", "saved_at"],
      "properties": {
        "object_id": {"$ref": "#/components/schemas/Id"},
        "version": {
          "type": ["integer", "null"], "description": "Of the object that the edit began with, as the client gave it",
          "examples": [7]
        },
        "saved_at": {"$ref": "#/components/schemas/Time"},
        "object": {
          "type": "object", "additionalProperties": true, "description": "As it was put; in the answer to GET",
          "examples": [{"title": "Hello aga"}]
        }
      }
    },
    "autosave_answer": {
      "type": "object", "required": ["autosave"],
      "properties": {"autosave": {"$ref": "#/components/schemas/autosave_item"}}
    },
    "autosave_list": {
      "type": "object", "required": ["autosaves", "total"],
      "properties": {
        "autosaves": {"type": "array", "items": {"$ref": "#/components/schemas/autosave_item"}},
        "total": {"type": "integer", "examples": [1]}
      }
    },
    "autosave_edit": {
      "examples": [{"object": {"title": "Hello aga"}, "version": 7}],
      "type": "object", "required": ["object"], "additionalProperties": false,
      "properties": {
        "object": {"type": "object", "additionalProperties": true, "description": "Any members; nothing is checked"},
        "version": {"type": ["integer", "null"], "minimum": 1},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    }
  }
})";

}  // namespace inkwell::autosave
