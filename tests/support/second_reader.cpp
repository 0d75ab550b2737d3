#include "tests/support/second_reader.h"

#include <Poco/JSON/Array.h>
#include <Poco/JSON/Object.h>
#include <Poco/JSON/ParseHandler.h>
#include <Poco/JSON/Parser.h>

namespace inkwell::test {

namespace {

using Poco::Dynamic::Var;

constexpr std::size_t kMaxDepth = 10'000;  // of parseStoredJson
constexpr std::size_t kShown = 100;

std::string shown(const std::string& text) { return text.size() > kShown ? text.substr(0, kShown) + "..." : text; }

std::string placeOf(const std::string& path) { return path.empty() ? "the whole" : path; }
std::string joined(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

std::string difference(const std::string& path, const Json& ours, const Var& theirs) {
    return placeOf(path) + ": ours is " + shown(writeJson(ours)) + ", theirs " + shown(Var::toString(theirs));
}

bool isText(const Var& value) { return value.type() == typeid(std::string); }
bool isTruth(const Var& value) { return value.type() == typeid(bool); }
bool isObject(const Var& value) { return value.type() == typeid(Poco::JSON::Object::Ptr); }
bool isArray(const Var& value) { return value.type() == typeid(Poco::JSON::Array::Ptr); }

bool isSameNumber(const Json& ours, const Var& theirs) {
    if (!theirs.isNumeric() || isTruth(theirs)) return false;
    // 3.0 is an integer to us, as to JavaScript.
    if (!theirs.isInteger()) return ours.to_number<double>() == theirs.convert<double>();
    return !ours.is_double() && writeJson(ours) == theirs.convert<std::string>();
}

std::string compare(const std::string& path, const Json& ours, const Var& theirs);

std::string compareObjects(const std::string& path, const JsonObject& ours, const Poco::JSON::Object& theirs) {
    const std::vector<std::string> names = theirs.getNames();
    std::size_t at = 0;
    for (const auto& member : ours) {
        const std::string key(member.key());
        const std::string inner = joined(path, key);
        if (at >= names.size()) return inner + ": theirs has no such key";
        if (names[at] != key) return inner + ": theirs has the key '" + names[at] + "' in this place";
        const std::string found = compare(inner, member.value(), theirs.get(key));
        if (!found.empty()) return found;
        ++at;
    }
    return at == names.size() ? "" : joined(path, names[at]) + ": ours has no such key";
}

std::string compareArrays(const std::string& path, const JsonArray& ours, const Poco::JSON::Array& theirs) {
    if (ours.size() != theirs.size()) {
        return placeOf(path) + ": ours has " + std::to_string(ours.size()) + " elements, theirs " +
               std::to_string(theirs.size());
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const std::string found =
            compare(path + "[" + std::to_string(i) + "]", ours[i], theirs.get(static_cast<unsigned>(i)));
        if (!found.empty()) return found;
    }
    return "";
}

std::string compare(const std::string& path, const Json& ours, const Var& theirs) {
    if (ours.is_object() && isObject(theirs)) {
        return compareObjects(path, ours.get_object(), *theirs.extract<Poco::JSON::Object::Ptr>());
    }
    if (ours.is_array() && isArray(theirs)) {
        return compareArrays(path, ours.get_array(), *theirs.extract<Poco::JSON::Array::Ptr>());
    }
    const bool isSame = (ours.is_null() && theirs.isEmpty()) ||
                        (ours.is_string() && isText(theirs) && ours.get_string() == theirs.extract<std::string>()) ||
                        (ours.is_bool() && isTruth(theirs) && ours.get_bool() == theirs.extract<bool>()) ||
                        (ours.is_number() && isSameNumber(ours, theirs));
    return isSame ? "" : difference(path, ours, theirs);
}

}  // namespace

std::string readingDifference(const Json& ours, const Var& theirs) { return compare("", ours, theirs); }

std::string readersDisagree(std::string_view text) {
    Json ours;
    try {
        ours = parseStoredJson(text);
    } catch (const std::exception& refusal) {
        return std::string("ours refuses it: ") + refusal.what();
    }
    try {
        Poco::JSON::Parser parser(new Poco::JSON::ParseHandler(true));  // which keeps the order of keys
        parser.setDepth(kMaxDepth);
        return readingDifference(ours, parser.parse(std::string(text)));
    } catch (const Poco::Exception& refusal) {
        return "theirs refuses it: " + refusal.displayText();
    }
}

std::string readersDisagree(const Reply& reply) {
    const auto type = reply.headers.find("content-type");
    const bool isJson = type != reply.headers.end() && type->second.starts_with("application/json");
    if (!isJson || reply.body.empty() || reply.headers.contains("content-encoding")) return "";
    return reply.body.size() > kMaxSecondReading ? "" : readersDisagree(reply.body);
}

}  // namespace inkwell::test
