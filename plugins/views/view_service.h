#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/services.h"
#include "view_input.h"
#include "view_store.h"

namespace inkwell::views {

inline constexpr std::int64_t kMaxViewsOfOne = 200;  // of one person in one bucket

/// Kind "view": who saved, changed or removed one.
struct ViewChanged {
    static constexpr const char* kEventId = "view.changed";
    Change change;
};

/// The saved views of a bucket's members: each sees their own and the shared ones, and changes their own; admins change
/// shared ones too. Another's private view is 404. Any thread. Throws ApiError and DatabaseError.
class ViewService {
public:
    explicit ViewService(Services& services) : services_(services) {}

    std::vector<View> list(const Bucket& bucket, const Access& access);
    View get(const Bucket& bucket, const Access& access, const std::string& id);
    View create(const Bucket& bucket, const Access& access, const ViewInput& input);
    View edit(const Bucket& bucket, const Access& access, const std::string& id, const ViewInput& input);
    void remove(const Bucket& bucket, const Access& access, const std::string& id);

    void removePrivateOf(const std::string& bucketId, const std::string& userId);
    void removeOfBucket(const std::string& bucketId);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);
    void renameField(const std::string& bucketId, const std::string& type, const std::string& from,
                     const std::string& to);

private:
    void refuseProblems(const Bucket& bucket, const ViewInput& input, const char* refusal) const;
    /// Locks it.
    static std::optional<View> findVisible(ViewStore& store, const Bucket& bucket, const Access& access,
                                           const std::string& id);
    /// The view that was found, for who may change it.
    static View take(std::optional<View> view, const Access& access, const std::string& id);
    void requireOwner(const View& view) const;
    void publish(const View& view, const Access& access, const char* action);

    Services& services_;
};

}  // namespace inkwell::views
