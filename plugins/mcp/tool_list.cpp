#include "tool_list.h"

namespace inkwell::mcp {

namespace {

// What arguments.cpp checks is what stands here; `bucket` is added to all but list_buckets.
constexpr std::string_view kTools = R"json([
  {
    "name": "list_buckets", "title": "List buckets",
    "description": "The buckets that the token opens: {buckets: [{slug, title}]}. Other tools take one of the slugs as `bucket`.",
    "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
    "annotations": {"readOnlyHint": true, "openWorldHint": false}
  },
  {
    "name": "describe_types", "title": "Describe object types",
    "description": "The object types of a bucket with their metafields: what an object of the type may hold, with keys, kinds, options and rules. Call it before you create or edit.",
    "inputSchema": {
      "type": "object", "additionalProperties": false,
      "properties": {"type": {"type": "string", "minLength": 1, "description": "The slug of one type; all of them without it"}}
    },
    "annotations": {"readOnlyHint": true, "openWorldHint": false}
  },
  {
    "name": "find_objects", "title": "Find objects by their fields",
    "description": "Lists objects that match a query in the manner of MongoDB: {objects, total, limit}. Published ones, or with status any the newest versions, drafts too, where the token may read drafts.",
    "inputSchema": {
      "type": "object", "additionalProperties": false,
      "properties": {
        "type": {"type": "string", "minLength": 1, "description": "The slug of an object type"},
        "query": {"type": "object", "description": "Such as {\"metadata.price\": {\"$gte\": 5}, \"title\": {\"$regex\": \"sea\", \"$options\": \"i\"}}"},
        "status": {"type": "string", "enum": ["published", "any"]},
        "props": {"type": "string", "minLength": 1, "description": "Only these fields, with commas: id,title,metadata.price"},
        "order_by": {"type": "string", "minLength": 1, "description": "title, slug, created_at, modified_at or metadata.<key>, with a minus for the reverse"},
        "depth": {"type": "integer", "minimum": 0, "maximum": 10, "description": "How far related objects are opened; 1 without it"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "20 without it"},
        "skip": {"type": "integer", "minimum": 0, "maximum": 1000000}
      }
    },
    "annotations": {"readOnlyHint": true, "openWorldHint": false}
  },
  {
    "name": "search_content", "title": "Search texts",
    "description": "Full text search over objects and media of a bucket: {results: [{kind, id, title, type, slug, status, highlight}], total}.",
    "inputSchema": {
      "type": "object", "additionalProperties": false, "required": ["q"],
      "properties": {
        "q": {"type": "string", "minLength": 1, "description": "1 to 10 words; what is found has all of them"},
        "kinds": {"type": "string", "enum": ["objects", "media", "objects,media"]},
        "type": {"type": "string", "minLength": 1, "description": "The slug of an object type"},
        "status": {"type": "string", "enum": ["published", "any"]},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100},
        "skip": {"type": "integer", "minimum": 0, "maximum": 1000}
      }
    },
    "annotations": {"readOnlyHint": true, "openWorldHint": false}
  },
  {
    "name": "read_object", "title": "Read an object",
    "description": "One object by its id, as readers see it, or with status any its newest version, a draft too.",
    "inputSchema": {
      "type": "object", "additionalProperties": false, "required": ["id"],
      "properties": {
        "id": {"type": "string", "minLength": 1},
        "status": {"type": "string", "enum": ["published", "any"]},
        "depth": {"type": "integer", "minimum": 0, "maximum": 10, "description": "How far related objects are opened; 1 without it"},
        "show_metafields": {"type": "boolean", "description": "Also the metafields as they are stored"}
      }
    },
    "annotations": {"readOnlyHint": true, "openWorldHint": false}
  },
  {
    "name": "find_media", "title": "Find files and pictures",
    "description": "Lists media records: {media, total, limit}. Metafields of the type file and `thumbnail` take the `name` of a record.",
    "inputSchema": {
      "type": "object", "additionalProperties": false,
      "properties": {
        "query": {"type": "object", "description": "Such as {\"original_name\": {\"$regex\": \"beach\"}}; keys: name, original_name, size, type, created, folder, metadata.<key>"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "20 without it"},
        "skip": {"type": "integer", "minimum": 0, "maximum": 1000000}
      }
    },
    "annotations": {"readOnlyHint": true, "openWorldHint": false}
  },
  {
    "name": "create_draft", "title": "Create an object as a draft",
    "description": "Makes a new object that readers do not see before it is published. Metafields of the type are written as {\"key\": ..., \"value\": ...}; parents and repeaters have children in place of a value.",
    "inputSchema": {
      "type": "object", "additionalProperties": false, "required": ["type", "title"],
      "properties": {
        "type": {"type": "string", "minLength": 1, "description": "The slug of an object type"},
        "title": {"type": "string", "minLength": 1},
        "slug": {"type": "string", "minLength": 1, "description": "Made of the title without it"},
        "content": {"type": "string", "description": "HTML"},
        "locale": {"type": "string", "minLength": 1},
        "thumbnail": {"type": "string", "description": "The name of a media record"},
        "metafields": {"type": "array", "items": {"type": "object"}}
      }
    },
    "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false}
  },
  {
    "name": "edit_draft", "title": "Edit an object as a draft",
    "description": "Changes what is given in the newest version of an object. What readers see stays as it is: of a published object a draft is prepared, which publish_object publishes. Answers {object}: the version that was written, under the id of the object, which the other tools take. Metafields are replaced one by one by their keys, the others stay; so are the children of a parent that is given as {\"key\": ..., \"children\": [...]}. The items of a repeater are replaced all together, and so is whatever is given with its type.",
    "inputSchema": {
      "type": "object", "additionalProperties": false, "required": ["id"],
      "properties": {
        "id": {"type": "string", "minLength": 1},
        "title": {"type": "string", "minLength": 1},
        "slug": {"type": "string", "minLength": 1},
        "content": {"type": "string", "description": "HTML"},
        "locale": {"type": "string", "minLength": 1},
        "thumbnail": {"type": "string", "description": "The name of a media record; empty for none"},
        "metafields": {"type": "array", "items": {"type": "object"}}
      }
    },
    "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}
  },
  {
    "name": "publish_object", "title": "Publish an object",
    "description": "Publishes the draft of an object: readers see it from then on. It takes a token that may publish.",
    "inputSchema": {
      "type": "object", "additionalProperties": false, "required": ["id"],
      "properties": {"id": {"type": "string", "minLength": 1}}
    },
    "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": false}
  },
  {
    "name": "upload_media", "title": "Upload a file",
    "description": "Stores a file or picture and answers with its media record, whose `name` metafields and thumbnails take.",
    "inputSchema": {
      "type": "object", "additionalProperties": false, "required": ["file_name", "data"],
      "properties": {
        "file_name": {"type": "string", "minLength": 1, "description": "Such as beach.jpg"},
        "data": {"type": "string", "minLength": 1, "description": "The bytes in base64"},
        "folder": {"type": "string", "minLength": 1, "description": "The slug of a media folder"},
        "alt_text": {"type": "string", "minLength": 1, "description": "Stands for the picture where it cannot be seen"}
      }
    },
    "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false}
  }
])json";

JsonArray makeList() {
    JsonArray tools = parseStoredJson(kTools).as_array();
    for (Json& tool : tools) {
        if (tool.at("name") == "list_buckets") continue;
        tool.at("inputSchema").at("properties").as_object()["bucket"] = {
            {"type", "string"},
            {"minLength", 1},
            {"description", "The slug of the bucket; needed where the token opens several"}};
    }
    return tools;
}

}  // namespace

const JsonArray& toolList() {
    static const JsonArray list = makeList();
    return list;
}

const JsonObject* findTool(std::string_view name) {
    for (const Json& tool : toolList()) {
        if (tool.at("name") == Json(name)) return &tool.get_object();
    }
    return nullptr;
}

}  // namespace inkwell::mcp
