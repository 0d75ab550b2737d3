#pragma once

#include <memory>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"
#include "merge_request_input.h"
#include "merge_request_store.h"

namespace inkwell::merge_requests {

/// A request was opened or closed, in the target bucket; what completes one is MergeCompleted.
struct MergeRequestChanged {
    static constexpr const char* kEventId = "merge-request.changed";
    Change change;
};

/// The use cases of merge requests; `target` is the bucket that the request is for. Any thread; each method is one unit
/// of work. Throws ApiError for what the client must hear.
class MergeRequestService {
public:
    explicit MergeRequestService(Services& services) : services_(services) {}

    /// 400 with all problems of the input; 404 for a source that is missing or in which the caller has no role, 403
    /// unless they are its admin.
    MergeRequest open(const Bucket& target, const Access& access, NewMergeRequest input);
    MergeRequestPage list(const Bucket& target, const ListParams& params);
    MergeRequest get(const Bucket& target, const std::string& id);

    /// What a request shows of its source.
    struct Shown {
        std::shared_ptr<const Bucket> source;
        std::vector<std::string> objectIds;
    };
    /// 409 for a closed request: closing it withdraws what its opening allowed to read. 404 when the source is gone.
    Shown shown(const Bucket& target, const std::string& id);

    /// Merges everything or nothing. The caller is an admin of the target; 404, 403 as for open(); 403 for an admin
    /// who may not publish; 409 for a request that is not open, an object that is gone or does not fit.
    MergeRequest complete(const Bucket& target, const Access& access, const std::string& id, bool triggerWebhook);
    /// 409 unless it is open.
    void close(const Bucket& target, const Access& access, const std::string& id);

    /// BucketDeleting: requests for the bucket go, open ones from it are closed.
    void removeBucket(const std::string& bucketId);

private:
    /// nullptr when the bucket was deleted, also if another one has its slug now.
    std::shared_ptr<const Bucket> findSource(const MergeRequest& request);
    void requireAdmin(const Access& access, const Bucket& source);
    void checkObjects(const Bucket& source, NewMergeRequest& input);
    void requireObjects(const Bucket& source, const MergeRequest& request);
    void publishChanged(const MergeRequest& request, const char* action, const char* readerAction,
                        const Access& access);
    void publishCompleted(const MergeRequest& request, const Access& access, bool triggerWebhook);

    Services& services_;
};

}  // namespace inkwell::merge_requests
