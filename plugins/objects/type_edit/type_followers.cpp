#include "type_edit/type_followers.h"

#include <algorithm>
#include <exception>

#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "types/type_rename_store.h"

namespace inkwell::objects {

namespace {

/// For whoever keeps something by the slugs of a bucket's types: what was stored with them has changed.
struct TypeRenamesFollowed {
    static constexpr const char* kEventId = "object-type.renames-followed";
    Change change;
};

using Followers = std::vector<const TypeFollower*>;

Followers here(Services& services) {
    const std::vector<TypeFollower*> all = services.contributions<TypeFollower>();
    return {all.begin(), all.end()};
}

std::vector<std::string> namesOf(const Followers& followers) {
    std::vector<std::string> names;
    for (const TypeFollower* one : followers) names.push_back(one->name());
    return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool handOver(Sql& sql, const std::string& bucketId, const Followers& followers) {
    if (followers.empty()) return false;
    const std::vector<TypeRenameStore::Rename> missed = TypeRenameStore(sql).take(bucketId, namesOf(followers));
    for (const TypeRenameStore::Rename& one : missed)
        for (const TypeFollower* follower : followers)
            if (follower->name() == one.follower) (*follower)(bucketId, one.from, one.to);
    return !missed.empty();
}

bool holdBucket(Services& services, const std::string& bucketId) {
    try {
        fillAlone(services.events(), bucketId, bucketId);
        return true;
    } catch (const ApiError& error) {
        if (error.status() != 404) throw;
        return false;
    }
}

}  // namespace

void TypeFollowers::tell(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql& sql) {
        const Followers followers = here(services_);
        handOver(sql, bucketId, followers);
        for (const TypeFollower* one : followers) (*one)(bucketId, from, to);
        const std::vector<std::string> told = namesOf(followers);
        TypeRenameStore store(sql);
        for (const std::string& name : store.followers())
            if (!contains(told, name)) store.insert(name, bucketId, from, to);
    });
}

void TypeFollowers::catchUp(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { handOver(sql, bucketId, here(services_)); });
}

// In a write, because a replica may not show yet what waits.
void TypeFollowers::catchUp(Services& services, const TypeFollower& follower) {
    enrol(services, follower.name());
    const auto waiting = services.database().write(
        [&](Sql& sql) { return TypeRenameStore(sql).waiting(std::span(&follower.name(), 1)); });
    for (const TypeRenameStore::Waiting& one : waiting) catchUp(services, follower, one.bucketId);
}

// The bucket first, as whoever renames a type does.
void TypeFollowers::catchUp(Services& services, const TypeFollower& follower, const std::string& bucketId) {
    services.database().write([&](Sql& sql) {
        if (!holdBucket(services, bucketId)) return TypeRenameStore(sql).removeOfBucket(bucketId);
        if (!handOver(sql, bucketId, {&follower})) return;
        TypeRenamesFollowed fact;
        fact.change.bucketId = bucketId;
        fact.change.kind = "object_type";
        fact.change.action = "edited";
        fact.change.actor = "system";
        services.events().publish(std::move(fact));
    });
}

// One that fails keeps no other from following.
void TypeFollowers::catchUpAll() {
    const Followers followers = here(services_);
    const std::vector<std::string> names = namesOf(followers);
    for (const std::string& name : names) enrol(services_, name);
    const auto waiting = services_.database().read([&](Sql& sql) { return TypeRenameStore(sql).waiting(names); });
    std::exception_ptr failure;
    for (const TypeRenameStore::Waiting& one : waiting) {
        const auto at = std::find(names.begin(), names.end(), one.follower);
        try {
            catchUp(services_, *followers.at(static_cast<std::size_t>(at - names.begin())), one.bucketId);
        } catch (...) {
            failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

void TypeFollowers::forget() {
    const std::lock_guard lock(mutex_);
    enrolled_.clear();
}

void TypeFollowers::enrol(Services& services, const std::string& name) {
    {
        const std::lock_guard lock(mutex_);
        if (enrolled_.contains(name)) return;
    }
    const auto isKnown = [&](Sql& sql) { return contains(TypeRenameStore(sql).followers(), name); };
    if (!services.database().read(isKnown)) {
        services.database().write([&](Sql& sql) {
            if (!isKnown(sql)) TypeRenameStore(sql).addFollower(name);
        });
    }
    const std::lock_guard lock(mutex_);
    enrolled_.insert(name);
}

}  // namespace inkwell::objects
