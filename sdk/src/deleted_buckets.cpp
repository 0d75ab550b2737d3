#include "inkwell/deleted_buckets.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"

namespace inkwell {

namespace {

constexpr int kMinutes = 60;
// The second one finds what was still on its way at another node.
constexpr int kLooksAfterADeletion = 2;

}  // namespace

void followDeletedBuckets(Registrar& registrar, std::function<std::vector<std::string>()> bucketIds,
                          std::function<void(const std::string& bucketId)> remove) {
    const auto look = [&services = registrar.services(), find = std::move(bucketIds), remove = std::move(remove)] {
        auto& buckets = services.get<BucketDirectory>();
        for (const std::string& id : find()) {
            if (buckets.findById(id)) continue;
            // A read may be older than a new bucket.
            services.database().write([&](Sql&) {
                if (!buckets.findById(id)) remove(id);
            });
        }
    };
    struct State {
        std::atomic<int> looks = 1;
        int minutes = 0;
    };
    const auto state = std::make_shared<State>();
    registrar.on<ChangeCommitted>([state](ChangeCommitted& event) {
        if (event.change.kind == "bucket" && event.change.action == "deleted") state->looks = kLooksAfterADeletion;
    });
    registrar.every(std::chrono::minutes(1), "deleted_buckets", [look, state] {
        const bool isRegular = ++state->minutes % kMinutes == 0;
        if (state->looks == 0 && !isRegular) return;
        if (state->looks > 0) --state->looks;
        look();
    });
}

}  // namespace inkwell
