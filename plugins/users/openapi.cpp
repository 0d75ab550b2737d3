#include "openapi.h"

namespace inkwell::users {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "Role": {"type": "string", "enum": ["admin", "developer", "editor", "contributor"], "examples": ["editor"]},
    "Permission": {"type": "string", "enum": ["users", "settings", "sort_metafields"]},
    "User": {
      "type": "object",
      "required": ["id", "first_name", "last_name", "email", "avatar_url", "username", "bio", "website", "company",
      "location",
                   "twitter", "linkedin", "github"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "first_name": {"type": "string", "examples": ["Ann"]},
        "last_name": {"type": "string", "examples": ["Lee"]},
        "avatar_url": {"type": "string", "examples": ["https://example.com/ann.jpg"]},
        "username": {"type": "string", "examples": ["ann-lee"]},
        "bio": {"type": "string", "examples": ["Writes about the sea"]},
        "website": {"type": "string", "examples": ["https://example.com"]},
        "company": {"type": "string", "examples": ["Example Ltd"]},
        "location": {"type": "string", "examples": ["Hamburg"]},
        "twitter": {"type": "string", "examples": [""]},
        "linkedin": {"type": "string", "examples": [""]},
        "github": {"type": "string", "examples": ["https://github.com/ann"]},
        "email": {"type": "string", "format": "email", "examples": ["ann@example.com"]}
      }
    },
    "Member": {
      "type": "object",
      "required": ["id", "first_name", "last_name", "email", "avatar_url", "username", "bio", "website", "company",
      "location",
                   "twitter", "linkedin", "github",
                   "role", "publishing_restrictions", "additional_permissions", "object_types", "accepted"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "first_name": {"type": "string", "examples": ["Ann"]},
        "last_name": {"type": "string", "examples": ["Lee"]},
        "avatar_url": {"type": "string", "examples": ["https://example.com/ann.jpg"]},
        "username": {"type": "string", "examples": ["ann-lee"]},
        "bio": {"type": "string", "examples": ["Writes about the sea"]},
        "website": {"type": "string", "examples": ["https://example.com"]},
        "company": {"type": "string", "examples": ["Example Ltd"]},
        "location": {"type": "string", "examples": ["Hamburg"]},
        "twitter": {"type": "string", "examples": [""]},
        "linkedin": {"type": "string", "examples": [""]},
        "github": {"type": "string", "examples": ["https://github.com/ann"]},
        "email": {"type": "string", "format": "email", "examples": ["ann@example.com"]},
        "role": {"$ref": "#/components/schemas/Role"},
        "publishing_restrictions": {"enum": ["draft_only", null], "examples": [null]},
        "additional_permissions": {"type": "array", "items": {"$ref": "#/components/schemas/Permission"}},
        "object_types": {"type": "array", "items": {"type": "string"}, "examples": [["posts"]]},
        "accepted": {
          "type": "boolean",
          "description": "false: added without being asked; names are as given then, and the profile is empty"
        }
      }
    },
    "Owner": {
      "allOf": [{"$ref": "#/components/schemas/User"}],
      "type": "object", "required": ["server_admin"],
      "properties": {"server_admin": {"type": "boolean", "description": "Whether this is an administrator of the server"}}
    },
    "UserAnswer": {
      "type": "object", "required": ["user"], "properties": {"user": {"$ref": "#/components/schemas/Owner"}}
    },
    "BucketRole": {
      "type": "object",
      "required": ["id", "slug", "title", "role", "publishing_restrictions", "additional_permissions", "object_types"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "slug": {"type": "string", "examples": ["blog"]},
        "title": {"type": "string", "examples": ["Blog"]},
        "role": {"$ref": "#/components/schemas/Role"},
        "publishing_restrictions": {"enum": ["draft_only", null], "examples": [null]},
        "additional_permissions": {"type": "array", "items": {"$ref": "#/components/schemas/Permission"}},
        "object_types": {"type": "array", "items": {"type": "string"}, "examples": [["posts"]]}
      }
    },
    "SessionAnswer": {
      "type": "object", "required": ["user", "buckets"],
      "properties": {
        "user": {"$ref": "#/components/schemas/Owner"},
        "buckets": {"type": "array", "items": {"$ref": "#/components/schemas/BucketRole"}}
      }
    },
    "Session": {
      "type": "object", "required": ["id", "created_at", "expires_at", "client", "network", "current"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "created_at": {"type": "string", "format": "date-time"},
        "expires_at": {"type": "string", "format": "date-time"},
        "client": {"type": "string", "description": "The header User-Agent of the sign-in", "examples": ["curl/8.5.0"]},
        "network": {
          "type": "string", "description": "IPv4 address, or the first 64 bits of the IPv6 address",
          "examples": ["203.0.113.7"]
        },
        "current": {"type": "boolean", "description": "Whether the request came with this one"}
      }
    },
    "SessionList": {
      "type": "object", "required": ["sessions", "total"],
      "properties": {
        "sessions": {"type": "array", "items": {"$ref": "#/components/schemas/Session"}}, "total": {"type": "integer"}
      }
    },
    "MemberAnswer": {
      "type": "object", "required": ["user"], "properties": {"user": {"$ref": "#/components/schemas/Member"}}
    },
    "MemberList": {
      "type": "object", "required": ["users", "total"],
      "properties": {
        "users": {"type": "array", "items": {"$ref": "#/components/schemas/Member"}},
        "total": {"type": "integer", "examples": [1]}
      }
    },
    "Token": {"type": "object", "required": ["token"], "properties": {"token": {"type": "string", "examples": ["q3V9..."]}}},
    "SignIn": {
      "examples": [{"email": "ann@example.com", "password": "correct horse battery"}],
      "type": "object", "required": ["email", "password"], "additionalProperties": false,
      "properties": {"email": {"type": "string"}, "password": {"type": "string"}}
    },
    "ServerPlugin": {
      "type": "object", "required": ["id", "version", "summary", "state", "reason"],
      "properties": {
        "id": {"type": "string", "examples": ["revisions"]},
        "version": {"type": "string", "examples": ["0.1.0"]},
        "summary": {"type": "string", "examples": ["Versions of objects, and drafts of new ones"]},
        "state": {"type": "string", "enum": ["starting", "running", "disabled", "failed"], "examples": ["running"]},
        "reason": {"type": ["string", "null"], "description": "Why it failed", "examples": [null]}
      }
    },
    "ServerPluginList": {
      "type": "object", "required": ["plugins", "total"],
      "properties": {
        "plugins": {"type": "array", "items": {"$ref": "#/components/schemas/ServerPlugin"}},
        "total": {"type": "integer", "examples": [1]}
      }
    },
    "ServerPluginAnswer": {
      "type": "object", "required": ["plugin"],
      "properties": {"plugin": {"$ref": "#/components/schemas/ServerPlugin"}}
    },
    "ServerPluginSwitch": {
      "examples": [{"enabled": false, "password": "correct horse battery"}],
      "type": "object", "required": ["enabled", "password"], "additionalProperties": false,
      "properties": {
        "enabled": {"type": "boolean"},
        "password": {"type": "string", "description": "Of the token's owner"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "NewPassword": {
      "examples": [{"password": "correct horse battery"}],
      "type": "object", "required": ["password"], "additionalProperties": false,
      "properties": {"password": {"type": "string", "minLength": 10}}
    },
    "UserEdit": {
      "description": "What is given replaces what is stored. The rest stays.",
      "examples": [{"first_name": "Anna", "bio": "Writes about the sea"}],
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "first_name": {"type": "string", "examples": ["Ann"]},
        "last_name": {"type": "string", "examples": ["Lee"]},
        "avatar_url": {"type": "string", "examples": ["https://example.com/ann.jpg"]},
        "username": {"type": "string", "examples": ["ann-lee"]},
        "bio": {"type": "string", "examples": ["Writes about the sea"]},
        "website": {"type": "string", "examples": ["https://example.com"]},
        "company": {"type": "string", "examples": ["Example Ltd"]},
        "location": {"type": "string", "examples": ["Hamburg"]},
        "twitter": {"type": "string", "examples": [""]},
        "linkedin": {"type": "string", "examples": [""]},
        "github": {"type": "string", "examples": ["https://github.com/ann"]},
        "email": {"type": "string"},
        "password": {"type": "string", "minLength": 10},
        "current_password": {"type": "string", "description": "Required for another e-mail address or password"}
      }
    },
    "MemberCreation": {
      "examples": [{"first_name": "Ben", "last_name": "Kim", "email": "ben@example.com", "role": "editor"}],
      "type": "object", "required": ["first_name", "last_name", "email", "role"], "additionalProperties": false,
      "properties": {
        "first_name": {"type": "string", "minLength": 1},
        "last_name": {"type": "string", "minLength": 1},
        "email": {"type": "string"},
        "role": {"$ref": "#/components/schemas/Role"},
        "publishing_restrictions": {"enum": ["draft_only", "", null]},
        "additional_permissions": {
          "type": ["array", "string"], "items": {"$ref": "#/components/schemas/Permission"}
        },
        "object_types": {
          "type": ["array", "string"], "items": {"type": "string"},
          "description": "Slugs of object types, or one; required for a contributor"
        }
      }
    },
    "MemberEdit": {
      "description": "What is given replaces what is stored: lists all of them. The rest stays.",
      "examples": [{"role": "contributor", "object_types": ["posts"], "publishing_restrictions": "draft_only"}],
      "type": "object", "required": ["role"], "additionalProperties": false,
      "properties": {
        "role": {"$ref": "#/components/schemas/Role"},
        "publishing_restrictions": {"enum": ["draft_only", "", null]},
        "additional_permissions": {
          "type": ["array", "string"], "items": {"$ref": "#/components/schemas/Permission"}
        },
        "object_types": {
          "type": ["array", "string"], "items": {"type": "string"},
          "description": "Slugs of object types, or one; required for a contributor"
        }
      }
    }
  }
})";

}  // namespace inkwell::users
