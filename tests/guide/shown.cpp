#include "tests/guide/shown.h"

#include <regex>
#include <sstream>

#include "inkwell/text.h"

namespace inkwell::test {

namespace {

constexpr std::string_view kAnything = "...";

bool isAnything(const Json& json) { return json.is_string() && std::string_view(json.get_string()) == kAnything; }

std::string withoutChances(std::string_view text) {
    static const std::regex time("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");
    static const std::regex name("\\b[0-9a-z]{24}-");
    static const std::regex id("\\b[0-9a-f]{24}\\b");
    const std::string noTime = std::regex_replace(std::string(text), time, "<time>");
    return std::regex_replace(std::regex_replace(noTime, name, "<name>-"), id, "<id>");
}

std::string differenceOfObjects(const JsonObject& shown, const JsonObject& answered, const std::string& path) {
    for (const auto& member : shown) {
        if (member.key() == kAnything) continue;
        const std::string place = path + "." + std::string(member.key());
        const Json* other = answered.if_contains(member.key());
        if (other == nullptr) return place + " was not answered";
        if (std::string found = differenceOf(member.value(), *other, place); !found.empty()) return found;
    }
    if (shown.contains(kAnything)) return "";
    for (const auto& member : answered) {
        if (!shown.contains(member.key())) return path + "." + std::string(member.key()) + " is not shown";
    }
    return "";
}

std::string differenceOfArrays(const JsonArray& shown, const JsonArray& answered, const std::string& path) {
    const bool open = !shown.empty() && isAnything(shown.back());
    const std::size_t count = shown.size() - (open ? 1 : 0);
    if (open ? answered.size() < count : answered.size() != count) {
        return path + " shows " + std::to_string(count) + " elements, answered were " + std::to_string(answered.size());
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::string found = differenceOf(shown[i], answered[i], path + "[" + std::to_string(i) + "]");
        if (!found.empty()) return found;
    }
    return "";
}

// `shown` without its quote at the end.
bool isBeginning(std::string_view shown, std::string_view answered) {
    if (!shown.ends_with("...\"")) return false;
    shown.remove_suffix(kAnything.size() + 1);
    return answered.starts_with(trimmed(shown));
}

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) lines.push_back(withoutChances(trimmed(line)));
    return lines;
}

}  // namespace

std::vector<Block> blocksOf(std::string_view document) {
    std::vector<Block> blocks;
    std::istringstream in{std::string(document)};
    bool inside = false;
    bool follows = false;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.starts_with("```")) {
            inside = !inside;
            if (inside) blocks.push_back({line.substr(3), "", number + 1, follows});
            follows = true;
        } else if (inside) {
            blocks.back().text += line + "\n";
        } else if (!trimmed(line).empty()) {
            follows = false;
        }
    }
    return blocks;
}

std::vector<Json> jsonValuesIn(std::string_view text) {
    std::vector<Json> values;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        boost::json::stream_parser parser;
        const std::size_t used = parser.write_some(text.data(), text.size());
        if (!parser.done()) parser.finish();
        values.push_back(parser.release());
        text.remove_prefix(used);
    }
    return values;
}

std::string differenceOf(const Json& shown, const Json& answered, const std::string& path) {
    if (isAnything(shown)) return "";
    if (shown.is_object() && answered.is_object()) {
        return differenceOfObjects(shown.get_object(), answered.get_object(), path);
    }
    if (shown.is_array() && answered.is_array()) {
        return differenceOfArrays(shown.get_array(), answered.get_array(), path);
    }
    const std::string one = withoutChances(writeJson(shown));
    const std::string other = withoutChances(writeJson(answered));
    if (shown.is_string() && answered.is_string() && isBeginning(one, other)) return "";
    return one == other ? "" : path + " shows " + one + ", answered was " + other;
}

bool showsLines(std::string_view shown, std::string_view text) {
    const std::vector<std::string> lines = linesOf(text);
    std::size_t at = 0;
    for (const std::string& line : linesOf(shown)) {
        while (at < lines.size() && lines[at] != line) ++at;
        if (at++ == lines.size()) return false;
    }
    return true;
}

}  // namespace inkwell::test
