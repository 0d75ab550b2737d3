#include "inkwell/surrogate_keys.h"

#include <algorithm>

#include "inkwell/events.h"

namespace inkwell {

namespace {

constexpr std::string_view kObject = "id:";
constexpr std::string_view kEachChange = ".everything";

bool isKeyLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
}

/// Of a part as ContentParts names it; "" for one that makes no key. Ids of objects are unique by themselves.
std::string keyOf(std::string_view bucketId, std::string_view part) {
    const bool isObject = part.starts_with(kObject);
    std::string key;
    if (isObject) {
        key = part.substr(kObject.size());
    } else {
        key = part;
        std::replace(key.begin(), key.end(), ':', '.');
    }
    if (key.empty() || !std::all_of(key.begin(), key.end(), isKeyLetter)) return {};
    return isObject ? key : std::string(bucketId) + "." + key;
}

// Not with the key of the bucket: changes of types and of folders purge that, and no file shows them.
std::string keyOfFile(std::string_view bucketId, std::string_view mediaId) {
    return std::string(bucketId) + ".file." + std::string(mediaId);
}

std::string keyOfEachChange(std::string_view bucketId) { return std::string(bucketId) + std::string(kEachChange); }

}  // namespace

std::string surrogateKeysOf(std::string_view bucketId, const std::optional<ContentParts>& madeOf) {
    const std::string ofUnknown = std::string(bucketId) + " " + keyOfEachChange(bucketId);
    if (!madeOf || madeOf->isEverything()) return ofUnknown;
    std::string keys(bucketId);
    for (const std::string& part : madeOf->names()) {
        const std::string key = keyOf(bucketId, part);
        if (key.empty() || keys.size() + 1 + key.size() > kMaxSurrogateKeysBytes) return ofUnknown;
        (keys += ' ') += key;
    }
    return keys;
}

std::string surrogateKeysOfFile(std::string_view bucketId, std::string_view mediaId) {
    return std::string(bucketId) + ".files " + keyOfFile(bucketId, mediaId);
}

std::vector<std::string> purgedKeysOf(const Change& change) {
    std::vector<std::string> keys;
    for (const std::string& part : ContentParts::namesOf(change)) {
        const std::string key = part.empty() ? change.bucketId : keyOf(change.bucketId, part);
        if (!key.empty()) keys.push_back(key);
    }
    if (change.kind == "media" && !change.id.empty()) keys.push_back(keyOfFile(change.bucketId, change.id));
    keys.push_back(keyOfEachChange(change.bucketId));
    return keys;
}

}  // namespace inkwell
