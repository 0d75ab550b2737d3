#pragma once

#include <string>
#include <vector>

#include "bucket_input.h"
#include "bucket_store.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"

namespace inkwell::buckets {

/// The plugin's settings (README.md).
struct Settings {
    bool onlyServerAdminsCreate = false;
    std::vector<std::string> clusters;  // beside "default"
};

/// The use cases of buckets. Any thread; after start() only. ApiError for what a client must hear.
class BucketService {
public:
    /// The references must outlive it.
    BucketService(Services& services, BucketStore& store, const Settings& settings);

    struct Entry {
        BucketRecord bucket;
        std::optional<Membership> membership;
    };
    /// The buckets in which the user has a role, oldest first.
    std::vector<Entry> list(const std::string& userId);
    /// 404 when it was deleted since the directory answered.
    BucketRecord get(const Bucket& bucket);

    /// 403 unless the owner of the token may create buckets (where-silent.md, "Users").
    void requireMayCreate(std::string_view token);
    /// Gives it keys and makes the owner its admin; without an owner ("") nobody is. A derived slug that is taken gets
    /// a number; a given one is 409. 400 for a malformed slug or title and for an unknown cluster.
    BucketRecord create(const NewBucket& input, const std::string& ownerId);
    /// 403 for a member who is no admin and would reset the keys.
    BucketRecord edit(const Bucket& bucket, const BucketEdit& edit, const Access& access);
    /// Every plugin removes its own rows in the same transaction (BucketDeleting).
    void remove(const Bucket& bucket, const Access& access);

    /// What reads show as the thumbnail: its name, or for clients of the hosted service its address.
    Json shownThumbnail(const BucketRecord& bucket);

private:
    void check(const NewBucket& input) const;
    void insertWithSlug(BucketRecord& bucket, const NewBucket& input);
    void setThumbnail(BucketRecord& record, const std::string& name);
    void publish(const BucketRecord& bucket, const char* action, const std::string& actor);

    Services& services_;
    BucketStore& store_;
    const Settings& settings_;
};

}  // namespace inkwell::buckets
