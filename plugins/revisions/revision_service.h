#pragma once

#include <cstdint>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/services.h"
#include "revision_store.h"

namespace inkwell::revisions {

/// The use cases of revisions (specification, "Object revisions"). Any thread; each method is one unit of work. Throws
/// ApiError for what the client must hear.
class RevisionService {
public:
    explicit RevisionService(Services& services) : services_(services) {}

    struct List {
        JsonArray revisions;
        std::int64_t total = 0;
    };
    /// 404 when the object is not visible.
    List list(const Bucket& bucket, const std::string& objectId, const ListParams& params, const ListQuery& query,
              const RenderOptions& options);
    /// 404 when the object or the revision is not visible.
    JsonObject get(const Bucket& bucket, const std::string& objectId, const std::string& id,
                   const RenderOptions& options);
    /// The answer includes `metafields`.
    JsonObject create(const Bucket& bucket, const Access& access, const std::string& objectId, const JsonObject& body);

    // Listeners of guards; inside the caller's unit of work.
    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfBucket(const std::string& bucketId);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);

private:
    struct Page {
        std::vector<StoredRevision> revisions;
        std::int64_t total = 0;
    };
    Page search(Sql& sql, const Bucket& bucket, const RevisionStore::Scope& scope, const ListParams& params,
                const ListQuery& query) const;
    void publish(const Bucket& bucket, const StoredRevision& revision, const Access& access, bool triggerWebhook);
    bool isSeen(const Bucket& bucket, const StoredRevision& revision) const;
    void requireObject(const Bucket& bucket, const std::string& objectId, const RenderOptions& options) const;
    JsonObject answer(const Bucket& bucket, const StoredRevision& revision) const;
    JsonObject renderOne(const Bucket& bucket, StoredRevision revision, const RenderOptions& options) const;

    Services& services_;
};

}  // namespace inkwell::revisions
