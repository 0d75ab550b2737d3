// The first line is the parameter `props`, the rest a document: either ApiError 400, or a projection that keeps parts
// of the document only, and all it is asked for.
#include <cstdio>
#include <cstdlib>

#include "inkwell/error.h"
#include "inkwell/props.h"
#include "inkwell/text.h"

namespace {

using inkwell::Json;
using inkwell::JsonArray;
using inkwell::JsonObject;
using inkwell::Props;

void check(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

bool isPartOf(const Json& part, const Json& whole) {
    if (part.is_object()) {
        if (!whole.is_object()) return false;
        for (const auto& [key, value] : part.get_object()) {
            const Json* other = whole.get_object().if_contains(key);
            if (other == nullptr || !isPartOf(value, *other)) return false;
        }
        return true;
    }
    if (!part.is_array()) return part == whole;
    if (!whole.is_array()) return false;
    // Elements may be missing, but the order stays.
    std::size_t at = 0;
    const JsonArray& elements = whole.get_array();
    for (const Json& element : part.get_array()) {
        while (at < elements.size() && !isPartOf(element, elements[at])) ++at;
        if (at++ == elements.size()) return false;
    }
    return true;
}

JsonObject documentOf(std::string_view text) {
    static const JsonObject kDocument = inkwell::parseJson(R"({"id": "1", "title": "T", "a": null, "": {"": 1},
        "metadata": {"author": {"id": "2", "title": "A", "metadata": {"city": {"title": "C"}}},
                     "authors": [{"title": "A"}, {"title": "B", "n": [1, [2, {"x": 3}]]}, null, 7],
                     "file": {"name": "f.png", "metadata": {"alt": "x"}}, "data": {"a": [{"x": 1}, {"y": 2}]}}})")
                                            .as_object();
    try {
        const Json json = inkwell::parseJson(text);
        if (const JsonObject* object = json.if_object()) return *object;
    } catch (const inkwell::ApiError&) {
        return kDocument;
    }
    return kDocument;
}

// Every path of the list, trimmed as the parser trims it, is wanted.
void checkPaths(const Props& props, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        std::string_view path = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto isBlank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
        while (!path.empty() && isBlank(path.front())) path.remove_prefix(1);
        while (!path.empty() && isBlank(path.back())) path.remove_suffix(1);
        check(props.wants(path), "what was asked for is wanted");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string_view text = input.substr(0, input.find('\n'));
    const JsonObject document = documentOf(input.substr(std::min(text.size() + 1, input.size())));
    std::optional<Props> props;
    try {
        props = Props::parse(text);
    } catch (const inkwell::ApiError& error) {
        check(error.status() == 400, "a refusal is a 400");
        check(error.message().find("'props'") != std::string::npos, "a refusal names the parameter");
        return 0;
    }
    check(text.size() <= Props::kMaxLength, "props have at most 8 KiB");
    if (!props) return 0;
    check(!props->isEverything(), "props name something");
    if (inkwell::trimmed(text).starts_with('{')) {
        Props::forEachPath(text, [&](std::string_view path) {
            check(props->wants(path), "what a graph asks for is wanted");
            return true;
        });
    } else {
        checkPaths(*props, text);
    }
    JsonObject projected = document;
    props->project(projected);
    check(isPartOf(projected, document), "a projection is a part of the document");
    for (const auto& member : document) {
        const Props* below = props->find(member.key());
        check(below != nullptr || !projected.contains(member.key()), "what was not asked for is gone");
        if (below == &Props::everything()) check(projected.contains(member.key()), "what was asked for stays");
    }
    JsonObject again = projected;
    props->project(again);
    check(again == projected, "projecting twice is projecting once");
    return 0;
}
