#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/identity.h"
#include "inkwell/render_options.h"
#include "inkwell/services.h"
#include "merge_changes.h"
#include "merge_request_input.h"
#include "merge_request_store.h"
#include "state_cache.h"

namespace inkwell::merge_requests {

/// A request was opened or closed, in the target bucket; completing one publishes MergeCompleted there instead. And
/// what happened to one, in its source.
struct MergeRequestChanged {
    static constexpr const char* kEventId = "merge-request.changed";
    Change change;
};

/// An open request, as admins of its source see it.
struct OutgoingRequest {
    MergeRequest request;
    std::string targetSlug;
};

struct OutgoingPage {
    std::vector<OutgoingRequest> requests;
    std::int64_t total = 0;
};

/// Use cases of merge requests; `target` is the bucket that receives the objects. Any thread; each method is one unit
/// of work. Throws ApiError for the client.
class MergeRequestService {
public:
    explicit MergeRequestService(Services& services) : services_(services) {}

    /// Throws 400 with all problems of the input, 404 when its only one is a source that does not exist or in which the
    /// caller has no role, 403 unless the caller is its admin.
    MergeRequest open(const Bucket& target, const Access& access, NewMergeRequest input);
    MergeRequestPage list(const Bucket& target, const ListParams& params);
    MergeRequest get(const Bucket& target, const std::string& id);

    /// The open ones that lead out of a bucket, for its admins.
    OutgoingPage outgoing(const Bucket& source, const ListParams& params);

    /// What a request shows of its source.
    struct Shown {
        std::shared_ptr<const Bucket> source;
        std::vector<std::string> objectIds;
    };
    /// For readers of the target, while the request is open. `token` is the caller's user token, or "". Throws 409
    /// afterwards, and once neither who opened it nor the caller is an admin of the source; 404 when the source is
    /// gone, and 403 for drafts without the token of an admin of both.
    Shown shown(const Bucket& target, const std::string& id, Visibility visibility, std::string_view token);

    struct Changes {
        std::vector<ObjectChange> objects;
        std::int64_t total = 0;  // objects of the request
        std::string state;       // of all of them: see stateOf()
    };
    /// What completing would change, for admins of the target, some objects of the request at a time. Throws 409 and
    /// 404 as shown().
    Changes changes(const Bucket& target, const Access& access, const std::string& id, std::int64_t limit,
                    std::int64_t skip);

    /// Merges everything or nothing. The caller must be an admin of the target. Throws 404 and 403 as open() does, 403
    /// for an admin who may not publish, 409 unless the request is open, every object exists and fits, and their state
    /// is the one that was looked at.
    MergeRequest complete(const Bucket& target, const Access& access, const std::string& id,
                          const Completion& completion);
    /// Throws 409 unless it is open.
    void close(const Bucket& target, const Access& access, const std::string& id);
    /// The same for an admin of the source.
    void closeOutgoing(const Bucket& source, const Access& access, const std::string& id);

    /// For BucketDeleting: removes requests for the bucket, closes open ones from it.
    void removeOfBucket(const std::string& bucketId);

    StateCache& states() noexcept { return states_; }

private:
    /// nullptr when the bucket was deleted, even if another one has its slug now.
    std::shared_ptr<const Bucket> findSource(const MergeRequest& request);
    /// nullptr also when the caller has no role in it.
    std::shared_ptr<const Bucket> findVisible(const Access& access, const std::string& slug);
    void requireAdmin(const Access& access, const Bucket& source);
    /// The id of the token's account, or "".
    std::string ownerOf(std::string_view token);
    bool isAdmin(const std::string& userId, const std::string& bucketId);
    /// To an account, or "", as readers see it.
    Shown shownTo(const std::string& caller, const Bucket& target, const std::string& id);
    std::string stateOf(const Bucket& target, const std::string& id, const Shown& request);
    void checkObjects(const Bucket& source, NewMergeRequest& input);
    void requireObjects(const Bucket& source, const MergeRequest& request, const JsonObject& content);
    void close(MergeRequestStore& store, MergeRequest& request, const Access& access);
    void publishChanged(const MergeRequest& request, const char* action, const char* readerAction,
                        const Access& access);
    void tellSource(const MergeRequest& request, const char* action, const Access& access);
    void publishCompleted(const MergeRequest& request, const Access& access, bool triggerWebhook);

    Services& services_;
    StateCache states_;
};

}  // namespace inkwell::merge_requests
