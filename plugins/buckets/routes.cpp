#include "routes.h"

#include "bucket_input.h"
#include "bucket_view.h"
#include "inkwell/precondition.h"
#include "inkwell/request_params.h"
#include "inkwell/role_name.h"
#include "openapi.h"

namespace inkwell::buckets {

namespace {

ShownKeys keysFor(const std::optional<Membership>& membership) {
    if (!membership || (membership->role != Role::Admin && membership->role != Role::Developer)) return ShownKeys::None;
    return membership->draftOnly ? ShownKeys::Read : ShownKeys::Both;
}

VersionedRecord shown(BucketService& service, const Request& request) {
    const BucketRecord bucket = service.get(request.bucket());
    const ShownKeys keys = keysFor(request.access().membership());
    return {renderBucket(bucket, service.shownThumbnail(bucket), keys), bucket.version};
}

Response answer(VersionedRecord bucket) {
    Response response = Response::ok({{"bucket", std::move(bucket.record)}});
    showVersion(response, bucket.version);
    return response;
}

// The write is committed: a thumbnail's address that cannot be looked up is no reason to call it refused.
Response answerOfWrite(BucketService& service, const BucketRecord& bucket, ShownKeys keys) {
    Json thumbnail = Json("");
    try {
        thumbnail = service.shownThumbnail(bucket);
    } catch (const std::exception&) {
    }
    return answer({renderBucket(bucket, std::move(thumbnail), keys), bucket.version});
}

Response listBuckets(BucketService& service, const Request& request) {
    JsonArray buckets;
    for (const auto& [bucket, membership] : service.list(request.access().userId())) {
        JsonObject shown = renderBucket(bucket, service.shownThumbnail(bucket), keysFor(membership));
        if (membership) shown["role"] = roleName(membership->role);
        buckets.push_back(std::move(shown));
    }
    return Response::ok({{"buckets", std::move(buckets)}});
}

std::string tokenOf(const Request& request) {
    return std::string(bearerToken(request.header("Authorization").value_or("")));
}

Response listAllBuckets(Services& services, BucketService& service, const Request& request) {
    const ListParams params = parseListParams(request, services.server().maxLimit, {});
    const BucketService::Page page = service.listAll(tokenOf(request), params.limit, params.skip);
    JsonArray buckets;
    for (const BucketRecord& bucket : page.buckets)
        buckets.push_back(renderBucket(bucket, service.shownThumbnail(bucket), ShownKeys::None));
    return Response::ok({{"buckets", std::move(buckets)}, {"total", page.total}});
}

Response addBucket(BucketService& service, const Request& request) {
    service.requireMayCreate(tokenOf(request));
    BucketRecord bucket = service.create(parseNewBucket(request.json()), request.access().userId());
    return answerOfWrite(service, bucket, ShownKeys::Both);
}

Response getBucket(BucketService& service, const Request& request) { return answer(shown(service, request)); }

Response editBucket(BucketService& service, const Request& request) {
    const BucketEdit edit = parseBucketEdit(request.json());
    const BucketRecord bucket =
        writeVersion([&] { return service.edit(request.bucket(), edit, request.access(), preconditionOf(request)); },
                     [&] { return shown(service, request); });
    return answerOfWrite(service, bucket, keysFor(request.access().membership()));
}

Response deleteBucket(BucketService& service, const Request& request) {
    writeVersion([&] { service.remove(request.bucket(), request.access(), preconditionOf(request)); },
                 [&] { return shown(service, request); });
    return Response::message("bucket '" + request.bucket().slug + "' was deleted");
}

}  // namespace

void addRoutes(Registrar& registrar, BucketService& service) {
    Services& services = registrar.services();
    auto calling = [&service](Response (*handler)(BucketService&, const Request&)) -> Handler {
        return [&service, handler](const Request& request) { return handler(service, request); };
    };
    registrar.openApi(kOpenApi);
    registrar.get(
        "/v2/buckets", Auth::UserToken, calling(listBuckets),
        {.description = {.summary = "The buckets that the token's owner has a role in", .answer = "BucketList"}});
    registrar.get("/v2/server/buckets", Auth::UserToken,
                  [&services, &service](const Request& request) { return listAllBuckets(services, service, request); },
                  {.description = {.summary = "All buckets of the server, for its administrators",
                                   .query = {"limit", "skip"},
                                   .answer = "ServerBucketList"}});
    registrar.post("/v2/buckets", Auth::UserToken, calling(addBucket),
                   {.body = BodyKind::Json,
                    .description = {.summary = "Add a bucket", .body = "BucketCreation", .answer = "BucketAnswer"}});
    registrar.get("/v2/buckets/{bucket_slug}", Auth::UserToken, calling(getBucket),
                  {.description = {.summary = "A bucket", .answer = "BucketAnswer"}});
    registrar.patch(
        "/v2/buckets/{bucket_slug}", Auth::BucketAdmin, calling(editBucket),
        {.body = BodyKind::Json,
         .permission = "settings",
         .description = {
             .summary = "Edit a bucket", .query = {"if_match"}, .body = "BucketEdit", .answer = "BucketAnswer"}});
    registrar.del("/v2/buckets/{bucket_slug}", Auth::BucketAdmin, calling(deleteBucket),
                  {.description = {
                       .summary = "Delete a bucket with all its content", .query = {"if_match"}, .answer = "Message"}});
}

}  // namespace inkwell::buckets
