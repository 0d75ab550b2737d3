#include "kernel/snapshot/openapi_components.h"

#include <algorithm>
#include <array>

namespace inkwell::kernel {

namespace {

constexpr std::string_view kComponents = R"({
  "schemas": {
    "Id": {"type": "string", "pattern": "^[0-9a-f]{24}$"},
    "Time": {"type": "string", "format": "date-time", "description": "UTC, with milliseconds"},
    "Flag": {"enum": [true, false, "true", "false"]},
    "Message": {
      "type": "object", "required": ["message"],
      "properties": {"message": {"type": "string", "description": "What was done, with the id, key or slug"}}
    },
    "Error": {
      "type": "object", "required": ["status", "message", "code", "request_id"],
      "properties": {
        "status": {"type": "integer"},
        "message": {"type": "string"},
        "code": {"type": "string", "description": "For programs; one status may have several",
        "examples": ["bad_request", "unauthorized", "forbidden", "not_found", "conflict", "too_many_requests"]},
        "request_id": {"type": "string", "description": "Also in the log of the server"},
        "problems": {
          "type": "array", "description": "Of status 400: all that is wrong with the body",
          "items": {
            "type": "object", "required": ["path", "message"],
            "properties": {"path": {"type": "string"}, "message": {"type": "string"}}
          }
        }
      }
    },
    "Status": {
      "type": "object", "required": ["name", "version", "time"],
      "properties": {
        "name": {"type": "string"}, "version": {"type": "string"}, "time": {"$ref": "#/components/schemas/Time"}
      }
    },
    "Health": {"type": "object", "required": ["status"], "properties": {"status": {"type": "string", "const": "ok"}}},
    "OpenApiDocument": {
      "type": "object", "required": ["openapi", "info", "paths"], "additionalProperties": true,
      "properties": {
        "openapi": {"type": "string"},
        "info": {"type": "object", "additionalProperties": true},
        "paths": {"type": "object", "additionalProperties": true}
      }
    }
  },
  "parameters": {
    "pretty": {
      "name": "pretty", "in": "query", "description": "Indents the answer", "schema": {"type": "boolean",
      "default": false}
    },
    "use_cache": {
      "name": "use_cache", "in": "query", "description": "false reads the database",
      "schema": {"type": "boolean", "default": true}
    },
    "limit": {
      "name": "limit", "in": "query", "description": "How many at most",
      "schema": {"type": "integer", "minimum": 1, "default": 1000}
    },
    "skip": {
      "name": "skip", "in": "query", "description": "How many to leave out first",
      "schema": {"type": "integer", "minimum": 0, "default": 0}
    },
    "props": {
      "name": "props", "in": "query",
      "description": "Names of properties with commas between them. The answer has no others, whatever is required.",
      "schema": {"type": "string"}
    },
    "status": {
      "name": "status", "in": "query", "description": "any: the latest version, draft or published; 403 where the read key reads published content only",
      "schema": {"type": "string", "enum": ["published", "any"], "default": "published"}
    },
    "show_metafields": {
      "name": "show_metafields", "in": "query", "description": "true adds the metafields",
      "schema": {"type": "boolean", "default": false}
    },
    "depth": {
      "name": "depth", "in": "query", "description": "How deep related objects are opened; 0 leaves their ids",
      "schema": {"type": "integer", "minimum": 0}
    },
    "trigger_webhook": {
      "name": "trigger_webhook", "in": "query", "description": "true fires the webhooks of the action",
      "schema": {"type": "boolean", "default": false}
    }
  },
  "securitySchemes": {
    "readKey": {"type": "apiKey", "in": "query", "name": "read_key", "description": "The read key of the bucket"},
    "readKeyHeader": {"type": "apiKey", "in": "header", "name": "X-Read-Key",
    "description": "The read key of the bucket"},
    "writeKey": {"type": "http", "scheme": "bearer", "description": "The write key of the bucket"},
    "userToken": {"type": "http", "scheme": "bearer", "description": "The token of a signed-in user"}
  }
})";

struct ErrorText {
    int status;
    const char* description;
};

// interface/errors-and-limits.md, "Errors"
constexpr std::array<ErrorText, 15> kErrors = {{
    {400, "An invalid address, parameter, header or body; `problems` has all of the body's"},
    {401, "No key or token, or a wrong one"},
    {403, "Not allowed"},
    {404, "No such thing; also a thing of another bucket"},
    {408, "The body did not come in time"},
    {409, "Taken already, or in conflict with what there is"},
    {410, "Gone"},
    {412, "Not what the request asked about"},
    {413, "Too large"},
    {415, "Another content type is needed"},
    {416, "The range lies outside of the file"},
    {422, "Cannot be processed"},
    {429, "Too many requests; `Retry-After` says when to come again"},
    {503, "Not available right now; `Retry-After` says when to come again"},
    {507, "The media store is full"},
}};

const ErrorText* findText(int status) {
    const auto found = std::find_if(kErrors.begin(), kErrors.end(), [&](const auto& e) { return e.status == status; });
    return found == kErrors.end() ? nullptr : &*found;
}

bool tellsWhenToComeAgain(int status) { return status == 429 || status == 503; }

JsonObject errorResponse(const char* description, bool hasRetryAfter) {
    JsonObject response{{"description", description},
                        {"content", {{"application/json", {{"schema", {{"$ref", "#/components/schemas/Error"}}}}}}}};
    if (hasRetryAfter) {
        response["headers"] = {
            {"Retry-After", {{"description", "Seconds"}, {"schema", {{"type", "integer"}, {"minimum", 0}}}}}};
    }
    return response;
}

}  // namespace

JsonObject kernelComponents() {
    JsonObject components = parseStoredJson(kComponents).as_object();
    JsonObject responses{
        {"Error", errorResponse("An error", false)},
        {"NotModified", {{"description", "What `If-None-Match` names is still what there is"}}},
    };
    for (const ErrorText& error : kErrors) {
        responses[errorComponent(error.status)] = errorResponse(error.description, tellsWhenToComeAgain(error.status));
    }
    components["responses"] = std::move(responses);
    return components;
}

std::string errorComponent(int status) {
    return findText(status) == nullptr ? "Error" : "Error" + std::to_string(status);
}

std::string findComponentsProblem(const JsonObject& components) {
    for (const auto& kind : components) {
        const JsonObject* named = kind.value().if_object();
        const bool isFine = named != nullptr && std::all_of(named->begin(), named->end(),
                                                            [](const auto& one) { return one.value().is_object(); });
        if (!isFine) return "'" + std::string(kind.key()) + "' must be an object of objects";
    }
    return {};
}

}  // namespace inkwell::kernel
