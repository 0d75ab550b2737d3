#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <unordered_map>

#include "image_format.h"
#include "inkwell/runtime.h"

namespace inkwell::images {

/// A finished picture in an open file, which stays readable after the cache removes it.
class Variant {
public:
    Variant(int file, Format format, std::int64_t sizeBytes) : file_(file), format_(format), sizeBytes_(sizeBytes) {}
    ~Variant();
    Variant(const Variant&) = delete;
    Variant& operator=(const Variant&) = delete;

    Format format() const { return format_; }
    std::int64_t sizeBytes() const { return sizeBytes_; }
    int file() const { return file_; }
    /// A separate stream over the bytes; it keeps the variant alive.
    static std::shared_ptr<std::istream> open(std::shared_ptr<const Variant> variant);

private:
    int file_;
    Format format_;
    std::int64_t sizeBytes_;
};

/// The media that a picture is made of.
struct Source {
    std::string bucketId;  // "": none, and its pictures are not kept
    std::string name;
};

/// Finished pictures on disk, at most `maxBytes` in all, by what they take of disk and memory; the least recently used
/// go first. Files damaged by a crash or
/// a bad disk are detected by a checksum and removed. Nothing is kept where less than reservedBytes of the disk would
/// stay free. The folder is exclusive to this object. Any thread.
class VariantCache {
public:
    using Look = std::function<std::filesystem::space_info(const std::filesystem::path&)>;
    static std::filesystem::space_info look(const std::filesystem::path& folder);

    /// Takes over the pictures of an earlier run from `folder`, or creates it. Throws
    /// std::filesystem::filesystem_error. `log` is told when the folder ceases to take pictures, and when it takes them
    /// again; it may be null. `look` tells the space of a folder.
    VariantCache(std::filesystem::path folder, std::int64_t maxBytes, Log* log = nullptr,
                 Look look = VariantCache::look);

    /// nullptr when there is none. `key`: lower-case hex digits.
    std::shared_ptr<const Variant> find(const std::string& key);

    /// Where files without a name are made: in the system's folder for temporary ones while the cache's cannot be
    /// written, or its disk is nearly full.
    std::filesystem::path workFolder() const;
    /// Copies a finished picture, an open file, into the cache. If it is not to be kept, alone exceeds the bound or the
    /// folder does not take it, the copy goes with the variant. Throws std::system_error, ApiError 503.
    std::shared_ptr<const Variant> add(const std::string& key, Format format, int finished, const Source& source);

    using Names = std::set<std::string>;
    /// What the pictures are made of, by bucket.
    std::map<std::string, Names> sources() const;
    Names sourcesIn(const std::string& bucketId) const;
    /// Removes all pictures of these media.
    void remove(const std::string& bucketId, const Names& names);

    /// What is taken of `maxBytes`.
    std::int64_t bytes() const;
    /// Pictures that the folder did not take.
    std::int64_t notKept() const { return notKept_; }

private:
    struct Entry {
        std::string key;
        Format format;
        std::int64_t fileBytes;
        Source source;
        bool isChecked;

        std::string label() const;          // of its source, in the file
        std::int64_t pictureBytes() const;  // where the label begins
        std::int64_t takenBytes() const;    // of the bound
    };
    using Entries = std::list<Entry>;  // most recently used first

    std::filesystem::path pathOf(const Entry& entry) const;
    void takeOver();
    void makeRoom();
    void drop(Entries::iterator entry);
    bool hasRoomFor(std::int64_t bytes) const;
    std::error_code keep(int file, const std::string& trailer, const Entry& entry,
                         const std::filesystem::path& finished) const;
    void note(const std::error_code& refusal);

    const std::filesystem::path folder_;
    const std::int64_t maxBytes_;
    Log* const log_;
    const Look look_;
    mutable std::mutex mutex_;
    Entries entries_;
    std::unordered_map<std::string, Entries::iterator> byKey_;
    std::int64_t bytes_ = 0;
    std::atomic<std::int64_t> notKept_ = 0;
    bool isRefused_ = false;  // the last picture, by the folder
};

}  // namespace inkwell::images
