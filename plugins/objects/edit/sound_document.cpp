#include "edit/sound_document.h"

#include <Poco/UTF8Encoding.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace inkwell::objects {

namespace {

bool isText(std::string_view text) {
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    const auto* const end = at + text.size();
    while (at < end) {
        if (*at == 0) return false;
        const int length = *at < 0x80 ? 1 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
        if (length > end - at || (length > 1 && !Poco::UTF8Encoding::isLegal(at, length))) return false;
        at += length;
    }
    return true;
}

bool isReadable(const Json& value) {
    if (const auto* text = value.if_string()) return isText({text->data(), text->size()});
    if (const auto* number = value.if_double()) return std::isfinite(*number);
    if (const auto* array = value.if_array()) return std::all_of(array->begin(), array->end(), isReadable);
    const auto* object = value.if_object();
    return object == nullptr || std::all_of(object->begin(), object->end(), [](const auto& member) {
               return isText({member.key().data(), member.key().size()}) && isReadable(member.value());
           });
}

bool isListOfObjects(const Json& value) {
    const auto* list = value.if_array();
    return list != nullptr && std::all_of(list->begin(), list->end(), [](const Json& one) { return one.is_object(); });
}

}  // namespace

std::string flawOf(const JsonObject& document) {
    for (const auto& member : document) {
        const std::string name(member.key());
        const Json& value = member.value();
        if (!isText(name) || !isReadable(value)) return "a text or number in it is none";
        if (name == "content" && !value.is_string()) return "'content' is no text";
        if (name == "options" && !value.is_object()) return "'options' is no object";
        if (name == "metafields" && !isListOfObjects(value)) return "'metafields' is no list of objects";
    }
    return "";
}

}  // namespace inkwell::objects
