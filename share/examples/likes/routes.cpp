#include "routes.h"

#include <utility>

#include "likes_input.h"

namespace likes_plugin {

namespace {

using inkwell::Auth;
using inkwell::BodyKind;
using inkwell::Request;
using inkwell::Response;

const std::string kPath = "/v2/buckets/{bucket_slug}/objects/{object_id}/likes";

// Named by the descriptions below, for GET /v2/openapi.json.
constexpr const char* kComponents = R"({
  "parameters": {
    "likes_visitor": {
      "name": "visitor", "in": "query", "required": true, "description": "As it was added",
      "schema": {"type": "string", "minLength": 1, "maxLength": 200}
    }
  },
  "schemas": {
    "likes_given": {
      "type": "object", "additionalProperties": false, "required": ["visitor"],
      "properties": {
        "visitor": {
          "type": "string", "minLength": 1, "maxLength": 200, "description": "Any text by which the site knows visitors"
        }
      }
    },
    "likes_answer": {
      "type": "object", "required": ["likes"],
      "properties": {"likes": {
        "type": "object", "required": ["object", "count", "visitors"],
        "properties": {
          "object": {"$ref": "#/components/schemas/Id"},
          "count": {"type": "integer", "minimum": 0},
          "visitors": {"type": "array", "items": {"type": "string"}, "description": "The newest first, not always all"}
        }
      }}
    }
  }
})";

Response answer(const std::string& objectId, const LikesOfObject& found) {
    inkwell::JsonArray visitors(found.visitors.begin(), found.visitors.end());
    return Response::ok({{"likes", {{"object", objectId}, {"count", found.count}, {"visitors", std::move(visitors)}}}});
}

Response getLikes(const Request& request, LikesService& service) {
    const std::string& objectId = request.path("object_id");
    return answer(objectId, service.get(request.bucket(), objectId));
}

Response addLikes(const Request& request, LikesService& service) {
    const std::string& objectId = request.path("object_id");
    return answer(objectId, service.add(request.bucket(), request.access(), objectId, parseVisitor(request.json())));
}

Response removeLikes(const Request& request, LikesService& service) {
    const std::string& objectId = request.path("object_id");
    return answer(objectId,
                  service.remove(request.bucket(), request.access(), objectId, parseVisitor(request.query("visitor"))));
}

}  // namespace

void addRoutes(inkwell::Registrar& registrar, LikesService& service) {
    registrar.openApi(kComponents);
    registrar.get(kPath, Auth::ReadKey, [&service](const Request& request) { return getLikes(request, service); },
                  {.cacheable = true, .description = {.summary = "The likes of an object", .answer = "likes_answer"}});
    registrar.post(kPath, Auth::WriteKey, [&service](const Request& request) { return addLikes(request, service); },
                   {.body = BodyKind::Json,
                    .description = {.summary = "Add a visitor", .body = "likes_given", .answer = "likes_answer"}});
    registrar.del(
        kPath, Auth::WriteKey, [&service](const Request& request) { return removeLikes(request, service); },
        {.description = {.summary = "Take a visitor away", .query = {"likes_visitor"}, .answer = "likes_answer"}});
}

}  // namespace likes_plugin
