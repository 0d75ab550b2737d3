#pragma once

#include <string>

#include "folders/folder_input.h"
#include "inkwell/identity.h"
#include "records/folder_store.h"
#include "records/media_service.h"

namespace inkwell::media {

/// Use cases of media folders. Any thread; each method is one unit of work. Throws ApiError for the
/// client.
class FolderService {
public:
    FolderService(Services& services, MediaService& media) : services_(services), media_(media) {}

    JsonArray list(const Bucket& bucket);
    MediaService::List listMedia(const Bucket& bucket, const std::string& slug, const ListParams& params);
    JsonObject create(const Bucket& bucket, const Access& access, const FolderInput& input);
    /// The slug does not change.
    JsonObject edit(const Bucket& bucket, const Access& access, const std::string& slug, const FolderInput& input);
    /// Keeps the folder's media, without a folder.
    void remove(const Bucket& bucket, const Access& access, const std::string& slug);

private:
    void publish(const StoredFolder& folder, const char* action, const Access& access);

    Services& services_;
    MediaService& media_;
};

}  // namespace inkwell::media
