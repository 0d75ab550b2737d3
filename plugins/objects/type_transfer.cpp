#include "type_transfer.h"

#include <set>

#include "inkwell/media_library.h"
#include "inkwell/text.h"
#include "object_store.h"
#include "older_form.h"
#include "transfer_metafields.h"
#include "type_view.h"

namespace inkwell::objects {

namespace {

constexpr const char* kLostDefault = "a default of an object type that names no object or file here was left out";
constexpr const char* kResponseOnly[] = {"preview_link", "extensions", "order", "created_at", "modifield_at"};

bool same(const StoredType& a, const StoredType& b) {
    return a.title == b.title && a.singular == b.singular && a.slugField == b.slugField &&
           a.contentEditor == b.contentEditor && a.localization == b.localization && a.singleton == b.singleton &&
           a.locales == b.locales && a.priorityLocale == b.priorityLocale && a.emoji == b.emoji &&
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
    applyFields(input, type);
    if (!input.singular) type.singular = type.title;
    return type;
}

}  // namespace

JsonArray TypeTransfer::exportAll(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        JsonArray types;
        for (const StoredType& type : TypeStore(sql).listAll(bucket.id)) {
            JsonObject json = renderType(type, withoutIds(type.metafields));
            for (const char* member : kResponseOnly) json.stable_erase(member);
            types.push_back(std::move(json));
        }
        return types;
    });
}

void TypeTransfer::importAll(const JsonArray& items, const std::string& path, ImportContext& context) {
    services_.database().write([&](Sql& sql) {
        std::vector<Item> all;
        std::set<std::string> slugs;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string place = path + "[" + std::to_string(i) + "]";
            std::optional<Item> item = parse(items[i], place, context);
            if (!item) continue;
            if (!slugs.insert(*item->input.slug).second) {
                context.problem(place + ".slug", "'" + *item->input.slug + "' is used twice in the file");
                continue;
            }
            enter(sql, *item, context.bucket());
            all.push_back(std::move(*item));
        }
        // All types are there now, so that their metafields can name each other.
        for (const Item& item : all) finish(sql, item, context);
    });
}

std::optional<TypeTransfer::Item> TypeTransfer::parse(const Json& json, const std::string& path,
                                                      ImportContext& context) const {
    const JsonObject* object = json.if_object();
    if (object == nullptr) {
        context.problem(path, "must be an object");
        return std::nullopt;
    }
    Item item;
    item.older = isOlderType(*object);
    const JsonObject ours =
        item.older ? convertOlderType(*object, [&](const std::string& text) { context.note(text); }) : *object;
    item.input = parseTypeCreation(ours, path);
    if (!ours.contains("slug")) item.input.problems.add(path + ".slug", "is required");
    if (!item.input.problems.empty()) {
        forward(item.input.problems, context);
        return std::nullopt;
    }
    return item;
}

void TypeTransfer::enter(Sql& sql, Item& item, const Bucket& bucket) const {
    TypeStore store(sql);
    if (std::optional<StoredType> found = store.findForUpdate(bucket.id, *item.input.slug)) {
        item.before = std::move(*found);
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

JsonArray TypeTransfer::checkMetafields(const Item& item, Problems& problems, ImportContext& context) const {
    if (!item.input.metafields) return {};
    Json given = *item.input.metafields;
    if (JsonArray* metafields = given.if_array()) {
        if (metafields->empty()) return {};
        MetafieldReferences references;
        collectReferences(*metafields, references);
        // The objects come later in the file, under ids that are not given yet.
        std::set<std::string> objects;
        const std::vector<std::string> ids(references.objects.begin(), references.objects.end());
        services_.database().read([&](Sql& sql) {
            for (const auto& one : ObjectStore(sql).summaries(context.bucket().id, ids)) objects.insert(one.id);
        });
        MediaLibrary* media = services_.find<MediaLibrary>();
        std::set<std::string> names = references.media;
        if (media != nullptr && item.older) {
            const std::vector<std::string> wanted(names.begin(), names.end());
            names.clear();
            for (const auto& record : media->findByName(context.bucket(), wanted)) names.insert(record.name);
        }
        const int lost = clearDangling(
            *metafields, [&](const std::string& id) { return objects.count(id) != 0; },
            [&](const std::string& name) { return names.count(name) != 0; });
        for (int i = 0; i < lost; ++i) context.note(kLostDefault);
    }
    return rules_.checkMetafields(context.bucket(), given, {}, MetafieldEngine::Subject::ObjectType,
                                  item.input.pathOf("metafields"), problems, *item.input.slug);
}

void TypeTransfer::finish(Sql& sql, const Item& item, ImportContext& context) const {
    Problems problems;
    StoredType type = build(item.input, item.before);
    Rules::checkLocales(type, item.input.path, problems);
    type.metafields = checkMetafields(item, problems, context);
    if (!problems.empty()) return forward(problems, context);
    if (!item.isNew && same(type, item.before)) return context.unchanged();
    if (!item.isNew) type.modifiedAtMs = services_.clock().nowMs();
    types_.update(sql, type, item.isNew ? "created" : "edited", Access::system().actor());
    item.isNew ? context.created() : context.updated();
}

JsonArray TypeTransfer::exportSome(const Bucket&, TransferSelection&) { return {}; }

}  // namespace inkwell::objects
