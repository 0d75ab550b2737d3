#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "inkwell/json.h"
#include "inkwell/metafield_engine.h"

namespace inkwell::metafields {

/// Counts what one check makes. A few bytes of a body become much, because a metafield takes from the type what it is
/// not given, and others wait to write meanwhile. One thread. The definitions must outlive it unmoved.
class MadeMetafields {
public:
    static constexpr std::size_t kMost = MetafieldEngine::kMostMade;
    static constexpr std::size_t kMostBytes = MetafieldEngine::kMostMadeBytes;

    /// Counts a metafield, and what it takes from its `definition` (null: nothing).
    void add(const JsonObject* definition) {
        ++count_;
        if (definition == nullptr) return;
        const auto [size, isNew] = sizes_.try_emplace(definition, 0);
        if (isNew) size->second = writeJson(*definition).size();
        bytes_ += size->second;
    }
    /// Counts an item of a repeater, or an entry that is no metafield: none of them may make one.
    void addEntry() { ++entries_; }
    bool areTooMany() const noexcept { return count_ > kMost || bytes_ > kMostBytes || entries_ > kMost; }
    static std::string problem() {
        return "is one metafield too many: what is written at once has at most " + std::to_string(kMost) +
               ", and takes at most " + std::to_string(kMostBytes) + " bytes from the object type";
    }
    static std::string entryProblem() {
        return "is one too many: repeaters that are written at once have at most " + std::to_string(kMost) + " items";
    }

private:
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
    std::size_t entries_ = 0;
    std::unordered_map<const JsonObject*, std::size_t> sizes_;
};

}  // namespace inkwell::metafields
