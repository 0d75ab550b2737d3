#include "openapi.h"

namespace inkwell::users {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "users_q": {
      "name": "q", "in": "query", "description": "A part of the e-mail address",
      "schema": {"type": "string", "maxLength": 254, "examples": ["example.com"]}
    }
  },
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
    "PasswordResetRequest": {
      "examples": [{"email": "ann@example.com"}],
      "type": "object", "required": ["email"], "additionalProperties": false,
      "properties": {"email": {"type": "string"}}
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
    "ServerPluginSetting": {
      "type": "object", "required": ["key", "meaning", "value", "default", "is_default", "source"],
      "properties": {
        "key": {"type": "string", "examples": ["token_days"]},
        "meaning": {"type": "string", "examples": ["how long tokens are valid"]},
        "value": {"type": "string", "description": "As JSON; *** for a secret", "examples": ["30"]},
        "default": {"type": "string", "examples": ["30"]},
        "is_default": {"type": "boolean"},
        "source": {"type": "string", "description": "The file or variable that it is from, or 'default'", "examples": ["default"]}
      }
    },
    "ServerPluginWhole": {
      "type": "object", "required": ["plugin"],
      "properties": {"plugin": {
        "type": "object", "required": ["id", "version", "summary", "state", "reason", "settings"],
        "properties": {
          "id": {"type": "string", "examples": ["revisions"]},
          "version": {"type": "string", "examples": ["0.1.0"]},
          "summary": {"type": "string", "examples": ["Versions of objects, and drafts of new ones"]},
          "state": {"type": "string", "enum": ["starting", "running", "disabled", "failed"], "examples": ["running"]},
          "reason": {"type": ["string", "null"], "description": "Why it failed", "examples": [null]},
          "settings": {"type": "array", "items": {"$ref": "#/components/schemas/ServerPluginSetting"}}
        }
      }}
    },
    "ServerAccount": {
      "type": "object",
      "required": ["id", "email", "first_name", "last_name", "server_admin", "invited", "buckets", "created_at"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "email": {"type": "string", "examples": ["ann@example.com"]},
        "first_name": {"type": "string", "examples": ["Ann"]},
        "last_name": {"type": "string", "examples": ["Lee"]},
        "server_admin": {"type": "boolean", "examples": [false]},
        "invited": {"type": "boolean", "description": "It has no password yet", "examples": [false]},
        "buckets": {"type": "integer", "description": "In which it has a role", "examples": [2]},
        "created_at": {"$ref": "#/components/schemas/Time"}
      }
    },
    "ServerAccountList": {
      "type": "object", "required": ["accounts", "total"],
      "properties": {
        "accounts": {"type": "array", "items": {"$ref": "#/components/schemas/ServerAccount"}},
        "total": {"type": "integer", "examples": [1]}
      }
    },
    "ServerAccountCreation": {
      "examples": [{"email": "ann@example.com", "password": "correct horse battery"}],
      "type": "object", "required": ["email", "password"], "additionalProperties": false,
      "properties": {
        "email": {"type": "string"},
        "password": {"type": "string", "description": "Of the token's owner"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ServerInvitationRequest": {
      "examples": [{"password": "correct horse battery"}],
      "type": "object", "required": ["password"], "additionalProperties": false,
      "properties": {
        "password": {"type": "string", "description": "Of the token's owner"},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "ServerInvitation": {
      "type": "object", "required": ["invitation"],
      "properties": {"invitation": {
        "type": "object", "required": ["mailed", "address", "problem"],
        "properties": {
          "mailed": {"type": "boolean", "examples": [true]},
          "address": {"type": ["string", "null"], "description": "Where it is accepted; null when it was mailed", "examples": [null]},
          "problem": {"type": ["string", "null"], "description": "Why it could not be mailed", "examples": [null]}
        }
      }}
    },
    "ServerHealth": {
      "type": "object", "required": ["health"],
      "properties": {"health": {
        "type": "object", "required": ["ok", "state", "version", "started_at", "checks"],
        "properties": {
          "ok": {"type": "boolean"},
          "state": {"type": "string", "enum": ["starting", "running", "draining"], "examples": ["running"]},
          "version": {"type": "string", "examples": ["0.1.0"]},
          "started_at": {"$ref": "#/components/schemas/Time"},
          "checks": {"type": "array", "items": {
            "type": "object", "required": ["of", "name", "ok", "problem"],
            "properties": {
              "of": {"type": "string", "examples": ["kernel"]},
              "name": {"type": "string", "examples": ["database"]},
              "ok": {"type": "boolean", "examples": [true]},
              "problem": {"type": ["string", "null"], "examples": [null]}
            }
          }}
        }
      }}
    },
    "ServerMetrics": {
      "type": "object", "required": ["metrics"],
      "properties": {"metrics": {
        "type": "object", "required": ["step_seconds", "until", "series"],
        "properties": {
          "step_seconds": {"type": "integer", "examples": [10]},
          "until": {"type": ["string", "null"], "format": "date-time"},
          "series": {"type": "array", "items": {
            "type": "object", "required": ["name", "unit", "meaning", "values"],
            "properties": {
              "name": {"type": "string", "examples": ["requests"]},
              "unit": {"type": "string", "enum": ["per_second", "milliseconds", "bytes", "count", "percent"], "examples": ["per_second"]},
              "meaning": {"type": "string", "examples": ["Requests answered."]},
              "values": {"type": "array", "items": {"type": ["number", "null"]}, "examples": [[12.5, 13.1]]}
            }
          }}
        }
      }}
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
          "type": ["array", "string"], "maxItems": 20, "items": {"$ref": "#/components/schemas/Permission"}
        },
        "object_types": {
          "type": ["array", "string"], "maxItems": 200, "items": {"type": "string"},
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
          "type": ["array", "string"], "maxItems": 20, "items": {"$ref": "#/components/schemas/Permission"}
        },
        "object_types": {
          "type": ["array", "string"], "maxItems": 200, "items": {"type": "string"},
          "description": "Slugs of object types, or one; required for a contributor"
        }
      }
    }
  },
  "requestBodies": {
    "AvatarUpload": {
      "required": true,
      "content": {"*/*": {"schema": {"type": "string", "contentMediaType": "image/*", "description": "At most 5 MiB"}}}
    }
  },
  "responses": {
    "AvatarPicture": {
      "description": "A JPEG of 256 by 256 pixels", "content": {"*/*": {"schema": {"type": "string"}}}
    },
    "AvatarNotModified": {"description": "The client has the picture of the ETag in If-None-Match"}
  }
})";

}  // namespace inkwell::users
