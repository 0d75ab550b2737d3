#pragma once

#include <optional>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"
#include "restoration.h"
#include "revision_service.h"

namespace inkwell::revisions {

/// Compares versions of objects and restores them (interface/drafts-and-revisions.md, "Comparing" and "Restoring"). Any
/// thread; each method is one unit of work, except that an answer is read after the commit. Throws ApiError.
class HistoryService {
public:
    HistoryService(Services& services, RevisionService& revisions) : services_(services), revisions_(revisions) {}

    /// `from` and `to` are ids of revisions, "live" or "draft". Throws 404 for one that is not there.
    JsonArray compare(const Bucket& bucket, const std::string& objectId, const std::string& from,
                      const std::string& to) const;
    /// The object as a writer is shown it afterwards. Throws what an edit throws, and a complete VersionMismatch.
    VersionedRecord restore(const Bucket& bucket, const Access& access, const std::string& objectId,
                            const Restoration& asked, const std::optional<Precondition>& ifMatch) const;

private:
    ObjectRecord getVersion(const Bucket& bucket, const std::string& objectId, const std::string& name) const;
    void store(const Bucket& bucket, const Access& access, const std::string& objectId, const Restoration& asked,
               const std::optional<Precondition>& ifMatch) const;

    Services& services_;
    RevisionService& revisions_;
};

}  // namespace inkwell::revisions
