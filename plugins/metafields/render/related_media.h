#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/content_parts.h"
#include "inkwell/media_library.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// The media that the records of one render refer to, each loaded once. One render, one thread.
class RelatedMedia {
public:
    struct Media {
        JsonObject fields;
        std::size_t bytes = 0;  // estimated size in a response
    };

    /// Called for every reference, before load().
    void note(std::string_view name);
    /// Call once. `library` is nullptr while the media plugin is off; `parts` records that media were looked up. Throws
    /// DatabaseError.
    void load(const Bucket& bucket, MediaLibrary* library, ContentParts& parts);
    /// nullptr for one that is not in the bucket, or was not noted.
    const Media* find(std::string_view name) const;

private:
    struct Slot {
        Media media;
        bool exists = false;
    };
    TextMap<Slot> slots_;
    std::vector<std::string> names_;
};

}  // namespace inkwell::metafields
