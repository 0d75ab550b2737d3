#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/bucket_transfer.h"
#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// The member `format` of a bucket file that this server writes.
inline constexpr std::string_view kBucketFileFormat = "inkwell-bucket/1";

/// The names in a bucket file (interface/import-and-export.md, "The file").
namespace bucket_file {
inline constexpr std::string_view kMediaFolders = "media_folders";
inline constexpr std::string_view kMedia = "media";
inline constexpr std::string_view kObjectTypes = "object_types";
inline constexpr std::string_view kObjects = "objects";
inline constexpr std::string_view kMetafields = "metafields";
/// The types of metafields whose values name objects by their ids in the file.
inline constexpr std::string_view kRelation = "object";
inline constexpr std::string_view kRelations = "objects";
}  // namespace bucket_file

/// A bucket file (interface/import-and-export.md, "The file"), of which no more than one item is in memory. One thread.
class INKWELL_API BucketFileReader {
public:
    /// Of an item; and of what is kept of the rest, which are names and what is neither an array nor an object.
    static constexpr std::size_t kMaxItemBytes = 16 * 1024 * 1024;

    /// Reads all of the stream once, to find where its items are; it must be seekable and outlive the reader. Throws
    /// ApiError 400 for what is no JSON or no bucket file.
    explicit BucketFileReader(std::istream& file, std::size_t maxItemBytes = kMaxItemBytes);
    ~BucketFileReader();
    BucketFileReader(const BucketFileReader&) = delete;
    BucketFileReader& operator=(const BucketFileReader&) = delete;

    /// The bucket's members in the file, in its order.
    const std::vector<std::string>& members() const noexcept { return members_; }
    /// Those that are texts, numbers, booleans or null; such as the title.
    const JsonObject& values() const noexcept { return values_; }
    /// Null where the member is no array. Belongs to the reader.
    ImportItems* findItems(std::string_view member);
    bool isItems(std::string_view member) const { return items_.find(member) != items_.end(); }
    bool isNull(std::string_view member) const;
    /// memoryOfJson of the item for which that is most.
    std::size_t largestItemMemory() const noexcept { return largestItemMemory_; }

private:
    class Items;
    class Scanner;
    void readFile(Scanner& scanner);
    void readBucket(Scanner& scanner);
    void readMember(Scanner& scanner, const std::string& name);
    void countKept(std::size_t bytes);

    std::istream& file_;
    const std::size_t maxItemBytes_;
    std::int64_t place_ = -1;  // of the next byte of the stream; -1: not known
    std::vector<std::string> members_;
    JsonObject values_;
    std::map<std::string, std::unique_ptr<Items>, std::less<>> items_;
    bool hasBucket_ = false;
    std::size_t keptBytes_ = 0;
    std::size_t largestItemMemory_ = 0;
};

}  // namespace inkwell
