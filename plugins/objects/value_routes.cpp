#include <string_view>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/text.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kOpenApi = R"({
  "schemas": {
    "ObjectValues": {
      "type": "object", "required": ["values", "limit"],
      "properties": {
        "values": {
          "type": "array",
          "items": {
            "type": "object", "required": ["value", "count"],
            "properties": {"value": {"type": ["string", "number", "boolean"], "examples": ["red"]},
                           "count": {"type": "integer", "examples": [12]}}
          }
        },
        "limit": {"type": "integer", "examples": [100]}
      }
    }
  },
  "parameters": {
    "objects_value_field": {
      "name": "field", "in": "query", "required": true, "description": "The metafield, as in query: metadata.color",
      "schema": {"type": "string"}, "example": "metadata.color"
    },
    "objects_value_type": {
      "name": "type", "in": "query", "description": "Slug of an object type: counts its objects only",
      "schema": {"type": "string"}
    },
    "objects_value_limit": {
      "name": "limit", "in": "query", "description": "How many values, the most frequent first",
      "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}
    }
  }
})";

ValueService::Asked parseAsked(const Request& request) {
    ValueService::Asked asked;
    asked.field = request.query("field").value_or("");
    const bool isMetafield = asked.field.starts_with("metadata.") && asked.field.size() > 9;
    if (!isMetafield || codePoints(asked.field) > kMaxKeyLength) {
        throw ApiError::badRequest("the parameter 'field' must name a metafield, as in 'metadata.color'");
    }
    asked.type = request.query("type").value_or("");
    asked.limit = request.number("limit", 100, 1, 1000);
    if (request.choice("status", "published", {"published", "any"}) == "any") {
        request.requireReadDrafts();
        asked.visibility = Visibility::Any;
    }
    return asked;
}

}  // namespace

void addValueRoutes(Registrar& registrar, ValueService& service) {
    const auto list = [&service](const Request& request) {
        const ValueService::Asked asked = parseAsked(request);
        return Response::ok({{"values", service.values(request.bucket(), asked)}, {"limit", asked.limit}});
    };
    registrar.openApi(kOpenApi);
    registrar.get(
        "/v2/buckets/{bucket_slug}/objects/values", Auth::ReadKey, list,
        {.cacheable = true,
         .description = {.summary = "The values of a metafield, with counts",
                         .query = {"objects_value_field", "objects_value_type", "status", "objects_value_limit"},
                         .answer = "ObjectValues"}});
}

}  // namespace inkwell::objects
