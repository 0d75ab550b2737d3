#include <cmath>

#include "inkwell/json.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

std::string notThis(const std::string& wanted, const Json& value) {
    return "must be " + wanted + ", not " + std::string(jsonKindName(value));
}

std::string tooLong(std::size_t length, std::size_t maxLength) {
    return "is " + std::to_string(length) + " characters long; at most " + std::to_string(maxLength) + " are allowed";
}

std::string joined(const auto& words, std::string_view quote) {
    std::string all;
    for (const auto& word : words) {
        if (!all.empty()) all += ", ";
        all.append(quote).append(word).append(quote);
    }
    return all;
}

}  // namespace

std::string_view textOf(const JsonObject& object, std::string_view key) {
    const Json* value = object.if_contains(key);
    const boost::json::string* text = value ? value->if_string() : nullptr;
    return text ? std::string_view(*text) : std::string_view();
}

const JsonArray* arrayOf(const JsonObject& object, std::string_view key) {
    const Json* value = object.if_contains(key);
    return value ? value->if_array() : nullptr;
}

Json textOrNull(std::string_view text) { return text.empty() ? Json() : Json(text); }

Json isoTimeOrNull(const std::optional<std::int64_t>& unixMs) { return unixMs ? Json(isoTime(*unixMs)) : Json(); }

std::string_view jsonKindName(const Json& value) {
    switch (value.kind()) {
        case boost::json::kind::null:
            return "null";
        case boost::json::kind::bool_:
            return "a boolean";
        case boost::json::kind::string:
            return "a string";
        case boost::json::kind::array:
            return "an array";
        case boost::json::kind::object:
            return "an object";
        default:
            return "a number";
    }
}

JsonReader::JsonReader(const JsonObject& object, std::string path, Problems& problems)
    : object_(object), path_(std::move(path)), problems_(problems) {}

bool JsonReader::has(std::string_view key) const { return object_.contains(key); }

const Json* JsonReader::take(std::string_view key) {
    known_.emplace(key);
    return object_.if_contains(key);
}

std::optional<std::string> JsonReader::text(std::string_view key, std::size_t maxLength) {
    const Json* value = take(key);
    if (value == nullptr) return std::nullopt;
    const boost::json::string* text = value->if_string();
    if (text == nullptr) {
        problem(key, notThis("a string", *value));
        return std::nullopt;
    }
    const std::size_t length = codePoints(*text);
    if (length > maxLength) {
        problem(key, tooLong(length, maxLength));
        return std::nullopt;
    }
    return std::string(*text);
}

std::optional<std::string> JsonReader::requiredText(std::string_view key, std::size_t maxLength) {
    if (take(key) == nullptr) {
        problem(key, "is required");
        return std::nullopt;
    }
    std::optional<std::string> found = text(key, maxLength);
    if (found && found->empty()) {
        problem(key, "must not be empty");
        return std::nullopt;
    }
    return found;
}

std::optional<std::string> JsonReader::title(std::string_view key, std::size_t maxLength) {
    std::optional<std::string> found = text(key, maxLength);
    if (found && isBlank(*found)) {
        problem(key, "must not be empty");
        return std::nullopt;
    }
    return found;
}

std::optional<std::string> JsonReader::requiredTitle(std::string_view key, std::size_t maxLength) {
    if (take(key) != nullptr) return title(key, maxLength);
    problem(key, "is required");
    return std::nullopt;
}

std::optional<std::string> JsonReader::choice(std::string_view key, std::initializer_list<std::string_view> allowed) {
    const Json* value = take(key);
    if (value == nullptr) return std::nullopt;
    if (const boost::json::string* text = value->if_string()) {
        for (std::string_view one : allowed) {
            if (std::string_view(*text) == one) return std::string(one);
        }
        problem(key, "must be one of " + joined(allowed, "'"));
    } else {
        problem(key, notThis("one of " + joined(allowed, "'"), *value));
    }
    return std::nullopt;
}

std::optional<bool> JsonReader::boolean(std::string_view key) {
    const Json* value = take(key);
    if (value == nullptr) return std::nullopt;
    if (const bool* given = value->if_bool()) return *given;
    problem(key, notThis("true or false", *value));
    return std::nullopt;
}

std::optional<bool> JsonReader::flag(std::string_view key) {
    const Json* value = take(key);
    if (value == nullptr) return std::nullopt;
    if (const bool* given = value->if_bool()) return *given;
    if (const boost::json::string* text = value->if_string()) {
        if (*text == "true") return true;
        if (*text == "false") return false;
        problem(key, "must be true or false");
    } else {
        problem(key, notThis("true or false", *value));
    }
    return std::nullopt;
}

std::optional<std::int64_t> JsonReader::integer(std::string_view key) {
    const Json* value = take(key);
    if (value == nullptr) return std::nullopt;
    if (const std::int64_t* given = value->if_int64()) return *given;
    if (value->is_uint64()) {
        problem(key, "is too large");
    } else if (value->is_double()) {
        // parseJson makes integers of all doubles that are exact ones.
        const double given = value->get_double();
        problem(key, std::trunc(given) == given ? "is too large" : "must be a whole number");
    } else {
        problem(key, notThis("a whole number", *value));
    }
    return std::nullopt;
}

std::optional<std::vector<std::string>> JsonReader::texts(std::string_view key, std::size_t maxLength) {
    const Json* value = take(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_string()) {
        std::optional<std::string> one = text(key, maxLength);
        if (!one) return std::nullopt;
        return std::vector<std::string>{std::move(*one)};
    }
    if (!value->is_array()) {
        problem(key, notThis("a string or an array of strings", *value));
        return std::nullopt;
    }
    return textArray(key, maxLength);
}

std::optional<std::vector<std::string>> JsonReader::textArray(std::string_view key, std::size_t maxLength) {
    const Json* value = take(key);
    if (value == nullptr) return std::nullopt;
    const JsonArray* list = value->if_array();
    if (list == nullptr) {
        problem(key, notThis("an array of strings", *value));
        return std::nullopt;
    }
    std::vector<std::string> all;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string path = pathOf(key) + "[" + std::to_string(i) + "]";
        const boost::json::string* one = (*list)[i].if_string();
        const std::size_t length = one ? codePoints(*one) : 0;
        if (one == nullptr) {
            problems_.add(path, notThis("a string", (*list)[i]));
        } else if (length > maxLength) {
            problems_.add(path, tooLong(length, maxLength));
        } else {
            all.emplace_back(*one);
        }
    }
    if (all.size() < list->size()) return std::nullopt;
    return all;
}

const JsonArray* JsonReader::array(std::string_view key) {
    const Json* value = take(key);
    if (value == nullptr) return nullptr;
    if (!value->is_array()) problem(key, notThis("an array", *value));
    return value->if_array();
}

const JsonObject* JsonReader::object(std::string_view key) {
    const Json* value = take(key);
    if (value == nullptr) return nullptr;
    if (!value->is_object()) problem(key, notThis("an object", *value));
    return value->if_object();
}

const Json* JsonReader::any(std::string_view key) { return take(key); }

std::string JsonReader::pathOf(std::string_view key) const {
    std::string path = path_;
    if (!path.empty()) path += '.';
    return path.append(key);
}

void JsonReader::problem(std::string_view key, std::string message) { problems_.add(pathOf(key), std::move(message)); }

void JsonReader::refuseOthers() {
    const std::string fields = joined(known_, "");
    for (const auto& member : object_) {
        if (known_.contains(member.key())) continue;
        problem(member.key(), "is not a known field" + (fields.empty() ? "" : "; known fields are: " + fields));
    }
}

}  // namespace inkwell
