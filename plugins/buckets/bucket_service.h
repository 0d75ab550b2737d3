#pragma once

#include <string>
#include <vector>

#include "bucket_input.h"
#include "bucket_store.h"
#include "inkwell/bucket_settings.h"
#include "inkwell/identity.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"

namespace inkwell::buckets {

/// The plugin's settings (README.md).
struct Settings {
    bool onlyServerAdminsCreate = false;
    std::vector<std::string> clusters;  // in addition to "default"
};

/// Use cases of buckets. Any thread, only after start(). Throws ApiError for the client.
class BucketService : public BucketSettings {
public:
    /// The arguments must outlive the service.
    BucketService(Services& services, BucketStore& store, const Settings& settings);

    struct Entry {
        BucketRecord bucket;
        std::optional<Membership> membership;
    };
    /// The buckets in which the user has a role, oldest first.
    std::vector<Entry> list(const std::string& userId);
    struct Page {
        std::vector<BucketRecord> buckets;
        std::int64_t total = 0;
    };
    /// All buckets of the server. Throws 403 unless the owner of the token is an administrator of the server.
    Page listAll(std::string_view token, std::int64_t limit, std::int64_t skip);
    /// Throws 404 when it was deleted after the directory returned it.
    BucketRecord get(const Bucket& bucket);

    /// Throws 403 unless the owner of the token may create buckets (interface/resources.md, "Buckets").
    void requireMayCreate(std::string_view token);
    /// Creates keys and makes the owner its admin; owner "" means no admin. A taken slug gets a number if it was
    /// derived, and is 409 if it was given. Throws 400 for a malformed slug or title and for an unknown cluster.
    BucketRecord create(const NewBucket& input, const std::string& ownerId);
    /// Throws 403 for a member who resets the keys, or says what the keys read and delete, and is no admin.
    BucketRecord edit(const Bucket& bucket, const BucketEdit& edit, const Access& access,
                      const std::optional<Precondition>& ifMatch = {});
    /// Every plugin removes its own rows in the same transaction (BucketDeleting). As edit(), throws a VersionMismatch
    /// that shows nothing yet.
    void remove(const Bucket& bucket, const Access& access, const std::optional<Precondition>& ifMatch = {});

    bool trashOnDelete(const Bucket& bucket) override;

    /// The thumbnail in responses: its name or, with compatibility.hosted_clients, its URL.
    Json shownThumbnail(const BucketRecord& bucket);

private:
    bool isServerAdmin(std::string_view token);
    void check(const NewBucket& input) const;
    void insertWithSlug(BucketRecord& bucket, const NewBucket& input);
    void setThumbnail(BucketRecord& record, const std::string& given, Problems& problems);
    void publish(const BucketRecord& bucket, const char* action, const std::string& actor,
                 const std::string& detail = {});

    Services& services_;
    BucketStore& store_;
    const Settings& settings_;
};

}  // namespace inkwell::buckets
