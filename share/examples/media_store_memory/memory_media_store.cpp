#include "memory_media_store.h"

#include <algorithm>
#include <chrono>
#include <sstream>

using inkwell::MediaStoreError;

namespace {

// Never goes back.
std::int64_t nowMs() {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

}  // namespace

/// Collects the bytes; only commit() shows them to the store.
class MemoryMediaStore::Writer : public inkwell::MediaWriter {
public:
    Writer(MemoryMediaStore& store, std::string key) : store_(store), key_(std::move(key)) {}

    void write(std::string_view bytes) override { bytes_ += bytes; }

    void commit() override {
        const std::lock_guard lock(store_.mutex_);
        store_.contents_[key_] = {std::make_shared<const std::string>(std::move(bytes_)), nowMs()};
    }

private:
    MemoryMediaStore& store_;
    std::string key_;
    std::string bytes_;
};

std::unique_ptr<inkwell::MediaWriter> MemoryMediaStore::begin(const std::string& key,
                                                              const inkwell::MediaContentInfo&) {
    if (!inkwell::isMediaKey(key)) throw MediaStoreError(MediaStoreError::Kind::Other, "'" + key + "' is no key");
    return std::make_unique<Writer>(*this, key);
}

std::shared_ptr<const std::string> MemoryMediaStore::get(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = contents_.find(key);
    if (found == contents_.end()) throw MediaStoreError(MediaStoreError::Kind::NotFound, "'" + key + "' is not there");
    return found->second.bytes;
}

std::unique_ptr<std::istream> MemoryMediaStore::open(const std::string& key, std::int64_t offset, std::int64_t length) {
    const std::shared_ptr<const std::string> bytes = get(key);
    const std::size_t from = std::min(static_cast<std::size_t>(offset), bytes->size());
    return std::make_unique<std::istringstream>(bytes->substr(from, static_cast<std::size_t>(length)));
}

std::int64_t MemoryMediaStore::size(const std::string& key) { return static_cast<std::int64_t>(get(key)->size()); }

void MemoryMediaStore::remove(const std::string& key) {
    const std::lock_guard lock(mutex_);
    contents_.erase(key);
}

void MemoryMediaStore::list(const std::function<void(const Entry&)>& visit) {
    std::map<std::string, Content> contents;
    {
        // A copy, so that `visit` may call the store.
        const std::lock_guard lock(mutex_);
        contents = contents_;
    }
    for (const auto& [key, content] : contents) {
        visit({key, static_cast<std::int64_t>(content.bytes->size()), nowMs() - content.committedAtMs});
    }
}
