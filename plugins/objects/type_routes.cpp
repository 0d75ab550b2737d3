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
                  {.cacheable = true});
    registrar.get(kType, Auth::ReadKey,
                  [&types](const Request& request) {
                      return Response::ok({{"object_type", types.get(request.bucket(), request.path("slug"))}});
                  },
                  {.cacheable = true});
    registrar.post(kTypes, Auth::WriteKey, [&types](const Request& request) {
        const TypeInput input = parseTypeCreation(request.json());
        return Response::ok({{"object_type", types.create(request.bucket(), request.access(), input)}});
    });
    registrar.patch(kType, Auth::WriteKey, [&types](const Request& request) {
        const TypeInput input = parseTypeEdit(request.json());
        return Response::ok(
            {{"object_type", types.edit(request.bucket(), request.access(), request.path("slug"), input)}});
    });
    registrar.del(kType, Auth::WriteKey, [&types](const Request& request) {
        types.remove(request.bucket(), request.access(), request.path("slug"));
        return Response::message("object type '" + request.path("slug") + "' was deleted");
    });
}

}  // namespace inkwell::objects
