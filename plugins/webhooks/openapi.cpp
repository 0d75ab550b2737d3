#include "openapi.h"

namespace inkwell::webhooks {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "webhooks_sort": {
      "name": "sort", "in": "query",
      "schema": {"type": "string", "enum": ["-created_at", "created_at"], "default": "-created_at"}
    },
    "deliveries_sort": {
      "name": "sort", "in": "query", "schema": {"type": "string", "enum": ["-created_at"], "default": "-created_at"}
    },
    "deliveries_state": {"name": "state", "in": "query", "schema": {"$ref": "#/components/schemas/DeliveryState"}}
  },
  "schemas": {
    "WebhookEvent": {
      "type": "string",
      "enum": ["object.created.draft", "object.created.published", "object.edited.draft", "object.edited.published",
               "object.edited.unpublished", "object.deleted", "media.created", "media.edited", "media.deleted",
               "revision.created", "merge.completed", "cache.purge"]
    },
    "Webhook": {
      "type": "object",
      "required": ["id", "title", "events", "endpoint", "object_types", "props", "headers", "enabled",
      "disabled_reason",
                   "created_at", "created_by", "modified_at"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "title": {"type": "string", "examples": ["Rebuild the site"]},
        "events": {"type": "array", "items": {"$ref": "#/components/schemas/WebhookEvent"}},
        "endpoint": {"type": "string", "examples": ["https://example.com/hooks/content"]},
        "object_types": {"type": "array", "items": {"type": "string"}, "examples": [["posts"]]},
        "props": {"type": "string", "examples": ["id,slug"]},
        "headers": {
          "type": "object", "additionalProperties": {"type": "string"}, "examples": [{"X-Token": "abc"}]
        },
        "enabled": {"type": "boolean"},
        "disabled_reason": {"type": ["string", "null"], "examples": [null]},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "created_by": {"type": "string", "examples": ["01a202ad4e1300009ea58d01"]},
        "modified_at": {"$ref": "#/components/schemas/Time"},
        "secret": {"type": "string", "description": "In the answers to creation and to rotation"}
      }
    },
    "WebhookAnswer": {
      "type": "object", "required": ["webhook"], "properties": {"webhook": {"$ref": "#/components/schemas/Webhook"}}
    },
    "WebhookList": {
      "type": "object", "required": ["webhooks", "total"],
      "properties": {
        "webhooks": {"type": "array", "items": {"$ref": "#/components/schemas/Webhook"}}, "total": {"type": "integer", "examples": [1]}
      }
    },
    "WebhookCreation": {
      "examples": [{"title": "Rebuild the site", "events": ["object.edited.published"], "endpoint": "https://example.com/hooks/content"}],
      "type": "object", "required": ["endpoint"], "additionalProperties": false,
      "anyOf": [{"required": ["event"]}, {"required": ["events"]}],
      "properties": {
        "title": {"type": "string", "maxLength": 1000},
        "event": {"$ref": "#/components/schemas/WebhookEvent"},
        "events": {
          "type": "array", "minItems": 1, "maxItems": 100, "items": {"$ref": "#/components/schemas/WebhookEvent"}
        },
        "endpoint": {"type": "string", "description": "An http or https address"},
        "object_types": {
          "type": "array", "maxItems": 100, "items": {"type": "string"}, "description": "Slugs; none: all types"
        },
        "props": {"type": "string", "description": "What the data of a delivery holds"},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
        "enabled": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "WebhookEdit": {
      "description": "What is given replaces what is stored: lists and `headers` all of them. The rest stays.",
      "examples": [{"enabled": false}],
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "maxLength": 1000},
        "event": {"$ref": "#/components/schemas/WebhookEvent"},
        "events": {
          "type": "array", "minItems": 1, "maxItems": 100, "items": {"$ref": "#/components/schemas/WebhookEvent"}
        },
        "endpoint": {"type": "string", "description": "An http or https address"},
        "object_types": {
          "type": "array", "maxItems": 100, "items": {"type": "string"}, "description": "Slugs; none: all types"
        },
        "props": {"type": "string", "description": "What the data of a delivery holds"},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
        "enabled": {"type": "boolean"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "NothingButPretty": {
      "examples": [{"pretty": true}],
      "type": "object", "additionalProperties": false, "properties": {"pretty": {"$ref": "#/components/schemas/Flag"}}
    },
    "DeliveryState": {"type": "string", "enum": ["waiting", "sending", "delivered", "failed"]},
    "Delivery": {
      "type": "object",
      "required": ["id", "event", "state", "reason", "created_at", "next_attempt_at", "ended_at", "attempts"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "event": {"type": "string", "examples": ["object.edited.published"]},
        "state": {"$ref": "#/components/schemas/DeliveryState"},
        "reason": {"type": ["string", "null"], "examples": [null]},
        "created_at": {"$ref": "#/components/schemas/Time"},
        "next_attempt_at": {"type": ["string", "null"], "format": "date-time", "examples": [null]},
        "ended_at": {"type": ["string", "null"], "format": "date-time", "examples": ["2026-01-31T09:30:01.000Z"]},
        "attempts": {
          "type": "array",
          "items": {
            "type": "object", "required": ["time", "status", "error", "duration_ms"],
            "properties": {
              "time": {"$ref": "#/components/schemas/Time"},
              "status": {"type": ["integer", "null"], "examples": [200]},
              "error": {"type": ["string", "null"], "examples": [null]},
              "duration_ms": {"type": "integer", "examples": [84]}
            }
          }
        }
      }
    },
    "WebhookTest": {
      "type": "object", "required": ["test"],
      "properties": {
        "test": {
          "type": "object", "required": ["time", "status", "error", "duration_ms", "id", "event", "delivered"],
          "properties": {
            "time": {"$ref": "#/components/schemas/Time"},
            "status": {"type": ["integer", "null"], "description": "Of the receiver's answer", "examples": [200]},
            "error": {"type": ["string", "null"], "description": "Why there was none", "examples": [null]},
            "duration_ms": {"type": "integer", "examples": [84]},
            "id": {"$ref": "#/components/schemas/Id"},
            "event": {"type": "string", "const": "webhook.test"},
            "delivered": {"type": "boolean", "description": "Whether the answer was a 2xx"}
          }
        }
      }
    },
    "DeliveryAnswer": {
      "type": "object", "required": ["delivery"], "properties": {"delivery": {"$ref": "#/components/schemas/Delivery"}}
    },
    "WholeDeliveryAnswer": {
      "type": "object", "required": ["delivery"],
      "properties": {"delivery": {"allOf": [
        {"$ref": "#/components/schemas/Delivery"},
        {"type": "object", "required": ["body"], "properties": {
          "body": {"type": "string", "description": "As it is sent",
                   "examples": ["{\"type\":\"object.deleted\",\"created_at\":1767225600000,\"data\":[]}"]}
        }}
      ]}}
    },
    "DeliveryList": {
      "type": "object", "required": ["deliveries", "total"],
      "properties": {
        "deliveries": {"type": "array", "items": {"$ref": "#/components/schemas/Delivery"}},
        "total": {"type": "integer", "examples": [1]}
      }
    }
  }
})";

}  // namespace inkwell::webhooks
