#include "openapi.h"

namespace inkwell::metafields {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "Metafield": {
      "type": "object", "required": ["id", "type"],
      "description": "An entry of the type repeating_item in the children of a repeater has only id, type and children",
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "type": {"type": "string"},
        "title": {"type": "string"},
        "key": {"type": "string"},
        "value": {"description": "By the type; absent for groups"},
        "required": {"type": "boolean"},
        "regex": {"type": "string"},
        "regex_message": {"type": "string"},
        "minlength": {"type": "number"},
        "maxlength": {"type": "number"},
        "options": {"type": ["array", "string"]},
        "object_type": {"type": "string"},
        "children": {"type": "array", "items": {"$ref": "#/components/schemas/Metafield"}},
        "repeater_fields": {"type": "array", "items": {"$ref": "#/components/schemas/Metafield"}},
        "object": {"type": ["object", "string", "null"], "description": "Of the type object: the object, or its id"},
        "objects": {
          "type": "array", "items": {"type": ["object", "string"]},
          "description": "Of the type objects: they, or their ids"
        },
        "metadata": {"type": ["object", "null"], "description": "Of the type file: the media record"}
      }
    },
    "MetafieldInput": {
      "type": "object", "required": ["type", "title", "key"], "additionalProperties": false,
      "properties": {
        "type": {"type": "string", "maxLength": 200},
        "title": {"type": "string", "maxLength": 1000},
        "key": {"type": "string", "maxLength": 200, "description": "Unique in its group"},
        "value": {"description": "By the type; absent for groups"},
        "required": {"type": "boolean"},
        "regex": {"type": "string"},
        "regex_message": {"type": "string"},
        "minlength": {"type": "number", "minimum": 0},
        "maxlength": {"type": "number", "minimum": 0},
        "options": {"type": ["array", "string"]},
        "object_type": {"type": "string", "description": "Slug of an object type"},
        "children": {"$ref": "#/components/schemas/MetafieldChildren"},
        "repeater_fields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldInput"}},
        "id": {"description": "Ignored"},
        "object": {"description": "Ignored"},
        "objects": {"description": "Ignored"},
        "metadata": {"description": "Ignored"}
      }
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
    "MetafieldEdit": {
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "type": {"type": "string", "maxLength": 200},
        "title": {"type": "string", "maxLength": 1000},
        "key": {"type": "string", "maxLength": 200, "description": "Unique in its group"},
        "value": {"description": "By the type; absent for groups"},
        "required": {"type": "boolean"},
        "regex": {"type": "string"},
        "regex_message": {"type": "string"},
        "minlength": {"type": "number", "minimum": 0},
        "maxlength": {"type": "number", "minimum": 0},
        "options": {"type": ["array", "string"]},
        "object_type": {"type": "string", "description": "Slug of an object type"},
        "children": {"$ref": "#/components/schemas/MetafieldChildren"},
        "repeater_fields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldInput"}},
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
