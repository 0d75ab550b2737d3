#include "inkwell/error.h"
#include "inkwell/list_params.h"
#include "inkwell/props.h"
#include "inkwell/request_params.h"
#include "routes.h"

namespace inkwell::media {

namespace {

const std::string kFolders = "/v2/buckets/{bucket_slug}/media-folders";
const std::string kFolder = kFolders + "/{slug}";

Response listFolders(const Request& request, FolderService& folders) {
    JsonArray list = folders.list(request.bucket());
    const std::size_t total = list.size();
    return Response::ok({{"media_folders", std::move(list)}, {"total", total}});
}

Response listMedia(const Request& request, Services& services, FolderService& folders) {
    const ServerInfo& server = services.server();
    const ListParams params = parseMediaList(request, server);
    const std::shared_ptr<const Props> props = parseProps(request);
    MediaService::List list = folders.listMedia(request.bucket(), request.path("slug"), params);
    if (props)
        for (Json& one : list.media) props->project(one.as_object());
    if (list.total == 0 && server.hostedClients) throw ApiError(404, "not_found", "No media found in bucket");
    return Response::ok({{"media", std::move(list.media)}, {"total", list.total}, {"limit", params.limit}});
}

}  // namespace

void addFolderRoutes(Registrar& registrar, Services& services, FolderService& folders) {
    registrar.get(kFolders, Auth::ReadKey, [&folders](const Request& request) { return listFolders(request, folders); },
                  {.cacheable = true, .description = {.summary = "List media folders", .answer = "MediaFolderList"}});
    registrar.get(kFolder, Auth::ReadKey,
                  [&services, &folders](const Request& request) { return listMedia(request, services, folders); },
                  {.cacheable = true,
                   .description = {.summary = "List the media of a folder",
                                   .query = {"props", "media_sort", "limit", "skip"},
                                   .answer = "MediaList"}});
    const auto create = [&folders](const Request& request) {
        const FolderInput input = parseFolderInput(request.json(), "the media folder cannot be created");
        return Response::ok({{"media_folder", folders.create(request.bucket(), request.access(), input)}});
    };
    const auto edit = [&folders](const Request& request) {
        const std::string& slug = request.path("slug");
        const FolderInput input = parseFolderInput(request.json(), "media folder '" + slug + "' cannot be edited");
        return Response::ok({{"media_folder", folders.edit(request.bucket(), request.access(), slug, input)}});
    };
    const auto remove = [&folders](const Request& request) {
        const std::string& slug = request.path("slug");
        folders.remove(request.bucket(), request.access(), slug);
        return Response::message("media folder '" + slug + "' was deleted");
    };
    registrar.post(
        kFolders, Auth::WriteKey, create,
        {.body = BodyKind::Json,
         .description = {.summary = "Add a media folder", .body = "MediaFolderInput", .answer = "MediaFolderAnswer"}});
    registrar.patch(
        kFolder, Auth::WriteKey, edit,
        {.body = BodyKind::Json,
         .description = {.summary = "Edit a media folder", .body = "MediaFolderInput", .answer = "MediaFolderAnswer"}});
    registrar.del(kFolder, Auth::WriteKey, remove,
                  {.description = {.summary = "Delete a media folder; its media stay", .answer = "Message"}});
}

}  // namespace inkwell::media
