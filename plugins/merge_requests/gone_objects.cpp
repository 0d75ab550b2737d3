#include "gone_objects.h"

#include <utility>

namespace inkwell::merge_requests {

std::map<std::string, TrashedRecord> findGone(Services& services, const Bucket& bucket,
                                              std::span<const std::string> ids) {
    std::map<std::string, TrashedRecord> known;
    auto* trash = services.find<TrashBin>();
    if (trash == nullptr || ids.empty()) return known;
    for (TrashedRecord& one : trash->find(bucket, ids)) {
        std::string id = one.id;
        known.emplace(std::move(id), std::move(one));
    }
    return known;
}

}  // namespace inkwell::merge_requests
