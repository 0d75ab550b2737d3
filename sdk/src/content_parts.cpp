#include "inkwell/content_parts.h"

#include "inkwell/events.h"

namespace inkwell {

namespace {

constexpr const char* kMedia = "media";

std::string objectsOf(std::string_view type) { return "object:" + std::string(type); }

}  // namespace

void ContentParts::addObjectsOf(std::string_view objectType) {
    std::string name = objectsOf(objectType);
    if (names_.find(name) == names_.end()) names_.insert(std::move(name));
}

void ContentParts::addMedia() { names_.insert(kMedia); }

std::string ContentParts::nameOf(const Change& change) {
    if (change.kind == "object" || change.kind == "revision") return change.type.empty() ? "" : objectsOf(change.type);
    return change.kind == kMedia ? kMedia : "";
}

}  // namespace inkwell
