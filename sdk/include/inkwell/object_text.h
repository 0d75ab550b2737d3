#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace inkwell {

/// A stored object as reads show it, as JSON text. Its metafields stay where they are in its document.
struct ObjectText {
    struct Part {
        std::size_t at = 0;
        std::size_t size = 0;
    };
    std::string id;
    std::string type;
    std::string fields;    // ObjectRecord::fields without brackets: "id":"...","slug":...
    std::string document;  // as stored
    Part metafields;       // of `document`: an array; nothing when there are none

    std::string_view metafieldsText() const {
        return metafields.size == 0 ? "[]" : std::string_view(document).substr(metafields.at, metafields.size);
    }
};

}  // namespace inkwell
