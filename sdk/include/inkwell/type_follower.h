#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "inkwell/export.h"
#include "inkwell/services.h"

namespace inkwell {

class Registrar;

/// How a plugin that stores slugs of object types follows their renames and deletions: each one once, and those of a
/// bucket in order, also those that happened while the plugin was off, here or on another server. Contributed by
/// followTypes(). Where the plugin is on, `objects` calls it in the transaction of the change, which what it throws
/// undoes; what it missed is handed over in start() (catchUpWithTypes), soon after it has happened on another server,
/// and before a type is made or renamed. Inside Database::write, any thread.
class TypeFollower {
public:
    static constexpr const char* kContributionId = "inkwell.type-follower/1";
    using Renamed = std::function<void(const std::string& bucketId, const std::string& from, const std::string& to)>;
    using Deleted = std::function<void(const std::string& bucketId, const std::string& slug)>;

    /// `name` is the plugin's id. Without `deleted` the slugs stay: for what belongs to objects, which outlive their
    /// type and belong to a later one of its slug.
    TypeFollower(std::string name, Renamed renamed, Deleted deleted = {})
        : name_(std::move(name)), renamed_(std::move(renamed)), deleted_(std::move(deleted)) {}

    const std::string& name() const noexcept { return name_; }
    /// For `objects`. A deletion has no `to`. Throws what the plugin throws.
    void operator()(const std::string& bucketId, const std::string& from, const std::string& to) const {
        if (!to.empty()) return renamed_(bucketId, from, to);
        if (deleted_) deleted_(bucketId, from);
    }

private:
    std::string name_;
    Renamed renamed_;
    Deleted deleted_;
};

/// Keeps what the followers have missed. Provided by `objects`; plugins call catchUpWithTypes() instead. Any thread.
class INKWELL_API TypeRenames {
public:
    static constexpr const char* kServiceId = "inkwell.type-renames/1";
    virtual ~TypeRenames() = default;

    /// Hands over what the follower has missed, in a write of `services` for each bucket; outside Database::write. One
    /// that was never seen before has missed nothing. `services` are the caller's: `objects` may start after it. Throws
    /// DatabaseError and what the follower throws.
    virtual void catchUp(Services& services, const TypeFollower& follower) = 0;
};

/// For setup(): contributes a TypeFollower under the plugin's id, which is `name`.
INKWELL_API void followTypes(Registrar& registrar, const std::string& name, TypeFollower::Renamed renamed,
                             TypeFollower::Deleted deleted = {});

/// For start() of that plugin, before it answers requests; TypeRenames stands under the manifest's `uses`. Does nothing
/// without `objects`. Throws nothing that the database or the follower throws: that is logged, and `objects` tries
/// again soon.
INKWELL_API void catchUpWithTypes(Services& services, std::string_view name);

}  // namespace inkwell
