#pragma once

#include <optional>
#include <string>

#include "autosave_input.h"
#include "autosave_store.h"
#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/personal_records.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"
#include "settings.h"

namespace inkwell::autosave {

/// Keeps for each person what they have typed into an object and not saved. Any thread; each method is one unit of
/// work. Throws ApiError for the client.
class AutosaveService : public PersonalRecords {
public:
    AutosaveService(Services& services, Settings settings) : services_(services), settings_(settings) {}

    const Settings& settings() const noexcept { return settings_; }

    /// What a person has in the bucket, the newest first, without the documents.
    AutosavePage list(const Bucket& bucket, const std::string& userId, std::int64_t limit, std::int64_t skip);
    /// Throws 404 when the object does not exist, or nothing of it is kept for this person.
    AutosaveItem get(const Bucket& bucket, const std::string& userId, const std::string& objectId);
    /// Returns the item without its document. Throws 404 when the object does not exist, 403 for who may not write it,
    /// VersionMismatch with what is kept. The version is that time, and never the same twice; 0 while nothing is kept.
    AutosaveItem put(const Bucket& bucket, const Access& access, const std::string& objectId, AutosaveEdit edit,
                     const std::optional<Precondition>& ifMatch);
    /// Throws 404 when nothing is kept, VersionMismatch with what is.
    void remove(const Bucket& bucket, const std::string& userId, const std::string& objectId,
                const std::optional<Precondition>& ifMatch);

    // PersonalRecords.
    void removeOfObject(const std::string& bucketId, const std::string& objectId) override;
    void removeOfPerson(const std::string& bucketId, const std::string& userId) override;
    void removeOfBucket(const std::string& bucketId) override;
    /// The job: forgets what is older than keep_days.
    void sweep();

private:
    /// For VersionMismatch::show.
    VersionedRecord current(const Bucket& bucket, const std::string& userId, const std::string& objectId);

    Services& services_;
    const Settings settings_;
};

}  // namespace inkwell::autosave
