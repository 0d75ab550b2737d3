#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/object_usage.h"

namespace inkwell::objects {

/// Finds the objects that hold a value, such as the id of an object or the name of a file, by the keys that
/// objects_fields keeps. Made for one unit of work, on its thread. Methods throw DatabaseError.
class ReferenceStore {
public:
    explicit ReferenceStore(Sql& sql) : sql_(sql) {}

    /// The visible objects of the bucket, oldest first, in which one of these keys (store/field_key.h), at least one,
    /// is a whole value of the thumbnail or a metafield.
    ObjectUsage::Page find(const std::string& bucketId, std::span<const std::string> keys, Visibility visibility,
                           std::int64_t limit, std::int64_t skip);

    /// Some engines look at many more rows once a list is longer.
    static constexpr std::size_t kKeysPerStatement = 128;

private:
    /// The rows of the page in order, and how many there are in all.
    std::pair<std::vector<std::int64_t>, std::int64_t> findRows(const std::string& bucketId,
                                                                std::span<const std::string> keys,
                                                                Visibility visibility, std::int64_t limit,
                                                                std::int64_t skip);
    std::vector<ObjectUsage::Use> readUses(const std::vector<std::int64_t>& rows);
    /// `rows`: the number of each one's row, which is that of the draft where one is shown.
    void addFields(const std::string& bucketId, std::span<const std::string> keys,
                   const std::vector<std::int64_t>& rows, std::vector<ObjectUsage::Use>& uses);

    Sql& sql_;
};

}  // namespace inkwell::objects
