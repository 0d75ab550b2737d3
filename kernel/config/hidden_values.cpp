#include "kernel/config/hidden_values.h"

#include <algorithm>
#include <array>
#include <regex>

namespace inkwell::kernel {

namespace {

// What is shorter stands in many a word.
constexpr std::size_t kShortestHidden = 4;
constexpr std::array<std::string_view, 11> kSecretWords = {"password", "passwd",     "passphrase", "secret",
                                                           "secrets",  "key",        "keys",       "token",
                                                           "tokens",   "credential", "credentials"};

// Names a secret's file, which operators must be able to check.
constexpr std::string_view kKeyFile = "http.tls_key";

bool isSecretName(std::string_view key) {
    if (key == kKeyFile) return false;
    while (!key.empty()) {
        const std::size_t end = key.find_first_of("._");
        if (std::find(kSecretWords.begin(), kSecretWords.end(), key.substr(0, end)) != kSecretWords.end()) return true;
        key.remove_prefix(end == std::string_view::npos ? key.size() : end + 1);
    }
    return false;
}

bool isEmpty(const Json& value) {
    return (value.is_string() && value.get_string().empty()) || (value.is_array() && value.get_array().empty());
}

}  // namespace

ValueSource sourceOf(const std::map<std::string, ValueSource>& sources, const std::string& key) {
    const auto found = sources.find(key);
    return found == sources.end() ? ValueSource{} : found->second;
}

std::string shownValue(std::string_view key, const Json& value, const ValueSource& source) {
    const bool isText = value.is_string() || value.is_array();
    if (!source.reference.empty() || (isText && !isEmpty(value) && isSecretName(key))) return std::string(kHidden);
    static const std::regex userInAddress("://[^/@\\s\"]+@");
    return std::regex_replace(writeJson(value), userInAddress, "://" + std::string(kHidden) + "@");
}

std::string hideSettings(std::string text, const std::string& plugin, const JsonObject& settings,
                         const std::map<std::string, ValueSource>& sources) {
    for (const auto& member : settings) {
        const Json& value = member.value();
        const std::string key = plugin + "." + std::string(member.key());
        if (!value.is_string() || shownValue(key, value, sourceOf(sources, key)) != kHidden) continue;
        const std::string_view secret = value.get_string();
        if (secret.size() < kShortestHidden) continue;
        for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + kHidden.size())) {
            text.replace(at, secret.size(), kHidden);
        }
    }
    return text;
}

}  // namespace inkwell::kernel
