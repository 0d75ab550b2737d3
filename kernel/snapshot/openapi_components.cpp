#include "kernel/snapshot/openapi_components.h"

#include <algorithm>
#include <array>

namespace inkwell::kernel {

namespace {

constexpr std::string_view kComponents =
    R"({
  "schemas": {
    "Id": {"type": "string", "pattern": "^[0-9a-f]{24}$", "examples": ["01a202ad4e1300009ea58d5f"]},
    "Time": {
      "type": "string", "format": "date-time", "description": "UTC, with milliseconds",
      "examples": ["2026-01-31T09:30:00.000Z"]
    },
    "Flag": {"enum": [true, false, "true", "false"]},
    "Person": {
      "type": "object", "required": ["id", "first_name", "last_name", "avatar_url"],
      "description": "A member of the bucket, as other members are told of them",
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "first_name": {"type": "string", "examples": ["Ann"]}, "last_name": {"type": "string", "examples": ["Lee"]},
        "avatar_url": {"type": ["string", "null"], "examples": ["https://cms.example.com/v2/users/01a2/avatar?v=1"]}
      }
    },
    "Message": {
      "type": "object", "required": ["message"],
      "properties": {
        "message": {
          "type": "string", "description": "What was done, with the id, key or slug",
          "examples": ["object '01a202ad4e1300009ea58d5f' was deleted"]
        }
      }
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
        },
        "current": {
          "type": "object", "additionalProperties": true,
          "description": "Of status 412 of a write with If-Match: the thing as it is now, as far as the caller may read it"
        }
      }
    },
    "Status": {
      "type": "object", "required": ["name", "version", "time"],
      "properties": {
        "name": {"type": "string", "examples": ["inkwell"]}, "version": {"type": "string", "examples": ["0.1.0"]},
        "time": {"$ref": "#/components/schemas/Time"}
      }
    },
    "Health": {"type": "object", "required": ["status"], "properties": {"status": {"type": "string", "const": "ok"}}},
    "Query": {
      "type": "object",
      "description": "In the manner of MongoDB: all members must hold. A plain value means `$eq`. In a field there may )"
    R"(be the operators of `QueryOperators`, beside fields `$and`, `$or` and `$nor`. )"
    R"(An unknown operator or key is 400.",
      "properties": {
        "$and": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Query"}},
        "$or": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Query"}},
        "$nor": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Query"}}
      },
      "additionalProperties": {
        "anyOf": [
          {"type": ["string", "number", "boolean", "null"], "description": "Means `$eq`"},
          {"$ref": "#/components/schemas/QueryOperators"},
          {"type": "object", "description": "Without operators: compared as a whole"}
        ]
      },
      "examples": [{"type": "posts", "metadata.price": {"$gte": 5, "$lt": 10}}]
    },
    "QueryOperators": {
      "type": "object", "minProperties": 1, "additionalProperties": false,
      "properties": {
        "$eq": {"description": "Equal; null: there is no value"},
        "$ne": {"description": "Not equal: matches where the field is absent"},
        "$gt": {"type": ["string", "number"], "description": "Greater"},
        "$gte": {"type": ["string", "number"], "description": "Greater or equal"},
        "$lt": {"type": ["string", "number"], "description": "Less"},
        "$lte": {"type": ["string", "number"], "description": "Less or equal"},
        "$in": {"type": "array", "description": "One of them is equal; null means absent"},
        "$nin": {"type": "array", "description": "None of them is equal: matches where the field is absent"},
        "$all": {"type": "array", "description": "Every one of them is equal to a value of the field"},
        "$exists": {"type": "boolean", "description": "There is a value, or none"},
        "$regex": {"type": "string", "description": "The pattern, for RE2, matches somewhere in a text"},
        "$options": {
          "type": "string", "pattern": "^[ims]{0,3}$",
          "description": "Beside `$regex`: i ignores case, m matches at lines, s lets the point take line breaks"
        },
        "$not": {"$ref": "#/components/schemas/QueryOperators", "description": "They do not hold"}
      },
      "examples": [{"$gte": 5, "$lt": 10}]
    },
    "OpenApiDocument": {
      "type": "object", "required": ["openapi", "info", "paths"], "additionalProperties": true,
      "properties": {
        "openapi": {"type": "string", "examples": ["3.1.0"]},
        "info": {
          "type": "object", "additionalProperties": true, "examples": [{"title": "Inkwell", "version": "0.1.0"}]
        },
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
    },
    "if_match": {
      "name": "If-Match", "in": "header",
      "description": "ETags of the thing, of which the version in front counts: 412 when it is at another, or *",
      "schema": {"type": "string", "examples": ["\"7-1f0c\""]}
    },
    "idempotency_key": {
      "name": "Idempotency-Key", "in": "header",
      "description": "A new one for every new request; a repeat with it within a day gets the first answer again",
      "schema": {"type": "string", "minLength": 1, "maxLength": 200}
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

constexpr int kBadRequest = 400;
constexpr int kUnauthorized = 401;
constexpr int kInternalError = 500;

struct ErrorExample {
    int status;
    const char* code;
    const char* message;
};

struct ErrorText {
    int status;
    const char* description;
    const char* code;
    const char* message;  // of the example
};

// interface/errors-and-limits.md, "Errors"
constexpr std::array<ErrorText, 15> kErrors = {{
    {400, "An invalid address, parameter, header or body; `problems` has all of the body's", "bad_request",
     "the object cannot be created: title: is required (and 1 more)"},
    {401, "No key or token, or a wrong one", "unauthorized",
     "the read key is missing: send it as the parameter 'read_key' or the header 'X-Read-Key'"},
    {403, "Not allowed", "forbidden", "your role does not allow this"},
    {404, "No such thing; also a thing of another bucket", "not_found",
     "object '01a202ad4e1300009ea58d5f' was not found"},
    {408, "The body did not come in time", "timeout", "the body did not come in time"},
    {409, "Taken already, or in conflict with what there is", "conflict",
     "the slug 'hello' is taken by another object of type 'posts'"},
    {410, "Gone", "gone", "the upload has expired; begin a new one"},
    {412, "Not what the request asked about", "precondition_failed", "the file is not the one that If-Match names"},
    {413, "Too large", "too_large", "the body is larger than 10 MiB"},
    {415, "Another content type is needed", "unsupported_media_type",
     "the body must be JSON, with 'Content-Type: application/json'"},
    {416, "The range lies outside of the file", "range_not_satisfiable", "the range lies behind the end of the file"},
    {422, "Cannot be processed", "unprocessable_image", "the image cannot be made"},
    {429, "Too many requests; `Retry-After` says when to come again", "too_many_requests",
     "too many requests; try again in 7 s"},
    {503, "Not available right now; `Retry-After` says when to come again", "unavailable",
     "the database is away; try again"},
    {507, "The media store is full", "insufficient_storage", "the media store is full"},
}};

const ErrorText* findText(int status) {
    const auto found = std::find_if(kErrors.begin(), kErrors.end(), [&](const auto& e) { return e.status == status; });
    return found == kErrors.end() ? nullptr : &*found;
}

bool tellsWhenToComeAgain(int status) { return status == 429 || status == 503; }

JsonObject exampleOf(const ErrorExample& error) {
    JsonObject body{{"status", error.status},
                    {"message", error.message},
                    {"code", error.code},
                    {"request_id", "01a202ad4e5000009ea58d5f"}};
    if (error.status == kBadRequest) {
        body["problems"] = {{{"path", "title"}, {"message", "is required"}},
                            {{"path", "metafields[2].value"}, {"message", "must be a number, not a string"}}};
    }
    return body;
}

JsonObject errorResponse(const char* description, const ErrorExample& example, bool hasRetryAfter) {
    JsonObject response{{"description", description},
                        {"content",
                         {{"application/json",
                           {{"schema", {{"$ref", "#/components/schemas/Error"}}}, {"example", exampleOf(example)}}}}}};
    if (hasRetryAfter) {
        response["headers"] = {
            {"Retry-After", {{"description", "Seconds"}, {"schema", {{"type", "integer"}, {"minimum", 0}}}}}};
    }
    if (example.status == kUnauthorized) {
        response["headers"] = {{"WWW-Authenticate", {{"schema", {{"type", "string"}, {"const", "Bearer"}}}}}};
    }
    return response;
}

}  // namespace

JsonObject kernelComponents() {
    JsonObject components = parseStoredJson(kComponents).as_object();
    JsonObject responses{
        {"Error", errorResponse("An error", {kInternalError, "internal_error", "something went wrong here"}, false)},
        {"NotModified", {{"description", "What `If-None-Match` names is still what there is"}}},
    };
    for (const ErrorText& error : kErrors) {
        responses[errorComponent(error.status)] = errorResponse(
            error.description, {error.status, error.code, error.message}, tellsWhenToComeAgain(error.status));
    }
    components["responses"] = std::move(responses);
    return components;
}

JsonObject declaredComponents(const std::vector<PluginComponents>& plugins) {
    JsonObject all = kernelComponents();
    for (const PluginComponents& plugin : plugins) {
        addComponents(parseJson(plugin.json, "OpenAPI components").as_object(), all);
    }
    return all;
}

// Names that two declare mean the same in both (findConflicts).
void addComponents(const JsonObject& given, JsonObject& all) {
    for (const auto& kind : given) {
        if (!all.contains(kind.key())) all[kind.key()] = JsonObject();
        JsonObject& named = all[kind.key()].as_object();
        for (const auto& one : kind.value().as_object()) named.emplace(one.key(), one.value());
    }
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
