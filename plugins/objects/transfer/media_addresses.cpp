#include "transfer/media_addresses.h"

#include <Poco/Exception.h>
#include <Poco/URI.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "inkwell/media_address.h"
#include "inkwell/text.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kRoot = "/v2/";
const std::string kAnyBase;
constexpr std::string_view kFiles[] = {"media-files/", "images/"};

// What stands for the address of the file with this name; nothing: it stays.
using Move = std::function<std::optional<std::string>(const std::string& name)>;

bool endsName(char c) { return std::string_view("/?#&\"'<>()[]{}\\ \t\r\n,;|`").find(c) != std::string_view::npos; }

std::string nameOf(std::string_view encoded) {
    std::string name;
    try {
        Poco::URI::decode(std::string(encoded), name);
    } catch (const Poco::SyntaxException&) {
        return std::string(encoded);
    }
    return name;
}

// `slug` and `name` of "media-files/slug/name...": how long the first two are, 0 when it is something else.
std::size_t placeOfName(std::string_view rest, const std::string& slug) {
    for (const std::string_view files : kFiles) {
        if (!rest.starts_with(files) || rest.substr(files.size()).substr(0, slug.size()) != slug) continue;
        const std::size_t place = files.size() + slug.size();
        return rest.substr(place).starts_with('/') ? place + 1 : 0;
    }
    return 0;
}

std::string moved(std::string_view text, const BucketAddress& from, const BucketAddress& to, const Move& move) {
    std::string result;
    std::size_t copied = 0;
    for (std::size_t at = text.find(kRoot); at != std::string_view::npos; at = text.find(kRoot, at + 1)) {
        const std::string_view rest = text.substr(at + kRoot.size());
        const std::size_t place = placeOfName(rest, from.slug);
        const std::optional<std::size_t> base = place == 0 ? std::nullopt : baseBefore(text, at, from.baseUrl);
        if (!base) continue;
        const std::string_view behind = rest.substr(place);
        const auto length =
            static_cast<std::size_t>(std::find_if(behind.begin(), behind.end(), endsName) - behind.begin());
        const std::string_view written = behind.substr(0, length);
        const std::string before = nameOf(written);
        const std::optional<std::string> name = length == 0 ? std::nullopt : move(before);
        if (!name) continue;
        const std::size_t slug = at + kRoot.size() + place - 1 - from.slug.size();
        const std::size_t begin = at - *base;
        result.append(text.substr(copied, begin - copied)).append(*base == 0 ? "" : to.baseUrl);
        result.append(text.substr(at, slug - at)).append(to.slug).append("/");
        result.append(*name == before ? std::string(written) : percentEncoded(*name));
        copied = at + kRoot.size() + place + length;
    }
    return result.append(text.substr(copied));
}

void moveAll(StoredObject& object, const BucketAddress& from, const BucketAddress& to, const Move& move) {
    const auto moveOne = [&](Json& value) {
        std::string text = moved(value.get_string(), from, to, move);
        if (text != value.get_string()) value = text;
    };
    Json* content = object.document.if_contains("content");
    if (content != nullptr && content->is_string()) moveOne(*content);
    forEachText(object.metafields(), moveOne);
}

}  // namespace

void collectAddresses(StoredObject& object, const BucketAddress& of, std::set<std::string>& names) {
    moveAll(object, of, of, [&](const std::string& name) {
        names.insert(name);
        return std::nullopt;
    });
}

void moveAddresses(StoredObject& object, const BucketAddress& from, const BucketAddress& to, const MediaNames& names) {
    moveAll(object, from, to, [&](const std::string& name) {
        const auto found = names.find(name);
        return found == names.end() ? std::nullopt : std::optional(found->second);
    });
}

void collectAddresses(StoredObject& object, const std::string& slug, std::set<std::string>& names) {
    collectAddresses(object, {slug, kAnyBase}, names);
}

void moveAddresses(StoredObject& object, const std::string& from, const std::string& to, const MediaNames& names) {
    moveAddresses(object, {from, kAnyBase}, {to, kAnyBase}, names);
}

}  // namespace inkwell::objects
