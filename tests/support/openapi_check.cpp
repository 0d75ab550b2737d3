#include "tests/support/openapi_check.h"

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>

#include "inkwell/text.h"

namespace inkwell::test {

namespace {

constexpr std::size_t kShown = 200;
constexpr int kBadRequest = 400;
constexpr int kAddressTooLong = 414;
constexpr int kHeadTooLarge = 431;

std::vector<std::string> segmentsOf(std::string_view path) {
    path = path.substr(0, path.find('?'));
    if (path.ends_with('/')) path.remove_suffix(1);
    std::vector<std::string> segments;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        segments.emplace_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return segments;
}

bool isPlaceholder(const std::string& segment) { return segment.starts_with('{'); }

bool fits(const std::vector<std::string>& pattern, const std::vector<std::string>& segments) {
    return std::equal(pattern.begin(), pattern.end(), segments.begin(), segments.end(),
                      [](const auto& one, const auto& given) { return isPlaceholder(one) || one == given; });
}

bool hasProps(const std::string& target) {
    return target.find("?props=") != std::string::npos || target.find("&props=") != std::string::npos;
}

const JsonObject* objectAt(const JsonObject& object, std::string_view key) {
    const Json* value = object.if_contains(key);
    return value == nullptr ? nullptr : value->if_object();
}

bool isOfType(const Json& value, std::string_view type) {
    if (type == "integer") return value.is_int64() || value.is_uint64();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_bool();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    if (type == "null") return value.is_null();
    throw std::logic_error("the document has an unknown type: " + std::string(type));
}

bool isOfTypes(const Json& value, const Json& types) {
    if (types.is_string()) return isOfType(value, types.get_string());
    const JsonArray& all = types.as_array();
    return std::any_of(all.begin(), all.end(), [&](const Json& one) { return isOfType(value, one.as_string()); });
}

// Made once: they are slow to make, and every id is asked for one.
const std::regex& regexOf(const std::string& pattern) {
    thread_local std::map<std::string, std::regex> made;
    const auto known = made.find(pattern);
    return known != made.end() ? known->second : made.emplace(pattern, std::regex(pattern)).first->second;
}

std::string lines(const std::vector<std::string>& problems) {
    std::string text;
    for (const std::string& problem : problems) text += problem + "\n";
    return text;
}

/// Walks a value and its schema side by side.
class Validator {
public:
    struct Rules {
        bool needsRequired = true;
        bool knowsAllMembers = false;  // a member beside `properties` is a problem where nothing allows it
    };

    Validator(const Json& document, Rules rules) : document_(document), rules_(rules) {}

    void check(const Json& value, const Json& schema, const std::string& path) {
        const JsonObject& words = schema.as_object();
        if (const Json* reference = words.if_contains("$ref")) check(value, targetOf(document_, *reference), path);
        const Json* type = words.if_contains("type");
        if (type != nullptr && !isOfTypes(value, *type)) {
            return add(path, shown(value) + " is not of the type " + writeJson(*type));
        }
        checkChoice(value, words, path);
        checkBounds(value, words, path);
        checkAlternatives(value, words, path);
        if (value.is_object()) checkMembers(value.get_object(), words, path);
        const Json* items = words.if_contains("items");
        if (items == nullptr || !value.is_array()) return;
        for (std::size_t i = 0; i < value.get_array().size(); ++i) {
            check(value.get_array()[i], *items, path + "[" + std::to_string(i) + "]");
        }
    }

    static const Json& targetOf(const Json& document, const Json& reference) {
        const std::string_view text = reference.as_string();
        if (!text.starts_with("#/")) throw std::logic_error("not a reference into the document: " + std::string(text));
        return document.at_pointer(text.substr(1));
    }

    std::vector<std::string> problems;

private:
    void add(const std::string& path, const std::string& reason) { problems.push_back(path + ": " + reason); }

    static std::string shown(const Json& value) { return writeJson(value).substr(0, kShown); }

    void checkChoice(const Json& value, const JsonObject& words, const std::string& path) {
        const JsonArray* choices = arrayOf(words, "enum");
        if (choices != nullptr && std::find(choices->begin(), choices->end(), value) == choices->end()) {
            add(path, shown(value) + " is not one of " + writeJson(*choices));
        }
        const Json* only = words.if_contains("const");
        if (only != nullptr && *only != value) add(path, shown(value) + " is not " + writeJson(*only));
    }

    static bool isBeyond(const JsonObject& words, const char* least, const char* most, double size) {
        const Json* low = words.if_contains(least);
        const Json* high = most == nullptr ? nullptr : words.if_contains(most);
        return (low != nullptr && size < low->to_number<double>()) ||
               (high != nullptr && size > high->to_number<double>());
    }

    void checkBounds(const Json& value, const JsonObject& words, const std::string& path) {
        bool isBad = false;
        if (value.is_string()) {
            const std::string_view text = value.get_string();
            isBad = isBeyond(words, "minLength", "maxLength", static_cast<double>(codePoints(text)));
            const std::string pattern(textOf(words, "pattern"));
            isBad = isBad || (!pattern.empty() && !std::regex_search(std::string(text), regexOf(pattern)));
        } else if (value.is_number()) {
            isBad = isBeyond(words, "minimum", "maximum", value.to_number<double>());
        } else if (value.is_array()) {
            isBad = isBeyond(words, "minItems", nullptr, static_cast<double>(value.get_array().size()));
        } else if (value.is_object()) {
            isBad = isBeyond(words, "minProperties", nullptr, static_cast<double>(value.get_object().size()));
        }
        if (isBad) add(path, shown(value) + " is out of the bounds");
        const Json* forbidden = words.if_contains("not");
        if (forbidden == nullptr) return;
        Validator inner(document_, rules_);
        inner.check(value, *forbidden, path);
        if (inner.problems.empty()) add(path, shown(value) + " is forbidden");
    }

    void checkAlternatives(const Json& value, const JsonObject& words, const std::string& path) {
        if (const JsonArray* all = arrayOf(words, "allOf")) {
            Validator parts(document_, {rules_.needsRequired, false});  // each knows some of the members
            for (const Json& one : *all) parts.check(value, one, path);
            problems.insert(problems.end(), parts.problems.begin(), parts.problems.end());
        }
        for (const char* word : {"anyOf", "oneOf"}) {
            const JsonArray* choices = arrayOf(words, word);
            if (choices == nullptr) continue;
            std::string reasons;
            std::size_t fitting = 0;
            for (const Json& one : *choices) {
                Validator inner(document_, rules_);
                inner.check(value, one, path);
                if (inner.problems.empty()) ++fitting;
                for (const std::string& problem : inner.problems) reasons += "; " + problem;
            }
            if (fitting == 0) add(path, "fits no alternative" + reasons);
            // Without its required members a value may fit more than one.
            if (fitting > 1 && word == std::string_view("oneOf") && rules_.needsRequired)
                add(path, "fits several alternatives");
        }
    }

    // Whether a part of the schema, by reference or allOf, has a property of this name.
    bool isInPart(std::string_view name, const JsonObject& words) const {
        const JsonArray* all = arrayOf(words, "allOf");
        return all != nullptr && std::any_of(all->begin(), all->end(), [&](const Json& one) {
                   const Json* reference = one.as_object().if_contains("$ref");
                   const JsonObject& part =
                       reference == nullptr ? one.as_object() : targetOf(document_, *reference).as_object();
                   const JsonObject* known = objectAt(part, "properties");
                   return (known != nullptr && known->contains(name)) || isInPart(name, part);
               });
    }

    void checkMembers(const JsonObject& object, const JsonObject& words, const std::string& path) {
        const JsonObject* known = objectAt(words, "properties");
        const Json* others = words.if_contains("additionalProperties");
        const JsonArray* required = arrayOf(words, "required");
        if (required != nullptr && rules_.needsRequired) {
            for (const Json& name : *required) {
                if (!object.contains(name.as_string())) add(path, "misses " + writeJson(name));
            }
        }
        for (const auto& [name, value] : object) {
            const std::string memberPath = path + "." + std::string(name);
            if (known != nullptr && known->contains(name)) {
                check(value, known->at(name), memberPath);
            } else if (others != nullptr && others->is_object()) {
                check(value, *others, memberPath);
            } else if (others != nullptr ? *others == false
                                         : known != nullptr && rules_.knowsAllMembers && !isInPart(name, words)) {
                add(memberPath, "is in no schema");
            }
        }
    }

    const Json& document_;
    Rules rules_;
};

const JsonObject& resolved(const Json& document, const JsonObject& object) {
    const Json* reference = object.if_contains("$ref");
    return reference == nullptr ? object : Validator::targetOf(document, *reference).as_object();
}

// The schema of the JSON in a response or request body; null when there is none.
const Json* findJsonSchema(const JsonObject& described) {
    const JsonObject* content = objectAt(described, "content");
    const JsonObject* json = content == nullptr ? nullptr : objectAt(*content, "application/json");
    return json == nullptr ? nullptr : json->if_contains("schema");
}

std::string answerProblems(const Json& document, const SentRequest& request, const JsonObject& operation,
                           const Reply& reply) {
    const JsonObject* told = objectAt(operation.at("responses").as_object(), std::to_string(reply.status));
    if (told == nullptr) return "the status " + std::to_string(reply.status) + " is not documented\n";
    const auto type = reply.headers.find("content-type");
    const bool isJson = type != reply.headers.end() && type->second.starts_with("application/json");
    if (!isJson || reply.body.empty() || reply.headers.contains("content-encoding")) return {};
    const Json* schema = findJsonSchema(resolved(document, *told));
    if (schema == nullptr) return "an answer in JSON is not documented\n";
    Validator validator(document, {!hasProps(request.pathAndQuery), true});
    validator.check(parseStoredJson(reply.body), *schema, "answer");
    return lines(validator.problems);
}

// What the server took, a client that was generated from the document must be able to send.
std::string bodyProblems(const Json& document, const SentRequest& request, const JsonObject& operation) {
    const JsonObject* told = objectAt(operation, "requestBody");
    if (told == nullptr || request.body.empty()) return {};
    const Json* schema = findJsonSchema(resolved(document, *told));
    if (schema == nullptr) return {};
    Validator validator(document, {});
    validator.check(parseStoredJson(request.body), *schema, "body");
    return lines(validator.problems);
}

// Of one request body or response.
std::string exampleProblemsOf(const Json& document, const JsonObject& described, const std::string& where) {
    const JsonObject* content = objectAt(resolved(document, described), "content");
    if (content == nullptr) return {};
    std::string found;
    for (const auto& [type, told] : *content) {
        if (type == "*/*" || type.ends_with("octet-stream")) continue;
        const Json* example = told.as_object().if_contains("example");
        const Json* schema = told.as_object().if_contains("schema");
        if (example == nullptr || schema == nullptr) {
            found += where + ": no example or schema\n";
            continue;
        }
        Validator validator(document, {true, true});
        validator.check(*example, *schema, where);
        found += lines(validator.problems);
    }
    return found;
}

}  // namespace

std::string OpenApiCheck::exampleProblems() const {
    std::string found;
    for (const auto& path : document_.at("paths").as_object()) {
        for (const auto& [method, operation] : path.value().as_object()) {
            const std::string where = std::string(method) + " " + std::string(path.key());
            if (const JsonObject* body = objectAt(operation.as_object(), "requestBody")) {
                found += exampleProblemsOf(document_, *body, where + " body");
            }
            for (const auto& [status, response] : operation.at("responses").as_object()) {
                found += exampleProblemsOf(document_, response.as_object(), where + " " + std::string(status));
            }
        }
    }
    return found;
}

OpenApiCheck::OpenApiCheck(Json document) : document_(std::move(document)) {
    for (const auto& path : document_.at("paths").as_object()) {
        paths_.push_back({segmentsOf(path.key()), &path.value().as_object()});
    }
    // A literal segment wins over a placeholder.
    std::stable_sort(paths_.begin(), paths_.end(), [](const Path& a, const Path& b) {
        return std::lexicographical_compare(
            a.segments.begin(), a.segments.end(), b.segments.begin(), b.segments.end(),
            [](const auto& one, const auto& other) { return isPlaceholder(one) < isPlaceholder(other); });
    });
}

std::string OpenApiCheck::problems(const SentRequest& request, const Reply& reply) const {
    // These come before any route is looked for.
    if (reply.status == kAddressTooLong || reply.status == kHeadTooLarge) return {};
    const std::vector<std::string> segments = segmentsOf(request.pathAndQuery);
    const std::string method = request.method == "HEAD" ? "get" : asciiLower(request.method);
    const auto path = std::find_if(paths_.begin(), paths_.end(), [&](const Path& one) {
        return fits(one.segments, segments) && one.item->contains(method);
    });
    std::string found;
    if (path == paths_.end()) {
        if (reply.status < kBadRequest && method != "options") found = "the route is not documented\n";
    } else {
        const JsonObject& operation = path->item->at(method).as_object();
        found = answerProblems(document_, request, operation, reply);
        if (reply.status < kBadRequest) found += bodyProblems(document_, request, operation);
    }
    return found.empty() ? "" : request.method + " " + request.pathAndQuery + "\n" + found;
}

}  // namespace inkwell::test
