#include "openapi.h"

namespace inkwell::changes {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "audit_sort": {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["-time"], "default": "-time"}},
    "audit_kind": {"name": "kind", "in": "query", "description": "Of the resource: object",
    "schema": {"type": "string"}},
    "audit_action": {
      "name": "action", "in": "query",
      "schema": {"type": "string", "enum": ["created", "edited", "deleted", "closed", "completed", "invited", "password_set"]}
    },
    "audit_actor": {
      "name": "actor", "in": "query", "description": "The id of a user, token: and the id of a token, write_key or system",
      "schema": {"type": "string"}
    },
    "audit_id": {"name": "id", "in": "query", "description": "Of the resource", "schema": {"type": "string"}},
    "audit_since": {"name": "since", "in": "query", "schema": {"$ref": "#/components/schemas/Time"}},
    "audit_until": {"name": "until", "in": "query", "schema": {"$ref": "#/components/schemas/Time"}},
    "changes_types": {
      "name": "types", "in": "query", "description": "Slugs of object types with commas between them",
      "schema": {"type": "string"}
    },
    "changes_status": {
      "name": "status", "in": "query",
      "description": "any: changes of drafts too, who made them, and who is where; for members, without a key",
      "schema": {"type": "string", "enum": ["published", "any"], "default": "published"}
    },
    "changes_from": {
      "name": "last_event_id", "in": "query", "description": "The id of the last event that was seen",
      "schema": {"type": "string"}
    },
    "changes_last_event": {
      "name": "Last-Event-ID", "in": "header", "description": "Goes before last_event_id; browsers send it",
      "schema": {"type": "string"}
    }
  },
  "responses": {
    "ChangeStream": {
      "description": "Server-sent events without an end; the data of each is JSON: kind, type, id, action, time, and with status=any reader_action and actor",
      "content": {"text/event-stream": {"schema": {"type": "string"}, "example":
        "id: 17\nevent: object.edited\ndata: {\"kind\":\"object\",\"type\":\"posts\",\"action\":\"edited\"}\n\n"}}
    }
  },
  "schemas": {
    "AuditEntry": {
      "type": "object", "required": ["number", "time", "actor", "action", "kind", "type", "id"],
      "properties": {
        "number": {"type": "string", "examples": ["17"]},
        "time": {"$ref": "#/components/schemas/Time"},
        "actor": {
          "type": "object", "required": ["kind", "id"],
          "properties": {
            "kind": {"type": "string", "enum": ["user", "token", "write_key", "system"]},
            "id": {"type": ["string", "null"], "examples": ["01a202ad4e1300009ea58d01"]}
          }
        },
        "action": {"type": "string", "examples": ["edited"]},
        "kind": {"type": "string", "examples": ["object"]},
        "type": {"type": ["string", "null"], "description": "The slug of the object type", "examples": ["posts"]},
        "id": {"type": "string", "description": "Of the resource", "examples": ["01a202ad4e1300009ea58d5f"]},
        "object": {"type": "string", "description": "Of a revision alone: the id of its object", "examples": ["01a202ad4e1300009ea58d5e"]},
        "detail": {"type": "string", "description": "What was changed, where it is told", "examples": ["role: editor -> admin"]}
      }
    },
    "ActivityEntry": {
      "type": "object", "required": ["number", "time", "actor", "action", "kind", "id", "reader_action"],
      "properties": {
        "number": {"type": "string", "examples": ["17"]},
        "time": {"$ref": "#/components/schemas/Time"},
        "actor": {
          "type": "object", "required": ["kind", "id"],
          "properties": {
            "kind": {"type": "string", "enum": ["user", "token", "write_key", "system"]},
            "id": {"type": ["string", "null"], "examples": ["01a202ad4e1300009ea58d01"]},
            "user": {"$ref": "#/components/schemas/Person"}
          }
        },
        "action": {"type": "string", "examples": ["edited"]},
        "kind": {"type": "string", "enum": ["object", "revision"]},
        "id": {"type": "string", "description": "Of the object, or of its revision", "examples": ["01a202ad4e1300009ea58d5f"]},
        "reader_action": {
          "type": ["string", "null"], "description": "What readers of published content see of it",
          "examples": ["created"]
        },
        "detail": {"type": "string", "description": "How it came, where it is told", "examples": ["its draft was scheduled"]}
      }
    },
    "ActivityList": {
      "type": "object", "required": ["activity", "total", "limit"],
      "properties": {
        "activity": {"type": "array", "items": {"$ref": "#/components/schemas/ActivityEntry"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    },
    "AuditList": {
      "type": "object", "required": ["audit", "total", "limit"],
      "properties": {
        "audit": {"type": "array", "items": {"$ref": "#/components/schemas/AuditEntry"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    }
  }
})";

}  // namespace inkwell::changes
