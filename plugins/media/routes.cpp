#include "routes.h"

#include "inkwell/error.h"
#include "inkwell/list_params.h"

namespace inkwell::media {

namespace {

const std::string kMedia = "/v2/buckets/{bucket_slug}/media";

// Wrong results would be worse than a refusal.
void refuseUnsupported(const Request& request, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (!request.query(name).value_or("").empty()) {
            throw ApiError::badRequest("the parameter '" + std::string(name) + "' is not supported by this version");
        }
    }
}

Response listMedia(const Request& request, Services& services, MediaService& media) {
    refuseUnsupported(request, {"query", "props"});
    const ServerInfo& server = services.server();
    const ListParams params =
        parseListParams(request, server.maxLimit, {"-created", "created", "-size", "size", "random"});
    MediaService::List list = media.list(request.bucket(), params);
    if (list.total == 0 && server.hostedClients) throw ApiError(404, "not_found", "No media found in bucket");
    return Response::ok({{"media", std::move(list.media)}, {"total", list.total}, {"limit", params.limit}});
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, MediaService& media) {
    registrar.get(kMedia, Auth::ReadKey,
                  [&services, &media](const Request& request) { return listMedia(request, services, media); },
                  {.cacheable = true});
    registrar.get(kMedia + "/{id}", Auth::ReadKey,
                  [&media](const Request& request) {
                      refuseUnsupported(request, {"props"});
                      return Response::ok({{"media", media.get(request.bucket(), request.path("id"))}});
                  },
                  {.cacheable = true});
}

}  // namespace inkwell::media
