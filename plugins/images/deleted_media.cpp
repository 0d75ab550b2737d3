#include "deleted_media.h"

#include <utility>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/media_library.h"

namespace inkwell::images {

namespace {

constexpr std::size_t kNamesAtOnce = 200;

}  // namespace

void DeletedMedia::changed(const Change& change) {
    const bool isDeleted = change.action == "deleted";
    const bool mayBeReplaced = change.action == "edited" && change.kind == "media";
    if (!mayBeReplaced && !(isDeleted && (change.kind == "media" || change.kind == "bucket"))) return;
    const std::lock_guard lock(mutex_);
    buckets_.insert(change.bucketId);
}

void DeletedMedia::sweep() {
    std::set<std::string> buckets;
    {
        const std::lock_guard lock(mutex_);
        buckets = std::exchange(buckets_, {});
    }
    if (all_.exchange(false)) {
        for (const auto& [bucketId, names] : images_.cache().sources()) sweepBucket(bucketId, names);
        return;
    }
    for (const std::string& bucketId : buckets) sweepBucket(bucketId, images_.cache().sourcesIn(bucketId));
}

void DeletedMedia::sweepBucket(const std::string& bucketId, const VariantCache::Names& names) {
    auto* directory = services_.find<BucketDirectory>();
    auto* library = services_.find<MediaLibrary>();
    if (directory == nullptr || library == nullptr) return;
    const std::shared_ptr<const Bucket> bucket = directory->findById(bucketId);
    if (!bucket) return images_.cache().remove(bucketId, names);
    for (auto next = names.begin(); next != names.end();) {
        std::vector<std::string> some;
        for (; next != names.end() && some.size() < kNamesAtOnce; ++next) some.push_back(*next);
        VariantCache::Names gone(some.begin(), some.end());
        for (const MediaLibrary::Record& record : library->findByName(*bucket, some)) {
            // A name from before a replacement finds the record, too.
            const Json* name = record.fields.if_contains("name");
            if (name != nullptr && *name == Json(record.name)) gone.erase(record.name);
        }
        if (!gone.empty()) images_.cache().remove(bucketId, gone);
    }
}

}  // namespace inkwell::images
