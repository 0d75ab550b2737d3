#include "routes.h"

#include <optional>
#include <utility>

#include "inkwell/content_parts.h"
#include "inkwell/props.h"

namespace inkwell::revisions {

namespace {

const std::string kRevisions = "/v2/buckets/{bucket_slug}/objects/{object_id}/revisions";
const std::string kRevision = kRevisions + "/{revision_id}";
constexpr std::int64_t kMaxDepthParameter = 1000;

RenderOptions parseReadOptions(const Request& request, const std::optional<Props>& props, ContentParts& parts) {
    RenderOptions options;
    options.parts = &parts;
    if (props) options.props = &*props;
    if (request.choice("status", "published", {"published", "any"}) == "any") options.visibility = Visibility::Any;
    options.showMetafields = request.flag("show_metafields", false);
    if (!request.query("depth").value_or("").empty()) {
        options.depth = static_cast<int>(request.number("depth", 0, 0, kMaxDepthParameter));
    }
    return options;
}

Response listRevisions(const Request& request, Services& services, RevisionService& service) {
    const ListParams params =
        parseListParams(request, services.server().maxLimit,
                        {"order", "created_at", "-created_at", "modified_at", "-modified_at", "random"});
    const std::optional<Props> props = Props::parse(request.query("props").value_or(""));
    const ListQuery query = services.get<ObjectCatalog>().parseQuery(request.query("query").value_or(""));
    ContentParts parts;
    RevisionService::List list = service.list(request.bucket(), request.path("object_id"), params, query,
                                              parseReadOptions(request, props, parts));
    Response response =
        Response::ok({{"revisions", std::move(list.revisions)}, {"total", list.total}, {"limit", params.limit}});
    response.madeOf = std::move(parts);
    return response;
}

Response getRevision(const Request& request, RevisionService& service) {
    const std::optional<Props> props = Props::parse(request.query("props").value_or(""));
    ContentParts parts;
    Response response =
        Response::ok({{"revision", service.get(request.bucket(), request.path("object_id"), request.path("revision_id"),
                                               parseReadOptions(request, props, parts))}});
    response.madeOf = std::move(parts);
    return response;
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, RevisionService& service) {
    registrar.get(kRevisions, Auth::ReadKey,
                  [&](const Request& request) { return listRevisions(request, services, service); },
                  {.cacheable = true});
    registrar.get(kRevision, Auth::ReadKey, [&](const Request& request) { return getRevision(request, service); },
                  {.cacheable = true});
    registrar.post(kRevisions, Auth::WriteKey, [&](const Request& request) {
        return Response::ok({{"revision", service.create(request.bucket(), request.access(), request.path("object_id"),
                                                         request.json())}});
    });
}

}  // namespace inkwell::revisions
