#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "inkwell/bucket_file_reader.h"
#include "inkwell/json.h"

namespace inkwell::kernel {

/// What is the same object in two buckets: ids are not.
struct ObjectKey {
    std::string type;
    std::string slug;
    std::string locale;  // "" without one
    auto operator<=>(const ObjectKey&) const = default;

    std::string text() const;  // "posts/hello", "posts/hello (de)"
};

/// What a bucket file holds, without the content: two of them tell what differs. One thread.
struct ContentIndex {
    /// A part such as "title" or "metadata.hero", and a digest of its value.
    using Parts = std::map<std::string, std::string>;
    struct Object {
        std::string id;
        std::string modifiedAt;
        Parts parts;
    };
    struct Media {
        std::string location;  // "" for a record without a file
        std::int64_t size = 0;
        Parts parts;
    };

    std::string slug;     // of the bucket; "" where the file, of an older server, does not say it
    std::string baseUrl;  // of its server, as above
    std::map<ObjectKey, Object> objects;
    std::map<std::string, ObjectKey> keys;  // by id
    std::map<std::string, Media> media;     // by name
    std::map<std::string, Parts> folders;   // by slug
    std::set<std::string> types;
};

/// Reads the objects of the file twice. Throws ApiError 400 for an item that is not valid.
ContentIndex indexOf(BucketFileReader& file);

/// What one bucket has otherwise than another one.
struct ContentDifferences {
    /// Which parts differ; none for what is new.
    using Parts = std::vector<std::string>;

    std::map<ObjectKey, Parts> objects;
    std::map<std::string, Parts> media;
    std::map<std::string, Parts> folders;
    std::vector<std::string> files;  // names of media whose bytes are missing
    std::vector<std::string> sizes;  // names of media whose file is there with another size
    std::vector<ObjectKey> extra;    // objects that only the target has
    std::set<std::string> types;     // of objects that differ; the target does not have them
};

/// What must be done to `target` to hold what `source` holds. With `sharesFiles` a location of the one is one of the
/// other.
ContentDifferences compare(const ContentIndex& source, const ContentIndex& target, bool sharesFiles);

/// Writes a bucket file with the media folders and media records of `source` that differ.
void writeMedia(BucketFileReader& source, const ContentDifferences& wanted, const ContentIndex& target,
                bool sharesFiles, std::ostream& file);

/// Writes a bucket file with the objects of `source` that differ, to be refused where `target` has changed since; their
/// relations name objects of the target or of the file. Returns them in the order of the file.
std::vector<ObjectKey> writeObjects(BucketFileReader& source, const ContentDifferences& wanted,
                                    const ContentIndex& sourceIndex, const ContentIndex& target, std::ostream& file);

}  // namespace inkwell::kernel
