#include "sending/trial_places.h"

#include "inkwell/error.h"

namespace inkwell::webhooks {

namespace {

constexpr int kRetryAfterSeconds = 2;

}  // namespace

TrialPlaces::Taken::Taken(TrialPlaces& places, const Bucket& bucket, const std::string& userId)
    : places_(places), bucketId_(bucket.id), userId_(userId) {
    const std::lock_guard lock(places_.mutex_);
    if (places_.buckets_.contains(bucketId_)) {
        throw ApiError::unavailable(
            "another test of a webhook of bucket '" + bucket.slug + "' is waiting for its receiver; try again",
            kRetryAfterSeconds);
    }
    if (places_.users_.contains(userId_)) {
        throw ApiError::unavailable("another test of yours, of a webhook, is waiting for its receiver; try again",
                                    kRetryAfterSeconds);
    }
    if (places_.buckets_.size() >= kMost) {
        throw ApiError::unavailable("too many tests of webhooks are waiting for their receivers; try again",
                                    kRetryAfterSeconds);
    }
    places_.buckets_.insert(bucketId_);
    if (!userId_.empty()) places_.users_.insert(userId_);
}

TrialPlaces::Taken::~Taken() {
    const std::lock_guard lock(places_.mutex_);
    places_.buckets_.erase(bucketId_);
    places_.users_.erase(userId_);
}

}  // namespace inkwell::webhooks
