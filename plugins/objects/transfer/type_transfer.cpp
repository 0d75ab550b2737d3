#include "transfer/type_transfer.h"

#include <algorithm>
#include <set>

#include "metafield_walk.h"
#include "store/object_store.h"
#include "transfer/older_form.h"
#include "transfer/transfer_metafields.h"
#include "types/type_view.h"

namespace inkwell::objects {

namespace {

constexpr const char* kLostDefault = "a default of an object type that names no object or file here was left out";
constexpr const char* kKeptDefault =
    "a default of an object type that names no object or file here stays as it is here";
constexpr const char* kResponseOnly[] = {"extensions", "order", "created_at", "modifield_at"};

bool same(const StoredType& a, const StoredType& b) {
    return a.title == b.title && a.singular == b.singular && a.slugField == b.slugField &&
           a.contentEditor == b.contentEditor && a.localization == b.localization && a.singleton == b.singleton &&
           a.keepRevisions == b.keepRevisions && a.enforceValidation == b.enforceValidation && a.locales == b.locales &&
           a.priorityLocale == b.priorityLocale && a.emoji == b.emoji && a.previewLink == b.previewLink &&
           withoutIds(a.metafields) == withoutIds(b.metafields);
}

// A file says all of a type: what it leaves out is off.
StoredType build(const TypeInput& input, const StoredType& before) {
    StoredType type;
    type.id = before.id;
    type.bucketId = before.bucketId;
    type.slug = before.slug;
    type.position = before.position;
    type.createdAtMs = before.createdAtMs;
    type.modifiedAtMs = before.modifiedAtMs;
    type.version = before.version;
    applyFields(input, type);
    if (!input.singular) type.singular = type.title;
    return type;
}

JsonObject fileForm(const StoredType& type, JsonArray metafields) {
    JsonObject json = renderType(type, std::move(metafields));
    for (const char* member : kResponseOnly) json.stable_erase(member);
    return json;
}

// The selected types and those that their templates name, and so on.
void addNamedTypes(const std::vector<StoredType>& all, std::set<std::string>& selected) {
    std::vector<std::string> next(selected.begin(), selected.end());
    while (!next.empty()) {
        const std::string slug = std::move(next.back());
        next.pop_back();
        const auto type = std::find_if(all.begin(), all.end(), [&](const StoredType& one) { return one.slug == slug; });
        if (type == all.end()) continue;
        MetafieldReferences references;
        collectReferences(type->metafields, references);
        for (const std::string& named : references.objectTypes)
            if (selected.insert(named).second) next.push_back(named);
    }
}

// Those of `slugs` that are no types of the bucket.
std::set<std::string> lostTypesOf(Sql& sql, const Bucket& bucket, std::set<std::string> slugs) {
    if (slugs.empty()) return slugs;
    const std::vector<std::string> named(slugs.begin(), slugs.end());
    for (const std::string& slug : TypeStore(sql).existing(bucket.id, named)) slugs.erase(slug);
    return slugs;
}

}  // namespace

void TypeTransfer::exportAll(const Bucket& bucket, const TakeEntry& take) {
    services_.database().read([&](Sql& sql) {
        const std::vector<StoredType> all = TypeStore(sql).listAll(bucket.id);
        MetafieldReferences references;
        for (const StoredType& type : all) collectReferences(type.metafields, references);
        const MediaNames media = presentMedia(services_, bucket, references.media);
        for (const StoredType& type : all) {
            JsonArray metafields = withoutIds(type.metafields);
            renameMedia(metafields, media);
            take(fileForm(type, std::move(metafields)));
        }
    });
}

JsonArray TypeTransfer::exportSome(const Bucket& bucket, TransferSelection& selection) {
    return services_.database().read([&](Sql& sql) {
        const std::vector<StoredType> all = TypeStore(sql).listAll(bucket.id);
        addNamedTypes(all, selection.objectTypes);
        MetafieldReferences references;
        for (const StoredType& type : all)
            if (selection.objectTypes.count(type.slug) != 0) collectReferences(type.metafields, references);
        const MediaNames media = presentMedia(services_, bucket, references.media);
        for (const auto& [name, present] : media) selection.mediaNames.insert(present);
        JsonArray types;
        for (const StoredType& type : all) {
            if (selection.objectTypes.count(type.slug) == 0) continue;
            JsonArray metafields = withoutIds(type.metafields);
            clearDangling(
                metafields, [](const std::string&) { return true; },
                [&](const std::string& name) { return media.count(name) != 0; });
            renameMedia(metafields, media);
            types.push_back(fileForm(type, std::move(metafields)));
        }
        return types;
    });
}

void TypeTransfer::importAll(ImportItems& items, const std::string& path, ImportContext& context) {
    enum class Left { Nothing, OfNew, OfKnown };
    const auto placeOf = [&](std::size_t index) { return path + "[" + std::to_string(index) + "]"; };
    services_.database().write([&](Sql& sql) {
        std::vector<Left> left(items.size(), Left::Nothing);
        std::set<std::string> slugs;
        const Note note = [&](const std::string& text) { context.note(text); };
        items.forEach([&](std::size_t index, const Json& json) {
            std::optional<Item> item = parse(json, placeOf(index), note, context);
            if (!item) return;
            if (!slugs.insert(*item->input.slug).second) {
                return context.problem(placeOf(index) + ".slug",
                                       "'" + *item->input.slug + "' is used twice in the file");
            }
            enter(sql, *item, context);
            if (item->isKept) return context.unchanged();
            left.at(index) = item->isNew ? Left::OfNew : Left::OfKnown;
        });
        // All types are there now, so that their metafields can name each other.
        const Note noted = [](const std::string&) {};  // the first time
        items.forEach([&](std::size_t index, const Json& json) {
            if (left.at(index) == Left::Nothing) return;
            std::optional<Item> item = parse(json, placeOf(index), noted, context);
            if (!item) return;
            item->isNew = left.at(index) == Left::OfNew;
            item->before = TypeStore(sql).findForUpdate(context.bucket().id, *item->input.slug).value();
            finish(sql, *item, context);
        });
    });
}

std::optional<TypeTransfer::Item> TypeTransfer::parse(const Json& json, const std::string& path, const Note& note,
                                                      ImportContext& context) const {
    const JsonObject* object = json.if_object();
    if (object == nullptr) {
        context.problem(path, "must be an object");
        return std::nullopt;
    }
    Item item;
    item.older = isOlderType(*object);
    const JsonObject ours = item.older ? convertOlderType(*object, note) : *object;
    item.input = parseTypeCreation(ours, path);
    if (!ours.contains("slug")) item.input.problems.add(path + ".slug", "is required");
    if (!item.input.problems.empty()) {
        forward(item.input.problems, context);
        return std::nullopt;
    }
    return item;
}

void TypeTransfer::enter(Sql& sql, Item& item, const ImportContext& context) const {
    const Bucket& bucket = context.bucket();
    TypeStore store(sql);
    if (std::optional<StoredType> found = store.findForUpdate(bucket.id, *item.input.slug)) {
        item.before = std::move(*found);
        item.isKept = context.keepsExisting("");  // a type has no id in the file
        return;
    }
    item.isNew = true;
    item.before.id = services_.ids().next();
    item.before.bucketId = bucket.id;
    item.before.slug = *item.input.slug;
    item.before.position = store.nextPosition(bucket.id);
    item.before.createdAtMs = item.before.modifiedAtMs = services_.clock().nowMs();
    item.before = build(item.input, item.before);
    store.insert(item.before);
}

std::set<std::string> TypeTransfer::storedTypes(const Item& item) const {
    MetafieldReferences stored;
    if (!item.isNew) collectReferences(item.before.metafields, stored);
    for (const std::string& slug : *removed_) stored.objectTypes.erase(slug);
    return std::move(stored.objectTypes);
}

JsonArray TypeTransfer::checkMetafields(Item& item, Objects state, Problems& problems, ImportContext& context) const {
    if (!item.input.metafields) return {};
    Json given = *item.input.metafields;
    std::set<std::string> lostTypes;
    if (JsonArray* metafields = given.if_array()) {
        if (metafields->empty()) return {};
        if (state == Objects::There) useIdsHere(services_, *metafields, context);
        MetafieldReferences references;
        collectReferences(*metafields, references);
        JsonArray stored = item.before.metafields;
        MetafieldReferences own;
        collectReferences(stored, own);
        references.objects.merge(own.objects);
        references.media.merge(own.media);
        std::set<std::string> objects;
        const std::vector<std::string> ids(references.objects.begin(), references.objects.end());
        services_.database().read([&](Sql& sql) {
            for (const auto& one : ObjectStore(sql).summaries(context.bucket().id, ids)) objects.insert(one.id);
            lostTypes = lostTypesOf(sql, context.bucket(), removed_ ? storedTypes(item) : references.objectTypes);
        });
        const auto missingTypes = state == Objects::ToCome ? lostTypes.size() : 0;
        for (std::size_t i = 0; i < missingTypes; ++i) context.note(kMissingTypeNote);
        const std::set<std::string> names =
            item.older ? existingMedia(services_, context.bucket(), references.media) : references.media;
        const auto hasObject = [&](const std::string& id) { return objects.count(id) != 0; };
        const auto hasMedia = [&](const std::string& name) { return names.count(name) != 0; };
        const JsonArray whole = *metafields;
        const int lost = clearDangling(*metafields, hasObject, hasMedia);
        clearDangling(stored, hasObject, hasMedia);
        const int kept = keepStored(whole, stored, *metafields);
        item.isOpen = lost > 0;
        const bool isTold = state == Objects::There;
        for (int i = 0; isTold && i < kept; ++i) context.note(kKeptDefault);
        for (int i = kept; isTold && i < lost; ++i) context.note(kLostDefault);
    }
    return rules_.checkMetafields(
        context.bucket(), given, {nullptr, false, item.input.enforceValidation.value_or(std::optional<bool>())},
        MetafieldEngine::Subject::ObjectType, item.input.pathOf("metafields"), problems, nullptr, lostTypes);
}

void TypeTransfer::finish(Sql& sql, Item& item, ImportContext& context) const {
    Problems problems;
    StoredType type = build(item.input, item.before);
    Rules::checkLocales(type, item.input.path, problems);
    type.metafields = checkMetafields(item, Objects::ToCome, problems, context);
    if (!problems.empty()) return forward(problems, context);
    if (item.isOpen) context.later([this, item, &context]() mutable { finishDefaults(item, context); });
    if (!item.isNew && same(type, item.before)) return context.unchanged();
    if (type.singleton && (item.isNew || !item.before.singleton) &&
        ObjectStore(sql).countOfType(type.bucketId, type.slug) > 1) {
        return context.problem(item.input.pathOf("singleton"),
                               "object type '" + type.slug + "' has several objects; a singleton has one");
    }
    if (!item.isNew) {
        type.modifiedAtMs = services_.clock().nowMs();
        ++type.version;
    }
    types_.update(sql, type, item.isNew ? "created" : "edited", context.actor());
    item.isNew ? context.created() : context.updated();
}

void TypeTransfer::finishDefaults(Item& item, ImportContext& context) const {
    services_.database().write([&](Sql& sql) {
        item.before = TypeStore(sql).findForUpdate(context.bucket().id, *item.input.slug).value();
        item.isNew = false;
        Problems problems;
        StoredType type = build(item.input, item.before);
        type.metafields = checkMetafields(item, Objects::There, problems, context);
        if (!problems.empty()) return forward(problems, context);
        if (same(type, item.before)) return;
        type.modifiedAtMs = services_.clock().nowMs();
        ++type.version;
        types_.update(sql, type, "edited", context.actor());
    });
}

}  // namespace inkwell::objects
