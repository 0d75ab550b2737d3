#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kTypes = "/v2/buckets/{bucket_slug}/object-types";
const std::string kType = kTypes + "/{slug}";

}  // namespace

void addTypeRoutes(Registrar& registrar, TypeService& types) {
    registrar.get(kTypes, Auth::ReadKey,
                  [&types](const Request& request) {
                      return Response::ok({{"object_types", types.list(request.bucket())}});
                  },
                  {.cacheable = true, .description = {.summary = "List object types", .answer = "ObjectTypeList"}});
    registrar.get(kType, Auth::ReadKey,
                  [&types](const Request& request) {
                      return Response::ok({{"object_type", types.get(request.bucket(), request.path("slug"))}});
                  },
                  {.cacheable = true, .description = {.summary = "An object type", .answer = "ObjectTypeAnswer"}});
    const auto create = [&types](const Request& request) {
        const TypeInput input = parseTypeCreation(request.json());
        return Response::ok({{"object_type", types.create(request.bucket(), request.access(), input)}});
    };
    const auto edit = [&types](const Request& request) {
        const TypeInput input = parseTypeEdit(request.json());
        return Response::ok(
            {{"object_type", types.edit(request.bucket(), request.access(), request.path("slug"), input)}});
    };
    const auto remove = [&types](const Request& request) {
        types.remove(request.bucket(), request.access(), request.path("slug"));
        return Response::message("object type '" + request.path("slug") + "' was deleted");
    };
    registrar.post(
        kTypes, Auth::WriteKey, create,
        {.body = BodyKind::Json,
         .description = {.summary = "Add an object type", .body = "ObjectTypeCreation", .answer = "ObjectTypeAnswer"}});
    registrar.patch(
        kType, Auth::WriteKey, edit,
        {.body = BodyKind::Json,
         .description = {.summary = "Edit an object type", .body = "ObjectTypeEdit", .answer = "ObjectTypeAnswer"}});
    registrar.del(kType, Auth::WriteKey, remove,
                  {.description = {.summary = "Delete an object type; its objects stay", .answer = "Message"}});
}

}  // namespace inkwell::objects
