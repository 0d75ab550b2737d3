#pragma once

#include <functional>
#include <string>
#include <utility>

namespace inkwell {

/// Whether the database knows contents in a media store: a store that finds nothing in its place asks, and tells so a
/// first start from a disk that is not mounted. Contributed by the media plugin. Any thread, not inside a unit of work.
class StoredContents {
public:
    static constexpr const char* kContributionId = "inkwell.stored-contents/1";

    explicit StoredContents(std::function<bool(const std::string& store)> areIn) : areIn_(std::move(areIn)) {}
    /// Contents that were stored in full in the store of this name (MediaStore::name) and not removed since. Throws
    /// DatabaseError.
    bool areIn(const std::string& store) const { return areIn_(store); }

private:
    std::function<bool(const std::string& store)> areIn_;
};

}  // namespace inkwell
