#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "inkwell/object_catalog.h"
#include "inkwell/paging.h"
#include "inkwell/precondition.h"
#include "inkwell/props.h"
#include "inkwell/revision_keeper.h"
#include "inkwell/services.h"
#include "revision_store.h"

namespace inkwell::revisions {

/// Use cases of revisions (interface/drafts-and-revisions.md, "Revisions"). Any thread; each method but list() is one
/// unit of work. Throws ApiError for the client.
class RevisionService : public RevisionKeeper {
public:
    /// `kept`: how many revisions edits keep of one object.
    explicit RevisionService(Services& services, std::int64_t kept = 100) : services_(services), kept_(kept) {}

    struct List {
        JsonArray revisions;
        std::int64_t total = 0;
        ContentParts madeOf;
    };
    /// Throws 404 when the object is not visible.
    List list(const Bucket& bucket, const std::string& objectId, const ListParams& params, const ListQuery& query,
              const RenderOptions& options);
    /// Throws 404 when the object or the revision is not visible.
    RenderedObjects get(const Bucket& bucket, const std::string& objectId, const std::string& id,
                        const RenderOptions& options);
    /// The result is rendered after the commit, includes `metafields`, and holds what `props` selects, or with nullptr
    /// everything. Its version is the object's. Throws a complete VersionMismatch.
    VersionedRecord create(const Bucket& bucket, const Access& access, const std::string& objectId,
                           const JsonObject& body, const std::optional<Precondition>& ifMatch = {},
                           const std::shared_ptr<const Props>& props = nullptr);

    /// create() in the caller's unit of work, without an answer.
    StoredRevision store(const Bucket& bucket, const Access& access, const std::string& objectId,
                         const JsonObject& body, const Restoring& restoring = {});
    /// RevisionKeeper::keep.
    void keep(const Bucket& bucket, ObjectRecord replaced, std::int64_t modifiedAtMs) override;
    /// A revision, draft or not, in the caller's unit of work. Throws 404.
    StoredRevision find(const Bucket& bucket, const std::string& objectId, const std::string& id);

    // Called by listeners of guards, inside the caller's unit of work.
    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfBucket(const std::string& bucketId);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);

private:
    MatchedPage<RevisionStore::Place> search(const Bucket& bucket, const RevisionStore::Scope& scope,
                                             const ListParams& params, const ListQuery& query) const;
    static std::vector<ObjectRecord> recordsOf(Sql& sql, const RevisionStore::Scope& scope,
                                               std::span<const RevisionStore::Place> places,
                                               const RenderOptions& options);
    void publish(const Bucket& bucket, const StoredRevision& revision, const Access& access, bool triggerWebhook);
    bool isSeen(const Bucket& bucket, const StoredRevision& revision) const;
    /// Returns the object's type. Throws ApiError 404 when the object is not visible.
    std::string requireObject(const Bucket& bucket, const std::string& objectId, Visibility visibility) const;
    void requireMatch(const Bucket& bucket, const Access& access, const std::string& objectId,
                      const std::optional<Precondition>& ifMatch) const;
    JsonObject answer(const Bucket& bucket, const Access& access, const StoredRevision& revision,
                      const std::shared_ptr<const Props>& props) const;
    RenderedObjects render(const Bucket& bucket, StoredRevision revision, const RenderOptions& options) const;

    Services& services_;
    const std::int64_t kept_;
};

}  // namespace inkwell::revisions
