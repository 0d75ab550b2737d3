#include "schema/schema_service.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "inkwell/error.h"
#include "read/object_list_store.h"
#include "schema/rename_markers.h"
#include "schema/schema_import.h"
#include "schema/schema_texts.h"
#include "transfer/type_transfer.h"

namespace inkwell::objects {

namespace {

using Step = ObjectSchema::Step;

constexpr const char* kRefusal = "the files cannot be applied";

/// Rolls a plan back and carries it.
struct PlanMade : std::exception {
    explicit PlanMade(std::vector<Step> given) : steps(std::move(given)) {}
    std::vector<Step> steps;
};

using TypesBySlug = std::unordered_map<std::string_view, const StoredType*>;

const StoredType* find(const TypesBySlug& types, std::string_view slug) {
    const auto found = types.find(slug);
    return found == types.end() ? nullptr : found->second;
}

std::int64_t countFound(Sql& sql, const Bucket& bucket, const std::string& query) {
    ListParams params;
    params.limit = 1;
    params.sort = "order";
    return ObjectListStore(sql, ObjectScope{bucket.id, Visibility::Any}).list(params, parseObjectQuery(query)).total;
}

// What differs between two types beside their fields.
std::vector<std::string> differingMembers(const JsonObject& before, const JsonObject& after) {
    std::set<std::string> names;
    for (const auto* pair : {&before, &after}) {
        const JsonObject& other = pair == &before ? after : before;
        for (const auto& member : *pair) {
            const Json* theirs = other.if_contains(member.key());
            if (member.key() != "metafields" && (theirs == nullptr || *theirs != member.value())) {
                names.emplace(member.key());
            }
        }
    }
    return {names.begin(), names.end()};
}

std::string numberOf(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

std::vector<ObjectSchema::File> SchemaService::files(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        std::vector<File> files;
        for (const StoredType& type : TypeStore(sql).listAll(bucket.id)) {
            files.push_back({type.slug + ".json", fileOf(type)});
        }
        std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.name < b.name; });
        return files;
    });
}

std::vector<Step> SchemaService::plan(const Bucket& bucket, const std::vector<File>& files) {
    return plan(bucket, Access::system(), files);
}

std::vector<Step> SchemaService::apply(const Bucket& bucket, const std::vector<File>& files, bool mayDestroy) {
    return apply(bucket, Access::system(), files, mayDestroy);
}

std::vector<Step> SchemaService::plan(const Bucket& bucket, const Access& access, const std::vector<File>& files) {
    access.requireWriteObjectTypes();
    const All all = read(files);
    try {
        services_.database().write([&](Sql& sql) {
            All own = all;  // the transaction may be repeated
            throw PlanMade(run(sql, bucket, access, own));
        });
    } catch (PlanMade& made) {
        return std::move(made.steps);
    }
    return {};
}

std::vector<Step> SchemaService::apply(const Bucket& bucket, const Access& access, const std::vector<File>& files,
                                       bool mayDestroy) {
    access.requireWriteObjectTypes();
    const All all = read(files);
    return services_.database().write([&](Sql& sql) {
        All own = all;
        std::vector<Step> steps = run(sql, bucket, access, own);
        const auto count = std::count_if(steps.begin(), steps.end(), [](const Step& one) { return one.isDestructive; });
        if (count > 0 && !mayDestroy) {
            throw ApiError::conflict("nothing was changed in bucket '" + bucket.slug +
                                     "': " + numberOf(static_cast<std::size_t>(count), "step") +
                                     (count == 1 ? " is destructive" : " are destructive") +
                                     ": allow_destructive carries them out, dry_run tells what they are");
        }
        return steps;
    });
}

SchemaService::All SchemaService::read(const std::vector<File>& files) {
    Problems problems;
    All all;
    for (const File& file : files) {
        if (std::optional<TypeFile> type = readTypeFile(file, problems)) all.push_back({std::move(*type), {}, {}, {}});
    }
    problems.throwIfAny(kRefusal);
    return all;
}

std::vector<Step> SchemaService::run(Sql& sql, const Bucket& bucket, const Access& access, All& all) {
    std::vector<Step> steps;
    renameTypes(sql, bucket, access, all, steps);
    Problems problems;
    for (Wanted& wanted : all) compareFields(sql, bucket, wanted, problems);
    problems.throwIfAny(kRefusal);
    // Before the others are stored: a field must not refer to a type that goes.
    std::set<std::string> removed;
    const std::vector<Step> removals = removeOthers(sql, bucket, access, all, removed);
    store(sql, bucket, access, all, std::move(removed), steps);
    steps.insert(steps.end(), removals.begin(), removals.end());
    return steps;
}

void SchemaService::checkMarkers(const All& all, const std::function<bool(const std::string& slug)>& isStored) {
    std::vector<RenameMarker> described;
    described.reserve(all.size());
    for (const Wanted& one : all) described.push_back({one.file.slug, one.file.renamedFrom.value_or("")});
    const RenameMarkers markers(std::move(described), isStored);
    Problems problems;
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::string fault = markers.fault(i);
        if (!fault.empty()) problems.add(all[i].file.name + ": " + kRenamedFrom, std::move(fault));
    }
    problems.throwIfAny(kRefusal);
}

// Many types and files are compared while nobody else can write: each is looked at once.
void SchemaService::renameTypes(Sql& sql, const Bucket& bucket, const Access& access, const All& all,
                                std::vector<Step>& steps) {
    const std::vector<StoredType> types = TypeStore(sql).listAll(bucket.id);
    TypesBySlug stored;
    for (const StoredType& type : types) stored.emplace(type.slug, &type);
    checkMarkers(all, [&](const std::string& slug) { return stored.contains(slug); });

    std::unordered_set<std::string_view> described;
    std::unordered_set<std::string_view> claimed;  // by the marker of a new one
    std::unordered_map<std::string_view, std::size_t> newWithTitle;
    for (const Wanted& one : all) {
        described.insert(one.file.slug);
        if (stored.contains(one.file.slug)) continue;
        if (one.file.renamedFrom) {
            claimed.insert(*one.file.renamedFrom);
        } else {
            ++newWithTitle[textOf(one.file.content, "title")];
        }
    }
    std::unordered_map<std::string_view, std::vector<const StoredType*>> goneWithTitle;
    for (const StoredType& type : types) {
        if (!described.contains(type.slug) && !claimed.contains(type.slug)) goneWithTitle[type.title].push_back(&type);
    }

    for (const Wanted& wanted : all) {
        const TypeFile& file = wanted.file;
        if (stored.contains(file.slug)) continue;
        const StoredType* from = nullptr;
        if (file.renamedFrom) {
            from = described.contains(*file.renamedFrom) ? nullptr : find(stored, *file.renamedFrom);
        } else {
            const std::string_view title = textOf(file.content, "title");
            const auto gone = goneWithTitle.find(title);
            if (gone != goneWithTitle.end() && gone->second.size() == 1 && newWithTitle[title] == 1) {
                from = gone->second.front();
            }
        }
        if (from == nullptr) continue;
        const std::int64_t count = ObjectStore(sql).countOfType(bucket.id, from->slug);
        TypeInput input;
        input.slug = file.slug;
        types_.edit(bucket, access, from->slug, input);
        std::string text = "rename the type '" + from->slug + "' to '" + file.slug + "'; " + objectsText(count) +
                           (count == 1 ? " follows" : " follow");
        if (!file.renamedFrom) text += " (recognised by its title; \"renamed_from\": \"\" in it says otherwise)";
        steps.push_back({Step::Kind::Change, std::move(text), false});
    }
}

void SchemaService::compareFields(Sql& sql, const Bucket& bucket, Wanted& wanted, Problems& problems) const {
    const std::optional<StoredType> before = TypeStore(sql).find(bucket.id, wanted.file.slug);
    if (!before) return;
    wanted.fields =
        fieldSteps(fileOf(*before).at("metafields").get_array(), wanted.file.content.at("metafields").get_array(),
                   wanted.file.name + ": metafields", problems);
    for (const FieldStep& field : wanted.fields) {
        wanted.told.push_back(stepOf(sql, bucket, wanted.file.slug, field));
        if (field.kind == FieldStep::Kind::Rename) {
            wanted.renamed[field.to] = textOf(field.before, "key");
        }
    }
}

Step SchemaService::stepOf(Sql& sql, const Bucket& bucket, const std::string& slug, const FieldStep& field) const {
    const bool isCounted = isDestructive(field) || field.kind == FieldStep::Kind::Rename;
    const std::int64_t count = isCounted ? countFound(sql, bucket, filledQuery(slug, field.was, field.before)) : 0;
    const Step::Kind kind = field.kind == FieldStep::Kind::Add      ? Step::Kind::Add
                            : field.kind == FieldStep::Kind::Remove ? Step::Kind::Remove
                                                                    : Step::Kind::Change;
    return {kind, fieldText(slug, field, count), isDestructive(field)};
}

void SchemaService::store(Sql& sql, const Bucket& bucket, const Access& access, All& all, std::set<std::string> removed,
                          std::vector<Step>& steps) {
    std::vector<std::string> names;
    JsonArray items;
    std::vector<std::optional<JsonObject>> before;
    for (const Wanted& wanted : all) {
        const std::optional<StoredType> type = TypeStore(sql).find(bucket.id, wanted.file.slug);
        names.push_back(wanted.file.name);
        items.push_back(bodyOf(wanted.file, type ? &*type : nullptr, wanted.renamed));
        before.push_back(type ? std::optional(fileOf(*type)) : std::nullopt);
    }
    SchemaImport import(bucket, access.actor(), std::move(names));
    // Whoever writes files names types that are there.
    TypeTransfer transfer(services_, types_, std::move(removed));
    transfer.BucketTransfer::importAll(items, "", import);
    import.problems().throwIfAny(kRefusal);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (import.outcomes().at(i) == SchemaImport::Outcome::Unchanged) continue;
        const Wanted& wanted = all[i];
        const std::string& slug = wanted.file.slug;
        if (!before[i]) {
            const std::size_t count = wanted.file.content.at("metafields").get_array().size();
            steps.push_back(
                {Step::Kind::Add, "create the type '" + slug + "' with " + numberOf(count, "field"), false});
            continue;
        }
        const std::vector<std::string> members =
            differingMembers(*before[i], fileOf(*TypeStore(sql).find(bucket.id, slug)));
        std::string named;
        for (const std::string& member : members) named += (named.empty() ? "" : ", ") + member;
        if (!members.empty() || wanted.told.empty()) {
            steps.push_back(
                {Step::Kind::Change, "change the type '" + slug + "'" + (named.empty() ? "" : ": " + named), false});
        }
        steps.insert(steps.end(), wanted.told.begin(), wanted.told.end());
        moveValues(sql, bucket, access, wanted);
    }
}

void SchemaService::moveValues(Sql& sql, const Bucket& bucket, const Access& access, const Wanted& wanted) {
    std::vector<FieldRename> renames;
    for (const FieldStep& field : wanted.fields) {
        if (field.kind != FieldStep::Kind::Rename) continue;
        renames.push_back({field.from, std::string(textOf(field.after, "key"))});
    }
    applier_.renameFields(sql, access, bucket.id, wanted.file.slug, renames);
}

std::vector<Step> SchemaService::removeOthers(Sql& sql, const Bucket& bucket, const Access& access, const All& all,
                                              std::set<std::string>& removed) {
    std::vector<Step> steps;
    std::unordered_set<std::string_view> wanted;
    for (const Wanted& one : all) wanted.insert(one.file.slug);
    for (const StoredType& type : TypeStore(sql).listAll(bucket.id)) {
        if (wanted.contains(type.slug)) continue;
        const std::int64_t count = ObjectStore(sql).countOfType(bucket.id, type.slug);
        types_.remove(bucket, access, type.slug);
        removed.insert(type.slug);
        steps.push_back({Step::Kind::Remove,
                         "delete the type '" + type.slug + "'; " +
                             (count == 0 ? "it has no objects"
                                         : objectsText(count) + (count == 1 ? " stays" : " stay") + " without a type"),
                         true});
    }
    return steps;
}

}  // namespace inkwell::objects
