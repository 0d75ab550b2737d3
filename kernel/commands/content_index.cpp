#include "kernel/commands/content_index.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>

#include "inkwell/crypto.h"
#include "inkwell/media_address.h"
#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

using Parts = ContentIndex::Parts;
using Rename = std::function<std::string(const std::string& id)>;

// Who wrote an object is somebody of its own server, and when is no content.
constexpr std::array<std::string_view, 4> kOfOneServer = {"id", "modified_at", "modified_by", "created_by"};
// Those of the file that the record has, which are known where the bytes are.
constexpr std::array<std::string_view, 4> kOfOneStore = {"name", "location", "size", "type"};
constexpr std::array<std::string_view, 2> kFiles = {"/v2/media-files/", "/v2/images/"};
constexpr std::string_view kOwnServer = "own:";
constexpr std::array<std::string_view, 2> kNesting = {"children", "repeater_fields"};
constexpr std::size_t kIdLength = 24;

template <std::size_t N>
bool isAmong(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// The address of a file in the one bucket is that of the same file in the other.
std::string digestOf(const Json& value, const ContentIndex& of) {
    std::string text = writeJson(value);
    for (const std::string_view files : kFiles) {
        const std::string own = std::string(files) + of.slug + "/";
        for (std::size_t at = text.find(own); at != std::string::npos; at = text.find(own, at + files.size())) {
            const std::optional<std::size_t> base = baseBefore(text, at, of.baseUrl);
            if (!base) continue;
            text.erase(at + files.size(), of.slug.size());
            if (*base == 0) continue;
            text.replace(at - *base, *base, kOwnServer);
            at -= *base - kOwnServer.size();
        }
    }
    return Digest::of(text);
}

ObjectKey keyOf(const JsonObject& object) {
    return {std::string(textOf(object, "type")), std::string(textOf(object, "slug")),
            std::string(textOf(object, "locale"))};
}

bool isRelation(const JsonObject& metafield) {
    const std::string_view type = textOf(metafield, "type");
    return type == bucket_file::kRelation || type == bucket_file::kRelations;
}

// The relation to several objects is a list, or text with commas, which may have blanks around them.
void renameIds(Json& value, const Rename& rename) {
    if (auto* text = value.if_string()) {
        std::istringstream ids{std::string(*text)};
        std::string renamed;
        for (std::string part; std::getline(ids, part, ',');) {
            const std::string id(trimmed(part));
            if (id.empty()) continue;
            if (!renamed.empty()) renamed += ',';
            renamed += rename(id);
        }
        *text = renamed;
    } else if (auto* array = value.if_array()) {
        for (Json& one : *array) renameIds(one, rename);
    }
}

// At any depth: in parents, and in the items of repeaters. What a value holds is none, as much as it may look like one.
void renameRelations(Json& metafields, const Rename& rename) {
    JsonArray* group = metafields.if_array();
    if (group == nullptr) return;
    for (Json& one : *group) {
        JsonObject* metafield = one.if_object();
        if (metafield == nullptr) continue;
        Json* related = isRelation(*metafield) ? metafield->if_contains("value") : nullptr;
        if (related != nullptr) renameIds(*related, rename);
        for (const std::string_view member : kNesting) {
            if (Json* nested = metafield->if_contains(member)) renameRelations(*nested, rename);
        }
    }
}

void forEach(BucketFileReader& file, std::string_view section, const std::function<void(const JsonObject&)>& take) {
    ImportItems* items = file.findItems(section);
    if (items == nullptr) return;
    items->forEach([&](std::size_t, const Json& item) {
        if (const JsonObject* object = item.if_object()) take(*object);
    });
}

template <std::size_t N>
Parts partsOf(const JsonObject& entry, const ContentIndex& of, const std::array<std::string_view, N>& without) {
    Parts parts;
    for (const auto& member : entry) {
        if (!isAmong(without, member.key())) parts.emplace(member.key(), digestOf(member.value(), of));
    }
    return parts;
}

// A field by itself, so that a difference can name it; and in which order they stand.
void addFields(const JsonArray& metafields, const ContentIndex& of, Parts& parts) {
    std::string order;
    for (const Json& field : metafields) {
        const std::string key(field.is_object() ? textOf(field.get_object(), "key") : std::string_view());
        order += key + "\n";
        parts["metadata." + key] += digestOf(field, of);
    }
    parts[std::string(bucket_file::kMetafields)] = Digest::of(order);
}

Parts partsOfObject(const JsonObject& object, const ContentIndex& of) {
    Parts parts = partsOf(object, of, kOfOneServer);
    parts.erase(std::string(bucket_file::kMetafields));
    Json metafields =
        object.contains(bucket_file::kMetafields) ? object.at(bucket_file::kMetafields) : Json(JsonArray());
    renameRelations(metafields, [&](const std::string& id) {
        const auto key = of.keys.find(id);
        return key == of.keys.end() ? id : key->second.text();
    });
    if (const JsonArray* fields = metafields.if_array()) addFields(*fields, of, parts);
    return parts;
}

/// The names of what differs; nothing where all is equal.
std::optional<ContentDifferences::Parts> differing(const Parts& source, const Parts& target) {
    ContentDifferences::Parts names;
    for (const auto& [name, digest] : source) {
        const auto other = target.find(name);
        if (other == target.end() || other->second != digest) names.push_back(name);
    }
    for (const auto& [name, digest] : target) {
        if (!source.contains(name)) names.push_back(name);
    }
    if (names.empty()) return std::nullopt;
    std::sort(names.begin(), names.end());
    return names;
}

/// Of a record of a media, whose file the target may have or lack. A record that is made beside its source gets the
/// file by its location.
bool lacksFile(const ContentIndex::Media& source, const ContentIndex::Media* target, bool sharesFiles) {
    if (source.location.empty()) return false;
    return target == nullptr ? !sharesFiles : target->location.empty();
}

// The bytes behind a name never change: one of the two broke off on its way.
bool isOtherFile(const ContentIndex::Media& source, const ContentIndex::Media& target) {
    return !source.location.empty() && !target.location.empty() && source.size != target.size;
}

// What is new gets an id that nothing has: that of its source may be another object's in the target. It holds within
// the file only, whose import gives ids of its own.
std::string idInFile(const ObjectKey& key, const ContentIndex& target) {
    const auto there = target.objects.find(key);
    return there != target.objects.end() ? there->second.id
                                         : toHex(Digest::of("new " + key.text())).substr(0, kIdLength);
}

void begin(std::ostream& file, const BucketFileReader& source) {
    file << R"({"format":)" << writeJson(Json(kBucketFileFormat));
    file << R"(,"bucket":{"slug":)" << writeJson(Json(textOf(source.values(), "slug")));
    file << R"(,"base_url":)" << writeJson(Json(textOf(source.values(), "base_url")));
}

/// One section of a file that is written item by item.
class Section {
public:
    Section(std::ostream& file, std::string_view name) : file_(file) { file_ << ",\"" << name << "\":["; }
    ~Section() { file_ << "]"; }
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    void add(const JsonObject& item) {
        file_ << (isFirst_ ? "" : ",") << writeJson(item);
        isFirst_ = false;
    }

private:
    std::ostream& file_;
    bool isFirst_ = true;
};

}  // namespace

std::string ObjectKey::text() const { return type + "/" + slug + (locale.empty() ? "" : " (" + locale + ")"); }

ContentIndex indexOf(BucketFileReader& file) {
    ContentIndex index;
    index.slug = textOf(file.values(), "slug");
    index.baseUrl = textOf(file.values(), "base_url");
    forEach(file, bucket_file::kObjectTypes,
            [&](const JsonObject& type) { index.types.emplace(textOf(type, "slug")); });
    forEach(file, bucket_file::kMediaFolders, [&](const JsonObject& folder) {
        index.folders.emplace(textOf(folder, "slug"), partsOf(folder, index, std::array<std::string_view, 1>{"slug"}));
    });
    forEach(file, bucket_file::kMedia, [&](const JsonObject& media) {
        const Json* size = media.if_contains("size");
        index.media.emplace(
            textOf(media, "name"),
            ContentIndex::Media{std::string(textOf(media, "location")),
                                size != nullptr && size->is_number() ? size->to_number<std::int64_t>() : 0,
                                partsOf(media, index, kOfOneStore)});
    });
    forEach(file, bucket_file::kObjects,
            [&](const JsonObject& object) { index.keys.emplace(textOf(object, "id"), keyOf(object)); });
    forEach(file, bucket_file::kObjects, [&](const JsonObject& object) {
        ContentIndex::Object entry;
        entry.id = textOf(object, "id");
        entry.modifiedAt = textOf(object, "modified_at");
        entry.parts = partsOfObject(object, index);
        index.objects.emplace(keyOf(object), std::move(entry));
    });
    return index;
}

ContentDifferences compare(const ContentIndex& source, const ContentIndex& target, bool sharesFiles) {
    ContentDifferences found;
    for (const auto& [slug, parts] : source.folders) {
        const auto there = target.folders.find(slug);
        if (there == target.folders.end()) {
            found.folders[slug];
        } else if (auto names = differing(parts, there->second)) {
            found.folders[slug] = std::move(*names);
        }
    }
    for (const auto& [name, media] : source.media) {
        const auto there = target.media.find(name);
        const ContentIndex::Media* other = there == target.media.end() ? nullptr : &there->second;
        if (other == nullptr) {
            found.media[name];
        } else if (auto names = differing(media.parts, other->parts)) {
            found.media[name] = std::move(*names);
        }
        if (lacksFile(media, other, sharesFiles)) {
            found.files.push_back(name);
        } else if (other != nullptr && isOtherFile(media, *other)) {
            found.sizes.push_back(name);
        }
    }
    for (const auto& [key, object] : source.objects) {
        const auto there = target.objects.find(key);
        if (there == target.objects.end()) {
            found.objects[key];
        } else if (auto names = differing(object.parts, there->second.parts)) {
            found.objects[key] = std::move(*names);
        } else {
            continue;
        }
        if (!target.types.contains(key.type)) found.types.insert(key.type);
    }
    for (const auto& [key, object] : target.objects) {
        if (!source.objects.contains(key)) found.extra.push_back(key);
    }
    return found;
}

void writeMedia(BucketFileReader& source, const ContentDifferences& wanted, const ContentIndex& target,
                bool sharesFiles, std::ostream& file) {
    begin(file, source);
    {
        Section folders(file, bucket_file::kMediaFolders);
        forEach(source, bucket_file::kMediaFolders, [&](const JsonObject& folder) {
            if (wanted.folders.contains(std::string(textOf(folder, "slug")))) folders.add(folder);
        });
    }
    {
        Section media(file, bucket_file::kMedia);
        forEach(source, bucket_file::kMedia, [&](const JsonObject& given) {
            const std::string name(textOf(given, "name"));
            if (!wanted.media.contains(name)) return;
            JsonObject record = given;
            const auto there = target.media.find(name);
            const std::string location = there == target.media.end() ? "" : there->second.location;
            if (!sharesFiles) record["location"] = textOrNull(location);
            media.add(record);
        });
    }
    file << "}}";
}

std::vector<ObjectKey> writeObjects(BucketFileReader& source, const ContentDifferences& wanted,
                                    const ContentIndex& sourceIndex, const ContentIndex& target, std::ostream& file) {
    std::vector<ObjectKey> written;
    begin(file, source);
    {
        Section objects(file, bucket_file::kObjects);
        forEach(source, bucket_file::kObjects, [&](const JsonObject& given) {
            const ObjectKey key = keyOf(given);
            if (!wanted.objects.contains(key)) return;
            JsonObject object = given;
            for (const std::string_view name : kOfOneServer) object.stable_erase(name);
            object["id"] = idInFile(key, target);
            const auto there = target.objects.find(key);
            object["if_modified_at"] = there == target.objects.end() ? Json() : Json(there->second.modifiedAt);
            if (Json* metafields = object.if_contains(bucket_file::kMetafields)) {
                renameRelations(*metafields, [&](const std::string& id) {
                    const auto related = sourceIndex.keys.find(id);
                    return related == sourceIndex.keys.end() ? id : idInFile(related->second, target);
                });
            }
            objects.add(object);
            written.push_back(key);
        });
    }
    file << "}}";
    return written;
}

}  // namespace inkwell::kernel
