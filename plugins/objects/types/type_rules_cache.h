#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "types/type_store.h"

namespace inkwell::objects {

/// The rules of types, parsed once for each text of their document: whoever has just read the text need not parse it
/// again. Any thread.
class TypeRulesCache {
public:
    /// Null where there is no document, because there is no such type.
    std::shared_ptr<const TypeRules> rulesOf(const std::string& bucketId, const std::string& slug,
                                             std::optional<std::string> document);

private:
    struct Parsed {
        std::string document;
        std::shared_ptr<const TypeRules> rules;
    };
    // Of documents; what is parsed takes some times that.
    static constexpr std::size_t kMaxBytes = std::size_t{4} << 20U;

    std::mutex mutex_;
    std::unordered_map<std::string, Parsed> parsed_;  // by bucket and slug
    std::size_t bytes_ = 0;                           // of their documents
};

}  // namespace inkwell::objects
