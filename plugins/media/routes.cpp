#include "routes.h"

#include <charconv>

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
    const ListParams params = parseMediaList(request, server);
    const ListQuery query = parseMediaQuery(request.query("query").value_or(""));
    const std::shared_ptr<const Props> props = parseProps(request);
    const bool countsUses = request.flag("uses", false);
    MediaService::List list = media.list(request.bucket(), params, query);
    if (countsUses) media.addUses(request.bucket(), parseRenderOptions(request).visibility, list.media);
    if (props)
        for (Json& one : list.media) props->project(one.as_object());
    if (list.total == 0 && server.hostedClients) throw ApiError(404, "not_found", "No media found in bucket");
    JsonObject body{{"media", std::move(list.media)}, {"total", list.total}, {"limit", params.limit}};
    // What objects hold is counted: the answer is made of more than media.
    if (countsUses) return Response::ok(std::move(body));
    Response response = ok(std::move(body));
    // It says which objects are counted, and none are.
    if (request.query("status")) response.headers.emplace_back("Inkwell-Ignored", "status");
    return response;
}

Response editMedia(const Request& request, Services& services, MediaService& media) {
    const std::string& id = request.path("id");
    const MediaEdit edit = parseMediaEdit(request.json(), services.server().hostedClients);
    const std::int64_t version =
        writeVersion([&] { return media.edit(request.bucket(), request.access(), id, edit, preconditionOf(request)); },
                     [&] { return media.current(request.bucket(), request.access(), id); });
    Response response = Response::message("media '" + id + "' was edited");
    showVersion(response, version);
    return response;
}

Response removeMedia(const Request& request, MediaService& media) {
    const std::string& id = request.path("id");
    const bool triggerWebhook = request.flag("trigger_webhook", false);
    writeVersion([&] { media.remove(request.bucket(), request.access(), id, triggerWebhook, preconditionOf(request)); },
                 [&] { return media.current(request.bucket(), request.access(), id); });
    return Response::message("media '" + id + "' was deleted");
}

}  // namespace

std::int64_t lengthOf(const Request& request) {
    const std::string text = request.header("Content-Length").value_or("");
    std::int64_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    return error == std::errc() && length > 0 ? length : 0;
}

ListParams parseMediaList(const Request& request, const ServerInfo& server) {
    if (!server.hostedClients) {
        return parseListParams(
            request, server.maxLimit,
            {"-created", "created", "-size", "size", "original_name", "-original_name", "type", "-type", "random"});
    }
    ListParams params = parseListParams(request, server.maxLimit,
                                        {"-created", "created", "-created_at", "created_at", "-size", "size",
                                         "original_name", "-original_name", "type", "-type", "random"});
    if (params.sort.ends_with("created_at")) params.sort.resize(params.sort.size() - std::string_view("_at").size());
    return params;
}

void addRoutes(Registrar& registrar, Services& services, MediaService& media) {
    registrar.openApi(kOpenApi);
    registrar.get(
        kMedia, Auth::ReadKey,
        [&services, &media](const Request& request) { return listMedia(request, services, media); },
        {.cacheable = true,
         .description = {.summary = "List media",
                         .query = {"media_query", "props", "media_sort", "limit", "skip", "media_uses", "status"},
                         .answer = "MediaList"}});
    registrar.get(
        kMedia + "/{id}", Auth::ReadKey,
        [&media](const Request& request) {
            const std::shared_ptr<const Props> props = parseProps(request);
            VersionedRecord found = media.get(request.bucket(), request.path("id"));
            if (props) props->project(found.record);
            Response response = ok({{"media", std::move(found.record)}});
            showVersion(response, found.version);
            return response;
        },
        {.cacheable = true, .description = {.summary = "A media record", .query = {"props"}, .answer = "MediaAnswer"}});
    registrar.patch(
        kMedia + "/{id}", Auth::WriteKey,
        [&services, &media](const Request& request) { return editMedia(request, services, media); },
        {.body = BodyKind::Json,
         .description = {
             .summary = "Edit a media record", .query = {"if_match"}, .body = "MediaEdit", .answer = "Message"}});
    registrar.del(kMedia + "/{id}", Auth::WriteKey,
                  [&media](const Request& request) { return removeMedia(request, media); },
                  {.description = {.summary = "Delete a media record and its file",
                                   .query = {"trigger_webhook", "if_match"},
                                   .answer = "Message"}});
}

}  // namespace inkwell::media
