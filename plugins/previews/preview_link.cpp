#include "preview_link.h"

#include <utility>
#include <vector>

#include "inkwell/text.h"

namespace inkwell::previews {

std::string filledLink(const std::string& link, const Bucket& bucket, const ObjectRecord& object,
                       const std::string& token) {
    const std::vector<std::pair<std::string_view, std::string>> values = {
        {"{id}", object.id},
        {"{slug}", std::string(textOf(object.fields, "slug"))},
        {"{token}", token},
        {"{bucket}", bucket.slug},
        {"{locale}", std::string(textOf(object.fields, "locale"))}};
    std::string filled;
    for (std::size_t at = 0; at < link.size();) {
        const std::size_t before = at;
        for (const auto& [placeholder, value] : values) {
            if (link.compare(at, placeholder.size(), placeholder) != 0) continue;
            filled += percentEncoded(value);
            at += placeholder.size();
            break;
        }
        if (at == before) filled += link[at++];
    }
    return filled;
}

}  // namespace inkwell::previews
