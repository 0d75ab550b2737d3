#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "image_format.h"

namespace inkwell::images {

/// A finished picture in an open file: it stays readable when the cache removes it.
class Variant {
public:
    Variant(int file, Format format, std::int64_t sizeBytes) : file_(file), format_(format), sizeBytes_(sizeBytes) {}
    ~Variant();
    Variant(const Variant&) = delete;
    Variant& operator=(const Variant&) = delete;

    Format format() const { return format_; }
    std::int64_t sizeBytes() const { return sizeBytes_; }
    int file() const { return file_; }
    /// A stream of its own over the bytes, which keeps the variant alive.
    static std::shared_ptr<std::istream> open(std::shared_ptr<const Variant> variant);

private:
    int file_;
    Format format_;
    std::int64_t sizeBytes_;
};

/// Finished pictures on disk, below `maxBytes` in all; those asked for longest ago go first. What a crash or a bad disk
/// leaves behind is found by a checksum and removed. The folder belongs to this object alone. Any thread.
class VariantCache {
public:
    /// Takes over what an earlier run left in `folder`, which is made if it is missing. Throws
    /// std::filesystem::filesystem_error.
    VariantCache(std::filesystem::path folder, std::int64_t maxBytes);

    /// nullptr when there is none. `key`: lower-case hex digits.
    std::shared_ptr<const Variant> find(const std::string& key);

    /// A path for a file that is being made; nothing lies there yet.
    std::filesystem::path temporaryPath() const;
    /// Takes the finished file into the cache, or only opens it when it alone is larger than the bound. Throws
    /// std::system_error.
    std::shared_ptr<const Variant> add(const std::string& key, Format format, const std::filesystem::path& finished);

    std::int64_t bytes() const;

private:
    struct Entry {
        std::string key;
        Format format;
        std::int64_t fileBytes;
        bool isChecked;
    };
    using Entries = std::list<Entry>;  // asked for last first

    std::filesystem::path pathOf(const Entry& entry) const;
    void takeOver();
    void makeRoom();
    void drop(Entries::iterator entry);

    const std::filesystem::path folder_;
    const std::int64_t maxBytes_;
    mutable std::mutex mutex_;
    Entries entries_;
    std::unordered_map<std::string, Entries::iterator> byKey_;
    std::int64_t bytes_ = 0;
};

}  // namespace inkwell::images
