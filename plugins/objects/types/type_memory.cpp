#include "types/type_memory.h"

#include <utility>

namespace inkwell::objects {

std::shared_ptr<const TypeRules> TypeMemory::rulesOf(const std::string& bucketId, const std::string& slug,
                                                     std::optional<std::string> document) {
    if (!document) return nullptr;
    const std::string key = bucketId + slug;
    {
        const std::lock_guard lock(mutex_);
        const auto found = parsed_.find(key);
        if (found != parsed_.end() && found->second.document == *document) return found->second.rules;
    }
    auto rules = std::make_shared<const TypeRules>(parseTypeRules(slug, *document));
    const std::lock_guard lock(mutex_);
    if (parsed_.size() >= kMaxTypes) parsed_.clear();
    parsed_.insert_or_assign(key, Parsed{std::move(*document), rules});
    return rules;
}

}  // namespace inkwell::objects
