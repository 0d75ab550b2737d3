#include "render/related_media.h"

#include <span>
#include <utility>

#include "batches.h"
#include "render/render_budget.h"

namespace inkwell::metafields {

void RelatedMedia::note(std::string_view name) {
    if (slots_.find(name) != slots_.end()) return;
    names_.emplace_back(name);
    slots_.try_emplace(names_.back());
}

void RelatedMedia::load(const Bucket& bucket, MediaLibrary* library, ContentParts& parts) {
    if (!names_.empty()) parts.addMedia();
    if (library == nullptr) return;
    forEachBatch(names_, [&](std::span<const std::string> batch) {
        for (MediaLibrary::Record& record : library->findByName(bucket, batch)) {
            const auto found = slots_.find(record.name);
            if (found == slots_.end()) continue;
            Slot& slot = found->second;
            slot.exists = true;
            slot.media.bytes = jsonSize(record.fields);
            slot.media.fields = std::move(record.fields);
        }
    });
}

const RelatedMedia::Media* RelatedMedia::find(std::string_view name) const {
    const auto found = slots_.find(name);
    return found == slots_.end() || !found->second.exists ? nullptr : &found->second.media;
}

}  // namespace inkwell::metafields
