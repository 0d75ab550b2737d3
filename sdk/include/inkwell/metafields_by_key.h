#pragma once

#include <map>
#include <string_view>

#include "inkwell/json.h"

namespace inkwell {

/// The metafields of one group by their keys, for whoever looks for each of many among many. Of several with one key it
/// knows the first. Refers to the array, which must outlive it unchanged. One thread.
class MetafieldsByKey {
public:
    explicit MetafieldsByKey(const JsonArray& metafields) {
        for (const Json& one : metafields)
            if (one.is_object()) fields_.try_emplace(textOf(one.get_object(), "key"), &one.get_object());
    }
    /// Null when there is none.
    const JsonObject* find(std::string_view key) const {
        const auto found = fields_.find(key);
        return found == fields_.end() ? nullptr : found->second;
    }

private:
    std::map<std::string_view, const JsonObject*> fields_;
};

}  // namespace inkwell
