#include "view_service.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "inkwell/member_directory.h"
#include "inkwell/object_catalog.h"
#include "inkwell/text.h"

namespace inkwell::views {

namespace {

// What a condition on a type compares with: a slug, or operators with slugs. Whether it was named.
bool renameSlugIn(Json& compared, const std::string& from, const std::string& to) {
    bool named = false;
    if (compared.is_string() && compared.get_string() == from) {
        compared = to;
        named = true;
    } else if (compared.is_array()) {
        for (Json& one : compared.get_array()) named = renameSlugIn(one, from, to) || named;
    } else if (compared.is_object()) {
        for (auto& member : compared.get_object()) {
            if (member.key() != "$regex") named = renameSlugIn(member.value(), from, to) || named;
        }
    }
    return named;
}

// "type", and "metadata.author.type" of a related object; not "metadata.type", nor "metadata.author.metadata.type",
// which are metafields of that name.
bool isTypeKey(std::string_view key) {
    constexpr std::string_view kEnd = ".type";
    if (key == "type") return true;
    if (!key.starts_with("metadata.") || !key.ends_with(kEnd)) return false;
    const std::string_view of = key.substr(0, key.size() - kEnd.size());
    return of != "metadata" && !of.ends_with(".metadata");
}

// In the conditions on types, which stand beside others or below `$and`, `$or` and their like. What a condition on
// anything else compares with is a value, whatever it looks like.
bool renameTypeIn(Json& query, const std::string& from, const std::string& to) {
    bool named = false;
    if (query.is_array()) {
        for (Json& one : query.get_array()) named = renameTypeIn(one, from, to) || named;
    } else if (query.is_object()) {
        for (auto& member : query.get_object()) {
            if (isTypeKey(member.key())) {
                named = renameSlugIn(member.value(), from, to) || named;
            } else if (member.key().starts_with("$")) {
                named = renameTypeIn(member.value(), from, to) || named;
            }
        }
    }
    return named;
}

// "metadata.<path>", also behind the sign of an order and before the path within a field. Whether it was named.
bool renamePath(std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.starts_with('-') ? 1 : 0;
    const std::string before = "metadata." + from;
    if (text.compare(at, before.size(), before) != 0) return false;
    const std::size_t end = at + before.size();
    if (end < text.size() && text[end] != '.') return false;
    text.replace(at, before.size(), "metadata." + to);
    return true;
}

// Conditions that come to the same key all hold.
void join(JsonObject& query, JsonArray others) {
    if (others.empty()) return;
    Json& all = query["$and"];
    if (!all.is_array()) all = JsonArray();
    for (Json& one : others) all.get_array().push_back(std::move(one));
}

bool renamePathsIn(Json& query, const std::string& from, const std::string& to) {
    bool named = false;
    if (query.is_array()) {
        for (Json& one : query.get_array()) named = renamePathsIn(one, from, to) || named;
    } else if (query.is_object()) {
        JsonObject renamed;
        JsonArray others;
        for (auto& member : query.get_object()) {
            std::string key(member.key());
            if (key.starts_with("$")) {
                named = renamePathsIn(member.value(), from, to) || named;
            } else {
                named = renamePath(key, from, to) || named;
            }
            if (renamed.contains(key)) {
                others.push_back(JsonObject{{key, std::move(member.value())}});
            } else {
                renamed[key] = std::move(member.value());
            }
        }
        join(renamed, std::move(others));
        query = std::move(renamed);
    }
    return named;
}

bool isOnly(const Json& compared, const std::string& type) {
    if (compared.is_string()) return compared.get_string() == type;
    const JsonObject* operators = compared.if_object();
    if (operators == nullptr) return false;
    const JsonArray* among = arrayOf(*operators, "$in");
    if (among != nullptr && among->size() == 1) return among->front() == Json(type);
    return textOf(*operators, "$eq") == type;
}

// Whether it finds objects of this type alone.
bool isOfType(const Json& query, const std::string& type) {
    const JsonObject* conditions = query.if_object();
    if (conditions == nullptr) return false;
    const Json* compared = conditions->if_contains("type");
    if (compared != nullptr && isOnly(*compared, type)) return true;
    const JsonArray* all = arrayOf(*conditions, "$and");
    return all != nullptr &&
           std::any_of(all->begin(), all->end(), [&](const Json& one) { return isOfType(one, type); });
}

// In those of its parts that are about objects of the type: others may have a metafield of that key.
bool renamePathsOf(Json& query, const std::string& type, const std::string& from, const std::string& to) {
    if (isOfType(query, type)) return renamePathsIn(query, from, to);
    bool named = false;
    if (query.is_array()) {
        for (Json& one : query.get_array()) named = renamePathsOf(one, type, from, to) || named;
    } else if (query.is_object()) {
        for (auto& member : query.get_object()) {
            if (member.key().starts_with("$")) named = renamePathsOf(member.value(), type, from, to) || named;
        }
    }
    return named;
}

bool renameColumns(JsonArray& columns, const std::string& from, const std::string& to) {
    bool named = false;
    for (Json& one : columns) {
        if (!one.is_string()) continue;
        std::string column(one.get_string());
        if (!renamePath(column, from, to)) continue;
        one = column;
        named = true;
    }
    return named;
}

void checkType(ObjectCatalog& catalog, const Bucket& bucket, const ViewInput& input, Problems& problems) {
    if (!input.type || input.type->empty()) return;
    if (!catalog.existingTypes(bucket, std::span(&*input.type, 1)).empty()) return;
    problems.add("type", "object type '" + *input.type + "' was not found in bucket '" + bucket.slug + "'");
}

// What a list would refuse is not kept.
void checkQuery(const ObjectCatalog& catalog, const ViewInput& input, Problems& problems) {
    if (!input.query || input.query->empty()) return;
    try {
        (void)catalog.parseQuery(writeJson(*input.query));
    } catch (const ApiError& error) {
        problems.add("query", error.message());
    }
}

bool isAdmin(const Access& access) { return access.membership() && access.membership()->role == Role::Admin; }

}  // namespace

std::vector<View> ViewService::list(const Bucket& bucket, const Access& access) {
    return services_.database().read([&](Sql& sql) { return ViewStore(sql).list(bucket.id, access.userId()); });
}

View ViewService::get(const Bucket& bucket, const Access& access, const std::string& id) {
    std::optional<View> view = services_.database().read([&](Sql& sql) { return ViewStore(sql).find(bucket.id, id); });
    if (!view || (!view->isShared && view->owner != access.userId())) throw ApiError::notFound("view", id);
    return std::move(*view);
}

View ViewService::create(const Bucket& bucket, const Access& access, const ViewInput& input) {
    return services_.database().write([&](Sql& sql) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        refuseProblems(bucket, input, "the view cannot be saved");
        ViewStore store(sql);
        if (store.countOf(bucket.id, access.userId()) >= kMaxViewsOfOne) {
            throw ApiError::conflict("you have " + std::to_string(kMaxViewsOfOne) +
                                     " views in this bucket; delete one before you save another");
        }
        View view;
        view.id = services_.ids().next();
        view.bucketId = bucket.id;
        view.owner = access.userId();
        view.createdAtMs = view.modifiedAtMs = services_.clock().nowMs();
        apply(input, view);
        store.insert(view);
        publish(view, access, "created");
        return view;
    });
}

View ViewService::edit(const Bucket& bucket, const Access& access, const std::string& id, const ViewInput& input) {
    return services_.database().write([&](Sql& sql) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        ViewStore store(sql);
        std::optional<View> found = findVisible(store, bucket, access, id);
        ViewInput changed = input;
        // Its type may have been deleted since: no reason to refuse what a client has read.
        if (found && changed.type == found->type) changed.type.reset();
        refuseProblems(bucket, changed, "the view cannot be changed");
        View view = take(std::move(found), access, id);
        if (view.isShared && !input.isShared.value_or(true)) requireOwner(view);
        apply(changed, view);
        view.modifiedAtMs = services_.clock().nowMs();
        store.update(view);
        publish(view, access, "edited");
        return view;
    });
}

void ViewService::remove(const Bucket& bucket, const Access& access, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        ViewStore store(sql);
        const View view = take(findVisible(store, bucket, access, id), access, id);
        store.remove(id);
        publish(view, access, "deleted");
    });
}

void ViewService::refuseProblems(const Bucket& bucket, const ViewInput& input, const char* refusal) const {
    Problems problems = input.problems;
    if (auto* catalog = services_.find<ObjectCatalog>()) {
        checkType(*catalog, bucket, input, problems);
        checkQuery(*catalog, input, problems);
    }
    problems.throwIfAny(refusal);
}

std::optional<View> ViewService::findVisible(ViewStore& store, const Bucket& bucket, const Access& access,
                                             const std::string& id) {
    std::optional<View> view = store.findForUpdate(bucket.id, id);
    if (view && view->owner != access.userId() && !view->isShared) view.reset();
    return view;
}

View ViewService::take(std::optional<View> view, const Access& access, const std::string& id) {
    if (!view) throw ApiError::notFound("view", id);
    if (view->owner != access.userId() && !isAdmin(access)) {
        throw ApiError::forbidden("view '" + id + "' is another member's: only they and admins may change it");
    }
    return std::move(*view);
}

// Nobody would see it any more.
void ViewService::requireOwner(const View& view) const {
    auto* directory = services_.find<MemberDirectory>();
    if (directory == nullptr || !directory->findMembers(view.bucketId, std::span(&view.owner, 1)).empty()) return;
    throw ApiError::conflict("view '" + view.id +
                             "' must stay shared, as whose it is has left the bucket; delete it, or save a copy");
}

void ViewService::publish(const View& view, const Access& access, const char* action) {
    ViewChanged fact;
    fact.change.bucketId = view.bucketId;
    fact.change.kind = "view";
    fact.change.id = view.id;
    fact.change.action = action;
    fact.change.actor = access.actor();
    services_.events().publish(std::move(fact));
}

void ViewService::removePrivateOf(const std::string& bucketId, const std::string& userId) {
    services_.database().write([&](Sql& sql) { ViewStore(sql).removePrivateOf(bucketId, userId); });
}

void ViewService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { ViewStore(sql).removeOfBucket(bucketId); });
}

void ViewService::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql& sql) {
        fillAlone(services_.events(), bucketId, bucketId);  // as whoever stores a view, whose type must exist then
        ViewStore store(sql);
        for (View& view : store.listAllForUpdate(bucketId)) {
            const bool isOf = view.type == from;
            if (isOf) view.type = to;
            Json query = std::move(view.query);
            const bool asksFor = renameTypeIn(query, from, to);
            view.query = std::move(query.get_object());
            if (isOf || asksFor) store.update(view);
        }
    });
}

void ViewService::renameField(const std::string& bucketId, const std::string& type, const std::string& from,
                              const std::string& to) {
    services_.database().write([&](Sql& sql) {
        ViewStore store(sql);
        for (View& view : store.listAllForUpdate(bucketId)) {
            if (!view.type.empty() && view.type != type) continue;
            Json query = std::move(view.query);
            const bool isOf = view.type == type || isOfType(query, type);
            const bool inQuery = isOf ? renamePathsIn(query, from, to) : renamePathsOf(query, type, from, to);
            view.query = std::move(query.get_object());
            const bool inColumns = isOf && renameColumns(view.columns, from, to);
            const bool inSort = isOf && renamePath(view.sort, from, to);
            if (codePoints(view.sort) > kMaxKeyLength) view.sort.clear();  // as long as a view may ask for
            if (inSort || inColumns || inQuery) store.update(view);
        }
    });
}

}  // namespace inkwell::views
