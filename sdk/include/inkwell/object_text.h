#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace inkwell {

/// A stored object as reads show it, as JSON text. Its content and its metafields stay where they are in its document,
/// of which they are most.
struct ObjectText {
    struct Part {
        std::size_t at = 0;
        std::size_t size = 0;
    };
    std::string id;
    std::string type;
    std::string fields;     // ObjectRecord::fields without brackets and content: "id":"...","slug":...
    std::size_t contentAt;  // the place in `fields` for the content
    std::string document;   // as stored
    Part content;           // of `document`; nothing when it is not shown, or is in `fields`
    Part metafields;        // of `document`: an array; nothing when there are none

    std::string_view contentText() const { return std::string_view(document).substr(content.at, content.size); }
    std::string_view metafieldsText() const {
        return metafields.size == 0 ? "[]" : std::string_view(document).substr(metafields.at, metafields.size);
    }
    std::size_t fieldBytes() const { return fields.size() + content.size; }
};

}  // namespace inkwell
