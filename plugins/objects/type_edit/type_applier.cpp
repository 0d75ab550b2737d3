#include "type_edit/type_applier.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "edit/object_recovery.h"
#include "inkwell/error.h"
#include "inkwell/fault_text.h"
#include "inkwell/field_renaming.h"
#include "read/object_list_store.h"
#include "store/object_store.h"

namespace inkwell::objects {

namespace {

using Clock = std::chrono::steady_clock;

// Small, because where one writes at a time all others wait for it.
constexpr std::int64_t kShare = 50;
constexpr std::chrono::seconds kLongest{5};
constexpr std::int64_t kMostCounted = 1000;
constexpr std::chrono::milliseconds kLongestCount{250};
constexpr int kRetryAfterSeconds = 30;
constexpr std::int64_t kMostRenamed = 10'000;

// What reads with `status=any` show of the type's objects, in the order of lists.
std::vector<StoredObject> readSome(Sql& sql, const StoredType& type, const std::string& after, std::int64_t limit) {
    const ObjectScope scope{type.bucketId, Visibility::Any};
    ObjectListStore store(sql, scope);
    std::optional<ObjectPlace> place;
    if (!after.empty() && !(place = store.findPlace(after))) {
        throw ApiError::badRequest("'after' names the object '" + after +
                                   "', which was not found; begin again without it");
    }
    ListParams params;
    params.limit = limit;
    params.sort = "order";
    return store.page(params, parseObjectQuery(writeJson(JsonObject{{"type", type.slug}})), place);
}

// In one transaction: every writer waits for it, so that there is a bound for whom a request is made.
void requireFew(Sql& sql, const std::string& bucketId, const std::string& slug) {
    const std::int64_t count = ObjectStore(sql).countOfType(bucketId, slug);
    if (count <= kMostRenamed) return;
    throw ApiError::conflict("object type '" + slug + "' has " + std::to_string(count) +
                             " objects; fields of at most " + std::to_string(kMostRenamed) +
                             " are renamed by a request: 'inkwell schema apply' renames those of more");
}

}  // namespace

MetafieldEngine& TypeApplier::engine() const {
    MetafieldEngine* found = services_.find<MetafieldEngine>();
    if (found == nullptr) {
        throw ApiError::unavailable("metafields cannot be written: the plugin 'metafields' is disabled",
                                    kRetryAfterSeconds);
    }
    return *found;
}

TypeApplier::Applied TypeApplier::apply(const Bucket& bucket, const Access& access, const std::string& slug,
                                        const TypeApplication& asked) {
    const StoredType type = getType(bucket, access, slug);
    const Clock::time_point end = Clock::now() + kLongest;
    Applied done;
    done.total = services_.database().read([&](Sql& sql) { return ObjectStore(sql).countOfType(bucket.id, slug); });
    done.after = asked.after;
    do {
        try {
            const Share share = readShare(type, done.after, std::min(kShare, asked.limit - done.examined));
            done.changed += writeShare(access, type, share.candidates);
            done.examined += share.examined;
            if (!share.last.empty()) done.after = share.last;
            done.more = share.more;
        } catch (...) {
            if (done.examined == 0) throw;
            // What is stored is not answered as refused; the next request meets the obstacle again.
            services_.log().warn("object type '" + slug + "' was applied in part: " + faultText());
            done.more = true;
            return done;
        }
    } while (done.more && done.examined < asked.limit && Clock::now() < end);
    return done;
}

StoredType TypeApplier::getType(const Bucket& bucket, const Access& access, const std::string& slug) const {
    access.requireWriteObjectTypes();
    engine();
    return services_.database().read([&](Sql& sql) {
        std::optional<StoredType> type = TypeStore(sql).find(bucket.id, slug);
        if (!type) throw ApiError::notFound("object type", slug);
        access.requireWriteObjectsOf(slug);
        if (ObjectStore(sql).hasPublished(bucket.id, slug)) access.requirePublish();
        return std::move(*type);
    });
}

TypeApplier::Share TypeApplier::readShare(const StoredType& type, const std::string& after, std::int64_t limit) const {
    std::vector<StoredObject> some =
        services_.database().read([&](Sql& sql) { return readSome(sql, type, after, limit + 1); });
    Share share;
    share.more = static_cast<std::int64_t>(some.size()) > limit;
    if (share.more) some.pop_back();
    share.examined = static_cast<std::int64_t>(some.size());
    if (!some.empty()) share.last = some.back().id;
    for (StoredObject& object : some) {
        // Under a draft the object itself is not seen here.
        const bool mayLack =
            !object.draftId.empty() || !engine().addMissing(object.metafields(), type.metafields).empty();
        if (mayLack) share.candidates.push_back(object.id);
    }
    return share;
}

std::int64_t TypeApplier::writeShare(const Access& access, const StoredType& type,
                                     const std::vector<std::string>& ids) const {
    if (ids.empty()) return 0;
    return services_.database().write([&](Sql& sql) {
        // Held until the objects are stored, so that they get the fields that the type has.
        const std::optional<StoredType> current = TypeStore(sql).findForShare(type.bucketId, type.slug);
        if (!current || current->id != type.id) throw ApiError::notFound("object type", type.slug);
        std::int64_t changed = 0;
        for (const std::string& id : ids) changed += complete(sql, access, *current, id) ? 1 : 0;
        return changed;
    });
}

bool TypeApplier::complete(Sql& sql, const Access& access, const StoredType& type, const std::string& id) const {
    std::optional<StoredObject> found = ObjectStore(sql).findForUpdate(type.bucketId, id);
    if (!found || found->type != type.slug) return false;
    const auto object = std::make_shared<StoredObject>(std::move(*found));
    std::optional<StoredObject> draft;
    if (!object->isLatest) draft = ObjectStore(sql).findDraftForUpdate(id);
    const bool inObject = !engine().addMissing(object->metafields(), type.metafields).empty();
    const bool inDraft = draft && !engine().addMissing(draft->metafields(), type.metafields).empty();
    if (!inObject && !inDraft) return false;
    if (inObject && reachesReaders(*object)) access.requirePublish();
    const std::int64_t nowMs = services_.clock().nowMs();
    for (StoredObject* version : {inObject ? object.get() : nullptr, inDraft ? &*draft : nullptr}) {
        if (version == nullptr) continue;
        version->modifiedAtMs = nowMs;
        version->modifiedBy = access.userId();
    }
    writer_.amend(sql, object, inObject, inDraft ? &*draft : nullptr, {access.actor(), false});
    return true;
}

std::int64_t TypeApplier::renameFields(Sql& sql, const Access& access, const std::string& bucketId,
                                       const std::string& slug, const std::vector<FieldRename>& renames) const {
    if (renames.empty()) return 0;
    access.requireWriteObjectsOf(slug);
    if (!(access == Access::system())) requireFew(sql, bucketId, slug);
    for (const FieldRename& one : renames) {
        const std::string to = one.to();
        ObjectFieldRenaming renaming{bucketId, slug, one.from, to};
        services_.events().guard(renaming);
    }
    ObjectListStore store(sql, ObjectScope{bucketId, Visibility::Any});
    std::int64_t changed = 0;
    for (const std::string& id : store.candidates("order", parseObjectQuery(writeJson(JsonObject{{"type", slug}})))) {
        changed += renameFieldsOf(sql, access, bucketId, id, renames) ? 1 : 0;
    }
    return changed;
}

bool TypeApplier::renameFieldsOf(Sql& sql, const Access& access, const std::string& bucketId, const std::string& id,
                                 const std::vector<FieldRename>& renames) const {
    std::optional<StoredObject> found = ObjectStore(sql).findForUpdate(bucketId, id);
    if (!found) return false;
    const auto object = std::make_shared<StoredObject>(std::move(*found));
    std::optional<StoredObject> draft;
    if (!object->isLatest) draft = ObjectStore(sql).findDraftForUpdate(id);
    const auto rename = [&](StoredObject& version) {
        const bool isRenamed = objects::renameFields(version.metafields(), renames);
        if (isRenamed) version.modifiedAtMs = services_.clock().nowMs();
        if (isRenamed && !access.userId().empty()) version.modifiedBy = access.userId();
        return isRenamed;
    };
    const bool inObject = rename(*object);
    const bool inDraft = draft && rename(*draft);
    if (!inObject && !inDraft) return false;
    if (inObject && reachesReaders(*object)) access.requirePublish();
    writer_.amend(sql, object, inObject, inDraft ? &*draft : nullptr, {access.actor(), false});
    return true;
}

TypeApplier::Lacking TypeApplier::countLacking(const StoredType& type, const std::vector<std::string>& paths) {
    const Clock::time_point end = Clock::now() + kLongestCount;
    const auto isAsked = [&](const std::string& path) {
        return std::find(paths.begin(), paths.end(), path) != paths.end();
    };
    Lacking lacking;
    std::int64_t examined = 0;
    std::string after;
    do {
        std::vector<StoredObject> some =
            services_.database().read([&](Sql& sql) { return readSome(sql, type, after, kShare); });
        for (StoredObject& object : some) {
            const std::vector<std::string> missing = engine().addMissing(object.metafields(), type.metafields);
            lacking.objects += std::any_of(missing.begin(), missing.end(), isAsked) ? 1 : 0;
        }
        examined += static_cast<std::int64_t>(some.size());
        lacking.more = static_cast<std::int64_t>(some.size()) == kShare;
        if (lacking.more) after = some.back().id;
    } while (lacking.more && examined < kMostCounted && Clock::now() < end);
    return lacking;
}

}  // namespace inkwell::objects
