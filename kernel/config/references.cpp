#include "kernel/config/references.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "kernel/runtime/clean_text.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kFile = "file:";
constexpr std::string_view kOpen = "${";
constexpr std::uintmax_t kMaxFileBytes = 1024 * 1024;

using Environment = std::map<std::string, std::string>;

bool isVariableName(std::string_view text) {
    const auto isLetter = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !text.empty() && isLetter(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

void addReference(std::string& references, const std::string& one) {
    references.append(references.empty() ? "" : ", ").append(one);
}

std::string readSecret(const std::string& path) {
    const auto refuse = [&path](const char* why) {
        throw ReferenceError("refers to the file '" + path + "', which " + why);
    };
    std::error_code error;
    if (!path.starts_with('/')) refuse("must be an absolute path");
    if (!std::filesystem::is_regular_file(path, error)) refuse("is not there");
    if (std::filesystem::file_size(path, error) > kMaxFileBytes) refuse("is larger than 1 MB");
    std::ifstream in(path, std::ios::binary);
    if (!in) refuse("cannot be read");
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) refuse("cannot be read");
    if (text.ends_with('\n')) text.pop_back();
    if (text.ends_with('\r')) text.pop_back();
    if (!isCleanText(text)) refuse("is not UTF-8 text");
    return text;
}

std::string getVariable(const std::string& name, const Environment& environment) {
    if (!isVariableName(name)) {
        throw ReferenceError("refers to the variable '" + name + "', which is no name; write $${ for a plain ${");
    }
    const auto found = environment.find(name);
    if (found == environment.end()) throw ReferenceError("refers to the variable '" + name + "', which is not set");
    return found->second;
}

std::string resolveText(std::string_view text, const Environment& environment, std::set<std::string>& used,
                        std::string& references) {
    if (text.starts_with(kFile)) {
        addReference(references, std::string(text));
        return readSecret(std::string(text.substr(kFile.size())));
    }
    std::string resolved;
    while (!text.empty()) {
        const std::size_t open = text.find(kOpen);
        resolved += text.substr(0, open);
        if (open == std::string_view::npos) break;
        text.remove_prefix(open + kOpen.size());
        if (resolved.ends_with('$')) {
            resolved.back() = '$';
            resolved += '{';
            continue;
        }
        const std::size_t close = text.find('}');
        if (close == std::string_view::npos) throw ReferenceError("has a ${ without }; write $${ for a plain ${");
        const std::string name(text.substr(0, close));
        resolved += getVariable(name, environment);
        used.insert(name);
        addReference(references, "${" + name + "}");
        text.remove_prefix(close + 1);
    }
    return resolved;
}

}  // namespace

ResolvedValue resolveReferences(const Json& value, const Environment& environment, std::set<std::string>& used) {
    ResolvedValue resolved{value, ""};
    if (value.is_string()) {
        resolved.value = Json(resolveText(value.get_string(), environment, used, resolved.reference));
    } else if (value.is_array()) {
        for (Json& one : resolved.value.get_array()) {
            if (one.is_string()) one = Json(resolveText(one.get_string(), environment, used, resolved.reference));
        }
    }
    return resolved;
}

}  // namespace inkwell::kernel
