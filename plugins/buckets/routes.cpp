#include "routes.h"

#include "bucket_input.h"
#include "bucket_view.h"

namespace inkwell::buckets {

namespace {

bool seesKeys(const std::optional<Membership>& membership) {
    return membership && (membership->role == Role::Admin || membership->role == Role::Developer);
}

Response answer(BucketService& service, const BucketRecord& bucket, bool showKeys) {
    return Response::ok({{"bucket", renderBucket(bucket, service.shownThumbnail(bucket), showKeys)}});
}

Response listBuckets(BucketService& service, const Request& request) {
    JsonArray buckets;
    for (const auto& [bucket, membership] : service.list(request.access().userId()))
        buckets.push_back(renderBucket(bucket, service.shownThumbnail(bucket), seesKeys(membership)));
    return Response::ok({{"buckets", std::move(buckets)}});
}

Response addBucket(BucketService& service, const Request& request) {
    service.requireMayCreate(bearerToken(request.header("Authorization").value_or("")));
    BucketRecord bucket = service.create(parseNewBucket(request.json()), request.access().userId());
    return answer(service, bucket, true);
}

Response getBucket(BucketService& service, const Request& request) {
    return answer(service, service.get(request.bucket()), seesKeys(request.access().membership()));
}

Response editBucket(BucketService& service, const Request& request) {
    BucketRecord bucket = service.edit(request.bucket(), parseBucketEdit(request.json()), request.access());
    return answer(service, bucket, seesKeys(request.access().membership()));
}

Response deleteBucket(BucketService& service, const Request& request) {
    service.remove(request.bucket(), request.access());
    return Response::message("bucket '" + request.bucket().slug + "' was deleted");
}

}  // namespace

void addRoutes(Registrar& registrar, BucketService& service) {
    auto calling = [&service](Response (*handler)(BucketService&, const Request&)) -> Handler {
        return [&service, handler](const Request& request) { return handler(service, request); };
    };
    registrar.get("/v2/buckets", Auth::UserToken, calling(listBuckets));
    registrar.post("/v2/buckets", Auth::UserToken, calling(addBucket));
    registrar.get("/v2/buckets/{bucket_slug}", Auth::UserToken, calling(getBucket));
    registrar.patch("/v2/buckets/{bucket_slug}", Auth::BucketAdmin, calling(editBucket));
    registrar.del("/v2/buckets/{bucket_slug}", Auth::BucketAdmin, calling(deleteBucket));
}

}  // namespace inkwell::buckets
