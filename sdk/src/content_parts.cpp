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

}  // namespace

void ContentParts::addObjectsOf(std::string_view objectType) {
    std::string name = objectsOf(objectType);
    if (names_.find(name) == names_.end()) names_.insert(std::move(name));
}

void ContentParts::addMedia() { names_.emplace(kMedia); }

void ContentParts::add(const ContentParts& other) {
    names_.insert(other.names_.begin(), other.names_.end());
    everything_ = everything_ || other.everything_;
}

std::string ContentParts::nameOf(const Change& change) {
    if (change.kind == "object" || change.kind == "revision") return change.type.empty() ? "" : objectsOf(change.type);
    const bool isAnywhere = std::find(kAnywhere.begin(), kAnywhere.end(), change.kind) != kAnywhere.end();
    return isAnywhere ? "" : change.kind;
}

}  // namespace inkwell
