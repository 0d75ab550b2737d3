#include "types/type_rules_cache.h"

#include <utility>

namespace inkwell::objects {

std::shared_ptr<const TypeRules> TypeRulesCache::rulesOf(const std::string& bucketId, const std::string& slug,
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
    if (const auto found = parsed_.find(key); found != parsed_.end()) {
        bytes_ -= found->second.document.size();
        parsed_.erase(found);
    }
    if (document->size() > kMaxBytes / 4) return rules;  // one that would put all others out
    if (bytes_ + document->size() > kMaxBytes) {
        parsed_.clear();
        bytes_ = 0;
    }
    bytes_ += document->size();
    parsed_.emplace(key, Parsed{std::move(*document), rules});
    return rules;
}

}  // namespace inkwell::objects
