#include "routes.h"

#include "comments_input.h"
#include "comments_view.h"
#include "inkwell/request_params.h"
#include "openapi.h"

namespace comments_plugin {

namespace {

using inkwell::Auth;
using inkwell::BodyKind;
using inkwell::Request;
using inkwell::Response;

constexpr std::int64_t kMaxLimit = 1000;

const std::string kOfObject = "/v2/buckets/{bucket_slug}/objects/{object_id}/comments";
const std::string kOfBucket = "/v2/buckets/{bucket_slug}/comments";
const std::string kOne = kOfBucket + "/{id}";

Response listApproved(const Request& request, CommentsService& service) {
    const inkwell::ListParams params = inkwell::parseListParams(request, kMaxLimit, {});
    return pageResponse(service.listApproved(request.bucket(), request.path("object_id"), params));
}

Response listWaiting(const Request& request, CommentsService& service) {
    return pageResponse(service.listWaiting(request.bucket(), inkwell::parseListParams(request, kMaxLimit, {})));
}

Response add(const Request& request, CommentsService& service) {
    const NewEntry given = parseNewEntry(request.json(), service.settings().maxTextLength);
    return entryResponse(service.add(request.bucket(), request.access(), request.path("object_id"), given));
}

Response approve(const Request& request, CommentsService& service) {
    const bool approved = parseApproval(request.json());
    return entryResponse(service.approve(request.bucket(), request.access(), request.path("id"), approved));
}

Response remove(const Request& request, CommentsService& service) {
    service.remove(request.bucket(), request.access(), request.path("id"));
    return Response::message("the entry was removed");
}

}  // namespace

void addRoutes(inkwell::Registrar& registrar, CommentsService& service) {
    registrar.openApi(kOpenApi);
    registrar.get(
        kOfObject, Auth::ReadKey, [&service](const Request& request) { return listApproved(request, service); },
        {.cacheable = true,
         .description = {
             .summary = "The approved entries of an object", .query = {"limit", "skip"}, .answer = "comments_page"}});
    registrar.post(kOfObject, Auth::WriteKey, [&service](const Request& request) { return add(request, service); },
                   {.body = BodyKind::Json,
                    .description = {.summary = "Add an entry", .body = "comments_new", .answer = "comments_one"}});
    registrar.get(kOfBucket, Auth::UserToken,
                  [&service](const Request& request) { return listWaiting(request, service); },
                  {.description = {.summary = "The entries of a bucket that wait for approval",
                                   .query = {"limit", "skip"},
                                   .answer = "comments_page"}});
    registrar.patch(
        kOne, Auth::WriteKey, [&service](const Request& request) { return approve(request, service); },
        {.body = BodyKind::Json,
         .description = {
             .summary = "Approve an entry, or take it back", .body = "comments_approval", .answer = "comments_one"}});
    registrar.del(kOne, Auth::BucketAdmin, [&service](const Request& request) { return remove(request, service); },
                  {.description = {.summary = "Remove an entry", .answer = "Message"}});
}

}  // namespace comments_plugin
