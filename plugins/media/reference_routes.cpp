#include "inkwell/object_usage.h"
#include "inkwell/request_params.h"
#include "routes.h"

namespace inkwell::media {

namespace {

// Without objects nothing refers to a file.
ObjectUsage::Page findUses(const Request& request, Services& services, MediaService& media, const ListParams& params) {
    const std::vector<std::string> names = media.namesOf(request.bucket(), request.path("id"));
    const Visibility visibility = parseRenderOptions(request).visibility;
    ObjectUsage* const objects = services.find<ObjectUsage>();
    if (objects == nullptr) return {};
    return objects->findTexts(request.bucket(), names, visibility, params.limit, params.skip);
}

Response listReferences(const Request& request, Services& services, MediaService& media) {
    const ListParams params = parseListParams(request, services.server().maxLimit, {});
    const ObjectUsage::Page page = findUses(request, services, media, params);
    JsonArray references;
    for (const ObjectUsage::Use& one : page.uses) references.push_back(renderUse(one));
    return Response::ok({{"references", std::move(references)}, {"total", page.total}, {"limit", params.limit}});
}

}  // namespace

void addReferenceRoutes(Registrar& registrar, Services& services, MediaService& media) {
    registrar.get("/v2/buckets/{bucket_slug}/media/{id}/references", Auth::ReadKey,
                  [&](const Request& request) { return listReferences(request, services, media); },
                  {.cacheable = true,
                   .description = {.summary = "The objects that show a media file",
                                   .query = {"status", "limit", "skip"},
                                   .answer = "MediaReferences"}});
}

}  // namespace inkwell::media
