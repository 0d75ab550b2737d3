#include "routes.h"

#include "inkwell/error.h"
#include "inkwell/list_params.h"
#include "inkwell/props.h"
#include "inkwell/request_params.h"
#include "openapi.h"
#include "records/media_query.h"

namespace inkwell::media {

namespace {

const std::string kMedia = "/v2/buckets/{bucket_slug}/media";

Response ok(JsonObject body) {
    Response response = Response::ok(std::move(body));
    response.madeOf.emplace().addMedia();
    return response;
}

Response listMedia(const Request& request, Services& services, MediaService& media) {
    const ServerInfo& server = services.server();
    const ListParams params =
        parseListParams(request, server.maxLimit, {"-created", "created", "-size", "size", "random"});
    const ListQuery query = parseMediaQuery(request.query("query").value_or(""));
    const std::shared_ptr<const Props> props = parseProps(request);
    MediaService::List list = media.list(request.bucket(), params, query);
    if (props)
        for (Json& one : list.media) props->project(one.as_object());
    if (list.total == 0 && server.hostedClients) throw ApiError(404, "not_found", "No media found in bucket");
    return ok({{"media", std::move(list.media)}, {"total", list.total}, {"limit", params.limit}});
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, MediaService& media) {
    registrar.openApi(kOpenApi);
    registrar.get(kMedia, Auth::ReadKey,
                  [&services, &media](const Request& request) { return listMedia(request, services, media); },
                  {.cacheable = true,
                   .description = {.summary = "List media",
                                   .query = {"media_query", "props", "media_sort", "limit", "skip"},
                                   .answer = "MediaList"}});
    registrar.get(
        kMedia + "/{id}", Auth::ReadKey,
        [&media](const Request& request) {
            const std::shared_ptr<const Props> props = parseProps(request);
            JsonObject found = media.get(request.bucket(), request.path("id"));
            if (props) props->project(found);
            return ok({{"media", std::move(found)}});
        },
        {.cacheable = true, .description = {.summary = "A media record", .query = {"props"}, .answer = "MediaAnswer"}});
    registrar.patch(kMedia + "/{id}", Auth::WriteKey,
                    [&media](const Request& request) {
                        const std::string& id = request.path("id");
                        media.edit(request.bucket(), request.access(), id, parseMediaEdit(request.json()));
                        return Response::message("media '" + id + "' was edited");
                    },
                    {.body = BodyKind::Json,
                     .description = {.summary = "Edit a media record", .body = "MediaEdit", .answer = "Message"}});
    registrar.del(
        kMedia + "/{id}", Auth::WriteKey,
        [&media](const Request& request) {
            const std::string& id = request.path("id");
            media.remove(request.bucket(), request.access(), id, request.flag("trigger_webhook", false));
            return Response::message("media '" + id + "' was deleted");
        },
        {.description = {
             .summary = "Delete a media record and its file", .query = {"trigger_webhook"}, .answer = "Message"}});
}

}  // namespace inkwell::media
