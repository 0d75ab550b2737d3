#pragma once

#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "inkwell/type_follower.h"

namespace inkwell::objects {

/// Tells those who store slugs of object types of renames and deletions, and keeps them for those who are off (decision
/// 55). Any thread. Throws DatabaseError and what followers throw.
class TypeFollowers : public TypeRenames {
public:
    explicit TypeFollowers(Services& services) : services_(services) {}

    /// In the transaction of the change, which holds the bucket alone; "" as `to` for a deletion.
    void tell(const std::string& bucketId, const std::string& from, const std::string& to);
    /// In the transaction that makes a type: what it did not hear of its slug is not about this one.
    void catchUp(const std::string& bucketId);

    void catchUp(Services& services, const TypeFollower& follower) override;

    /// Job: for those who were told of nothing on another server, or while they started.
    void catchUpAll();
    /// For when another database may have taken the place of this one.
    void forget();

private:
    void enrol(Services& services, const std::string& name);
    void catchUp(Services& services, const TypeFollower& follower, const std::string& bucketId);

    Services& services_;
    std::mutex mutex_;
    std::set<std::string> enrolled_;  // as was read or committed
};

}  // namespace inkwell::objects
