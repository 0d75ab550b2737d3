#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "inkwell/media_library.h"
#include "inkwell/media_store.h"
#include "inkwell/services.h"
#include "settings.h"

namespace inkwell::media {

using ByteStore = inkwell::MediaStore;  // MediaStore alone is the one of this plugin's tables

/// The bytes of media in their stores, and what the database knows of them: README.md, "Crashes". Any thread. Throws
/// ApiError for what the client must hear, DatabaseError.
class ContentService {
public:
    ContentService(Services& services, const MediaSettings& settings) : services_(services), settings_(settings) {}

    /// For Plugin::start: throws std::runtime_error when the configured store is not there.
    void checkStore();
    /// What keeps new files from the configured store, "" when nothing does: it is asked for a content that it does not
    /// have.
    std::string storeProblem();

    /// A new content in the configured store under `key`; `location` is set to its place, which the database knows
    /// before the store does.
    std::unique_ptr<MediaWriter> begin(const std::string& key, const MediaContentInfo& info, std::string& location);
    /// A sign of life. ApiError 503 when the sweep has taken the content.
    void renew(const std::string& location);
    /// The content did not become a record's: it goes, unless the commit went through after all.
    void abandon(const std::string& location, bool committed) noexcept;

    /// Nothing when the bucket has no such media, or no content is known for it.
    std::optional<MediaContent> open(const Bucket& bucket, const std::string& name);
    std::optional<std::string> publicAddress(const std::string& location);

    /// Removes what is doomed at `location` from its store; the sweep tries again where that fails.
    void removeDoomed(const std::string& location) noexcept;
    /// The job: pending contents without a sign of life and all doomed ones go, and what crashed writers left.
    void sweep();

    const MediaSettings& settings() const noexcept { return settings_; }

private:
    ByteStore* findStore(const std::string& name);
    ByteStore& getStore(const std::string& name);

    Services& services_;
    const MediaSettings& settings_;
};

}  // namespace inkwell::media
