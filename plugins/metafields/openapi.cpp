#include "openapi.h"

namespace inkwell::metafields {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "MetafieldTypeList": {
      "type": "object", "required": ["metafield_types", "total"],
      "properties": {
        "metafield_types": {
          "type": "array",
          "items": {
            "type": "object", "required": ["type", "title", "shape", "value", "members", "plugin"],
            "properties": {
              "type": {"type": "string", "examples": ["number"]},
              "title": {"type": "string", "examples": ["Number"]},
              "shape": {"type": "string", "enum": ["value", "group", "repeater"], "examples": ["value"]},
              "value": {
                "type": ["object", "null"], "description": "JSON Schema of a value that is set; null for groups",
                "examples": [{"type": "number"}]
              },
              "members": {
                "type": "object", "description": "JSON Schemas of what its metafields must have besides",
                "examples": [{}]
              },
              "plugin": {"type": ["string", "null"], "examples": ["metafields"]}
            }
          }
        },
        "total": {"type": "integer", "examples": [16]}
      }
    },
    "RepeatingItem": {
      "type": "object", "required": ["id", "type", "children"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "type": {"type": "string", "const": "repeating_item"},
        "title": {"type": "string"},
        "key": {"type": "string"},
        "children": {"type": "array", "items": {"$ref": "#/components/schemas/Metafield"}}
      }
    },
    "MetafieldByKey": {
      "type": "object", "required": ["key"], "additionalProperties": false,
      "description": "The type of the object defines the key: what is not here comes from there",
      "properties": {
        "key": {"type": "string", "minLength": 1, "maxLength": 200},
        "value": {"description": "By the type, as in MetafieldDefinition; absent for groups"},
        "title": {"type": "string", "maxLength": 1000},
        "help": {"type": "string"},
        "required": {"type": "boolean"},
        "regex": {"type": "string"},
        "regex_message": {"type": "string"},
        "minlength": {"type": "number", "minimum": 0},
        "maxlength": {"type": "number", "minimum": 0},
        "options": {"type": ["array", "string"]},
        "object_type": {"type": "string", "description": "Slug of an object type"},
        "children": {"$ref": "#/components/schemas/MetafieldChildren"},
        "repeater_fields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldDefinition"}},
        "id": {"description": "Ignored"},
        "object": {"description": "Ignored"},
        "objects": {"description": "Ignored"},
        "metadata": {"description": "Ignored"}
      },
      "examples": [{"key": "headline", "value": "Hello"}]
    },
    "RepeatingItemInput": {
      "type": "object", "required": ["type", "children"], "additionalProperties": false,
      "properties": {
        "type": {"type": "string", "const": "repeating_item"},
        "children": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldInput"}},
        "title": {"type": "string"},
        "key": {"type": "string"},
        "value": {"enum": ["", null]},
        "id": {"description": "Ignored"},
        "object": {"description": "Ignored"},
        "objects": {"description": "Ignored"},
        "metadata": {"description": "Ignored"}
      }
    },
    "MetafieldChildren": {
      "type": "array", "description": "Of a parent metafields, of a repeater items",
      "items": {
        "anyOf": [{"$ref": "#/components/schemas/MetafieldInput"}, {"$ref": "#/components/schemas/RepeatingItemInput"}]
      }
    },
    "MetafieldCreation": {
      "description": "A metafield; `pretty` beside its fields is about the answer",
      "examples": [{"type": "number", "title": "Rating", "key": "rating", "value": 4.5}],
      "anyOf": [
        {"$ref": "#/components/schemas/MetafieldInput"},
        {
          "type": "object", "required": ["key", "pretty"], "additionalProperties": true,
          "properties": {"key": {"type": "string"}, "pretty": {"$ref": "#/components/schemas/Flag"}}
        }
      ]
    },
    "MetafieldEdit": {
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "description": "What is given replaces what is stored: `children` all of them. The rest stays.",
      "examples": [{"value": "Good morning"}],
      "properties": {
        "type": {"type": "string", "maxLength": 200},
        "title": {"type": "string", "maxLength": 1000},
        "key": {"type": "string", "maxLength": 200, "description": "Unique in its group"},
        "value": {"description": "By the type; absent for groups"},
        "help": {"type": "string"},
        "required": {"type": "boolean"},
        "regex": {"type": "string"},
        "regex_message": {"type": "string"},
        "minlength": {"type": "number", "minimum": 0},
        "maxlength": {"type": "number", "minimum": 0},
        "options": {"type": ["array", "string"]},
        "object_type": {"type": "string", "description": "Slug of an object type"},
        "children": {"$ref": "#/components/schemas/MetafieldChildren"},
        "repeater_fields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldDefinition"}},
        "pretty": {"$ref": "#/components/schemas/Flag"},
        "id": {"description": "Ignored"},
        "object": {"description": "Ignored"},
        "objects": {"description": "Ignored"},
        "metadata": {"description": "Ignored"}
      }
    },
    "MetafieldAnswer": {
      "type": "object", "required": ["metafield"],
      "properties": {"metafield": {"$ref": "#/components/schemas/Metafield"}}
    },
    "MetafieldList": {
      "type": "object", "required": ["metafields", "total"],
      "properties": {
        "metafields": {"type": "array", "items": {"$ref": "#/components/schemas/Metafield"}},
        "total": {"type": "integer"}
      }
    }
  }
})";

}  // namespace inkwell::metafields
