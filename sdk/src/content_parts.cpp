#include "inkwell/content_parts.h"

#include <algorithm>
#include <array>

#include "inkwell/events.h"

namespace inkwell {

namespace {

constexpr std::string_view kMedia = "media";

// Changes of these may show in any object or media record. One of another kind, a plugin's own, shows in none: an
// answer that holds more than objects and media does not say what it is made of.
constexpr std::array<std::string_view, 5> kAnywhere = {"bucket", "media_folder", "object_type", "query_values", "user"};

std::string objectsOf(std::string_view type) { return "object:" + std::string(type); }
std::string objectOf(std::string_view id) { return "id:" + std::string(id); }
// Some object, nobody knows which. A revision may be what a draft is shown as, and its change does not name its object.
std::string anyOf(std::string_view type) { return "any:" + std::string(type); }

}  // namespace

void ContentParts::addObjectsOf(std::string_view objectType) {
    if (types_.find(objectType) != types_.end()) return;
    types_.emplace(objectType);
    if (const auto known = objects_.find(objectType); known != objects_.end()) objects_.erase(known);
}

void ContentParts::addObject(std::string_view id, std::string_view objectType) {
    if (types_.find(objectType) != types_.end()) return;
    auto known = objects_.find(objectType);
    if (known == objects_.end()) known = objects_.emplace(objectType, Names()).first;
    known->second.emplace(id);
    if (known->second.size() > kMostObjects) addObjectsOf(objectType);
}

void ContentParts::addMissingObject(std::string_view id) {
    missing_.emplace(id);
    if (missing_.size() > kMostObjects) addEverything();
}

void ContentParts::add(const ContentParts& other) {
    for (const std::string& type : other.types_) addObjectsOf(type);
    for (const auto& [type, ids] : other.objects_)
        for (const std::string& id : ids) addObject(id, type);
    for (const std::string& id : other.missing_) addMissingObject(id);
    hasMedia_ = hasMedia_ || other.hasMedia_;
    everything_ = everything_ || other.everything_;
}

ContentParts::Names ContentParts::names() const {
    Names names;
    for (const std::string& type : types_) names.insert(objectsOf(type));
    for (const auto& [type, ids] : objects_) {
        names.insert(anyOf(type));
        for (const std::string& id : ids) names.insert(objectOf(id));
    }
    for (const std::string& id : missing_) names.insert(objectOf(id));
    if (hasMedia_) names.emplace(kMedia);
    return names;
}

std::vector<std::string> ContentParts::namesOf(const Change& change) {
    const bool isAnywhere = std::find(kAnywhere.begin(), kAnywhere.end(), change.kind) != kAnywhere.end();
    if (isAnywhere) return {""};
    if (change.kind != "object" && change.kind != "revision") return {change.kind};
    if (change.type.empty()) return {""};
    const bool isKnown = change.kind == "object" && !change.id.empty();
    return {objectsOf(change.type), isKnown ? objectOf(change.id) : anyOf(change.type)};
}

}  // namespace inkwell
