#include "openapi.h"

namespace inkwell::objects {

constexpr std::string_view kOpenApi =
    R"({
  "parameters": {
    "objects_query": {
      "name": "query", "in": "query",
      "description": "Keys: id, title, slug, type, locale, status, content, thumbnail, created_at, )"
    R"(modified_at, published_at, publish_at, unpublish_at, created_by, modified_by and metadata.<key>. )"
    R"(Operators in a field: )"
    R"($eq $ne $gt $gte $lt $lte $in $nin $all $exists $regex with $options, $not; beside fields: )"
    R"($and $or $nor. By slug: {\"slug\": \"hello\"}.",
      "content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/Query"},
        "example": {"type": "posts", "metadata.price": {"$gt": 5}, "$or": [{"slug": "hello"}, {"title": {"$regex": "^H"}}]}
      }}
    },
    "objects_sort": {
      "name": "sort", "in": "query",
      "schema": {
        "type": "string", "default": "order",
        "enum": ["order", "created_at", "-created_at", "modified_at", "-modified_at", "random"]
      }
    },
    "objects_order_by": {
      "name": "order_by", "in": "query", "example": "-metadata.price",
      "description": "title, slug, created_at, modified_at, publish_at, unpublish_at or metadata.<key>, a minus for the )"
    R"(reverse; not with sort",
      "schema": {
        "type": "string",
        "pattern": "^-?(title|slug|created_at|modified_at|publish_at|unpublish_at|metadata[.].+)$"
      }
    },
    "objects_total": {
      "name": "total", "in": "query", "description": "false: nothing is counted, and the answer has no total",
      "schema": {"type": "boolean", "default": true}
    },
    "objects_after": {
      "name": "after", "in": "query", "description": "The id of the last object of the page before; not with skip",
      "schema": {"$ref": "#/components/schemas/Id"}
    }
  },
  "schemas": {
    "ObjectStatus": {"type": "string", "enum": ["draft", "published"], "examples": ["published"]},
    "EditorOptions": {
      "type": "object", "required": ["slug_field", "content_editor"],
      "properties": {"slug_field": {"type": "boolean"}, "content_editor": {"type": "boolean"}}
    },
    "EditorOptionsInput": {
      "type": "object", "additionalProperties": false,
      "properties": {
        "slug_field": {"type": "boolean"}, "content_editor": {"type": "boolean"}
      }
    },
    "Object": {
      "type": "object",
      "required": ["id", "slug", "title", "content", "bucket", "created", "created_at", "created_by", "modified_at",
                   "modified_by", "published_at", "publish_at", "unpublish_at", "status", "type", "locale", "options",
                   "thumbnail", "metadata"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "slug": {"type": "string", "examples": ["hello"]},
        "title": {"type": "string", "examples": ["Hello"]},
        "content": {"type": "string", "description": "HTML", "examples": ["<p>Hi</p>"]},
        "bucket": {"$ref": "#/components/schemas/Id"},
        "created": {"$ref": "#/components/schemas/Time"},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "created_by": {"type": ["string", "null"], "examples": ["01a202ad4e1300009ea58d01"]},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "modified_by": {"type": ["string", "null"], "examples": [null]},
        "published_at": {"type": ["string", "null"], "format": "date-time", "examples": ["2026-01-31T09:30:00.000Z"]},
        "publish_at": {"type": ["integer", "null"], "description": "Milliseconds since 1970", "examples": [null]},
        "unpublish_at": {"type": ["integer", "null"], "description": "Milliseconds since 1970", "examples": [null]},
        "status": {"$ref": "#/components/schemas/ObjectStatus"},
        "type": {"type": "string", "description": "Slug of the object type", "examples": ["posts"]},
        "locale": {"type": ["string", "null"], "examples": [null]},
        "options": {"$ref": "#/components/schemas/EditorOptions"},
        "thumbnail": {"type": ["string", "null"], "description": "Name of a media record", "examples": ["k3v9-beach.jpg"]},
        "metadata": {"type": ["object", "null"], "additionalProperties": true,
        "description": "The values of the metafields by key", "examples": [{"headline": "Hello", "price": 19.5}]},
        "metafields": {
          "type": "array", "items": {"$ref": "#/components/schemas/Metafield"},
          "description": "With show_metafields=true, and in answers to changes"
        }
      }
    },
    "ObjectAnswer": {
      "type": "object", "required": ["object"], "properties": {"object": {"$ref": "#/components/schemas/Object"}}
    },
    "ObjectList": {
      "type": "object", "required": ["objects", "limit"],
      "properties": {
        "objects": {"type": "array", "items": {"$ref": "#/components/schemas/Object"}},
        "total": {"type": "integer", "description": "Of all that match; missing with total=false", "examples": [17]},
        "limit": {"type": "integer", "examples": [1000]}
      }
    },
    "ObjectCreation": {
      "examples": [{
        "type": "posts", "title": "Hello", "content": "<p>Hi</p>", "status": "published",
        "metafields": [
          {"type": "text", "title": "Headline", "key": "headline", "value": "Hello"},
          {"key": "price", "value": 19.5}
        ]
      }],
      "type": "object", "required": ["type", "title"], "additionalProperties": false,
      "properties": {
        "type": {"type": "string", "description": "Slug of an object type"},
        "created_by": {"type": ["string", "null"], "description": "The id of a user"},
        "locale": {"type": ["string", "null"]},
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "slug": {"type": "string", "maxLength": 200, "description": "Derived from the title when absent"},
        "content": {"type": "string", "description": "HTML"},
        "status": {"$ref": "#/components/schemas/ObjectStatus"},
        "metafields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldInput"}},
        "metadata": {
          "type": "object", "additionalProperties": true,
          "description": "Values of metafields by their keys, instead of `metafields`; other metafields stay"
        },
        "publish_at": {"type": ["integer", "null"], "description": "A future time in milliseconds since 1970"},
        "unpublish_at": {"type": ["integer", "null"], "description": "A future time in milliseconds since 1970"},
        "options": {"$ref": "#/components/schemas/EditorOptionsInput"},
        "thumbnail": {"type": ["string", "null"], "description": "Name of a media record of the bucket"},
        "trigger_webhook": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ObjectRevisionCreation": {
      "examples": [{"title": "Hello again", "status": "draft", "metafields": [{"key": "headline", "value": "Again"}]}],
      "type": "object", "required": ["title"], "additionalProperties": false,
      "properties": {
        "created_by": {"type": ["string", "null"], "description": "The id of a user"},
        "locale": {"type": ["string", "null"]},
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "slug": {"type": "string", "maxLength": 200, "description": "That of the object when absent"},
        "content": {"type": "string", "description": "HTML"},
        "status": {"$ref": "#/components/schemas/ObjectStatus"},
        "metafields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldInput"}},
        "metadata": {
          "type": "object", "additionalProperties": true,
          "description": "Values of metafields by their keys, instead of `metafields`; other metafields stay"
        },
        "publish_at": {
          "type": ["integer", "null"],
          "description": "When a draft is published: a future time in milliseconds since 1970"
        },
        "unpublish_at": {"type": ["integer", "null"], "description": "A future time in milliseconds since 1970"},
        "options": {"$ref": "#/components/schemas/EditorOptionsInput"},
        "thumbnail": {"type": ["string", "null"], "description": "Name of a media record of the bucket"},
        "trigger_webhook": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ObjectEdit": {
      "description": "What is given replaces what is stored: `metafields` replaces all of them. The rest stays.",
      "examples": [{
        "title": "Hello, world",
        "metafields": [{"key": "headline", "value": "Hello, world"}, {"key": "price", "value": 20}]
      }],
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "locale": {"type": ["string", "null"]},
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "slug": {"type": "string", "maxLength": 200, "description": "Stays when absent, whatever the title"},
        "content": {"type": "string", "description": "HTML"},
        "status": {"$ref": "#/components/schemas/ObjectStatus"},
        "metafields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldInput"}},
        "metadata": {
          "type": "object", "additionalProperties": true,
          "description": "Values of metafields by their keys, instead of `metafields`; other metafields stay"
        },
        "publish_at": {"type": ["integer", "null"], "description": "A future time in milliseconds since 1970"},
        "unpublish_at": {"type": ["integer", "null"], "description": "A future time in milliseconds since 1970"},
        "options": {"$ref": "#/components/schemas/EditorOptionsInput"},
        "thumbnail": {"type": ["string", "null"], "description": "Name of a media record of the bucket"},
        "keep_revision": {
          "type": "boolean", "description": "true keeps what is replaced as a revision; absent: as the object type says"
        },
        "trigger_webhook": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "DraftPublication": {
      "type": "object", "additionalProperties": false, "examples": [{"trigger_webhook": true}],
      "properties": {
        "trigger_webhook": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ObjectType": {
      "type": "object",
      "required": ["slug", "title", "singular", "metafields", "options", "localization", "locales", "priority_locale",
                   "emoji", "singleton", "enforce_validation", "preview_link", "extensions", "order", "created_at",
                   "modifield_at"],
      "properties": {
        "slug": {"type": "string", "examples": ["posts"]},
        "title": {"type": "string", "examples": ["Posts"]},
        "singular": {"type": "string", "examples": ["Post"]},
        "metafields": {"type": "array", "items": {"$ref": "#/components/schemas/Metafield"}},
        "options": {"$ref": "#/components/schemas/EditorOptions"},
        "localization": {"type": "boolean", "examples": [true]},
        "locales": {"type": "array", "items": {"type": "string"}, "examples": [["en-GB", "de-DE"]]},
        "priority_locale": {"type": ["string", "null"], "examples": ["en-GB"]},
        "emoji": {"type": ["string", "null"], "examples": ["📝"]},
        "singleton": {"type": "boolean", "examples": [false]},
        "keep_revisions": {
          "type": "boolean", "const": true, "description": "Only where edits of its objects keep what they replace"
        },
        "enforce_validation": {
          "type": ["boolean", "null"], "description": "null: as the setting of the server", "examples": [null]
        },
        "preview_link": {
          "type": ["string", "null"], "description": "Where the site shows a draft, with {id} {slug} {token} {bucket} {locale}",
          "examples": ["https://example.com/preview/{slug}?token={token}"]
        },
        "extensions": {"type": "array", "examples": [[]]},
        "order": {"type": "integer", "examples": [0]},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "modifield_at": {
          "$ref": "#/components/schemas/Time", "description": "When it was edited; the specification spells it this way"
        }
      }
    },
    "ObjectTypeAnswer": {
      "type": "object", "required": ["object_type"],
      "properties": {"object_type": {"$ref": "#/components/schemas/ObjectType"}}
    },
    "ObjectTypeEdited": {
      "type": "object", "required": ["object_type"],
      "properties": {
        "object_type": {"$ref": "#/components/schemas/ObjectType"},
        "new_fields": {
          "type": "object", "required": ["keys", "objects_without", "more"],
          "description": "Where the edit has added metafields",
          "properties": {
            "keys": {
              "type": "array", "items": {"type": "string"}, "examples": [["lead", "seo.title"]],
              "description": "Those inside a parent or repeater have its key before them"
            },
            "objects_without": {"type": "integer", "description": "Objects of the type that lack one of them", "examples": [812]},
            "more": {
              "type": "boolean", "description": "true: there may be further ones; counting ends after 1,000", "examples": [false]
            }
          }
        },
        "renamed_fields": {
          "type": "object", "required": ["objects"], "description": "Where the edit has renamed metafields",
          "properties": {"objects": {"type": "integer", "description": "Objects whose metafields have the new keys", "examples": [9]}}
        }
      }
    },
    "ObjectTypeApplication": {
      "type": "object", "additionalProperties": false, "examples": [{"limit": 1000, "after": "01a202ad4e1300009ea58d5f"}],
      "properties": {
        "limit": {"type": "integer", "minimum": 1, "maximum": 10000, "default": 1000, "description": "Objects to examine"},
        "after": {"type": ["string", "null"], "description": "The after of the answer before"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ObjectTypeApplied": {
      "type": "object", "required": ["total", "examined", "changed", "more", "after"],
      "properties": {
        "total": {"type": "integer", "description": "Objects of the type", "examples": [2400]},
        "examined": {"type": "integer", "examples": [1000]},
        "changed": {"type": "integer", "examples": [812]},
        "more": {"type": "boolean", "description": "true: go on with after", "examples": [true]},
        "after": {"type": ["string", "null"], "examples": ["01a202ad4e1300009ea58d5f"]}
      }
    },
    "ObjectSchema": {
      "type": "object", "required": ["files"],
      "properties": {"files": {"$ref": "#/components/schemas/ObjectSchemaFiles"}}
    },
    "ObjectSchemaFiles": {
      "type": "object", "additionalProperties": true,
      "description": "Object types as files, each under its slug and .json, without ids and what is as usual",
      "examples": [{"posts.json": {"slug": "posts", "title": "Posts", "metafields": [{"key": "headline", "type": "text", "title": "Headline"}]}}]
    },
    "ObjectSchemaApplication": {
      "type": "object", "required": ["files"], "additionalProperties": false,
      "properties": {
        "files": {"$ref": "#/components/schemas/ObjectSchemaFiles"},
        "dry_run": {"$ref": "#/components/schemas/Flag"},
        "allow_destructive": {"$ref": "#/components/schemas/Flag"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ObjectSchemaApplied": {
      "type": "object", "required": ["dry_run", "steps"],
      "properties": {
        "dry_run": {"type": "boolean", "description": "true: nothing was changed", "examples": [false]},
        "steps": {
          "type": "array",
          "items": {
            "type": "object", "required": ["kind", "text", "destructive"],
            "properties": {
              "kind": {"enum": ["add", "change", "remove"]},
              "text": {"type": "string", "examples": ["posts: add the field 'headline'"]},
              "destructive": {"type": "boolean", "examples": [false]}
            }
          }
        }
      }
    },
    "ObjectTypeList": {
      "type": "object", "required": ["object_types"],
      "properties": {"object_types": {"type": "array", "items": {"$ref": "#/components/schemas/ObjectType"}}}
    },
    "ObjectTypeCreation": {
      "examples": [{
        "title": "Posts", "singular": "Post", "slug": "posts", "emoji": "📝",
        "metafields": [
          {"type": "text", "title": "Headline", "key": "headline", "value": "", "required": true},
          {"type": "number", "title": "Price", "key": "price", "value": ""}
        ]
      }],
      "type": "object", "required": ["title"], "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "singular": {"type": "string", "minLength": 1, "maxLength": 1000},
        "slug": {"type": "string", "maxLength": 200},
        "metafields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldDefinition"}},
        "options": {"$ref": "#/components/schemas/EditorOptionsInput"},
        "localization": {"type": "boolean"},
        "locales": {"type": "array", "items": {"type": "string"}, "description": "Locale codes"},
        "priority_locale": {"type": ["string", "null"]},
        "emoji": {"type": ["string", "null"]},
        "preview_link": {"type": ["string", "null"], "maxLength": 2000},
        "singleton": {"type": "boolean"},
        "keep_revisions": {"type": "boolean", "description": "Edits of its objects keep what they replace as a revision"},
        "pretty": {"$ref": "#/components/schemas/Flag"},
        "enforce_validation": {
          "type": ["boolean", "null"],
          "description": "Whether writes of objects must obey required, regex, minlength, maxlength; null: as the server is set"
        }
      }
    },
    "ObjectTypeEdit": {
      "description": "What is given replaces what is stored: `metafields` and `locales` replace all of them. The rest stays.",
      "examples": [{"emoji": "📰", "localization": true, "locales": ["en-GB", "de-DE"]}],
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "singular": {"type": "string", "minLength": 1, "maxLength": 1000},
        "slug": {"type": "string", "maxLength": 200},
        "metafields": {"type": "array", "items": {"$ref": "#/components/schemas/MetafieldDefinition"}},
        "renamed_fields": {
          "type": "object", "additionalProperties": {"type": "string", "minLength": 1},
          "description": "New keys by the former ones, with those of groups before them; objects and drafts follow"
        },
        "order": {
          "type": "integer", "minimum": 0, "description": "Its place among the types of the bucket, 0 is the first; the others make room"
        },
        "options": {"$ref": "#/components/schemas/EditorOptionsInput"},
        "localization": {"type": "boolean"},
        "locales": {"type": "array", "items": {"type": "string"}, "description": "Locale codes"},
        "priority_locale": {"type": ["string", "null"]},
        "emoji": {"type": ["string", "null"]},
        "preview_link": {"type": ["string", "null"], "maxLength": 2000},
        "singleton": {"type": "boolean"},
        "keep_revisions": {"type": "boolean", "description": "Edits of its objects keep what they replace as a revision"},
        "pretty": {"$ref": "#/components/schemas/Flag"},
        "enforce_validation": {
          "type": ["boolean", "null"],
          "description": "Whether writes of objects must obey required, regex, minlength, maxlength; null: as the server is set"
        }
      }
    }
  }
})";

}  // namespace inkwell::objects
