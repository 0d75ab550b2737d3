#include "records/words.h"

#include "inkwell/json.h"

namespace inkwell::webhooks {

std::string joinWords(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t blank = text.find(' ');
        words.emplace_back(text.substr(0, blank));
        text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    }
    return words;
}

std::string writeHeaders(const Headers& headers) {
    JsonObject json;
    for (const auto& [name, value] : headers) json[name] = value;
    return writeJson(json);
}

Headers parseHeaders(std::string_view text) {
    const Json json = parseStoredJson(text);
    Headers headers;
    for (const auto& header : json.as_object()) headers.emplace_back(header.key(), header.value().as_string());
    return headers;
}

}  // namespace inkwell::webhooks
