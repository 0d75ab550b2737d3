#include "check/reference_check.h"

#include "batches.h"

namespace inkwell::metafields {

/// What all fields point at, each once.
class ReferenceCheck::Collector : public References {
public:
    void object(std::string_view id) override { objects_.emplace(id); }
    void media(std::string_view name) override { media_.emplace(name); }
    void objectType(std::string_view slug) override { objectTypes_.emplace(slug); }

    std::vector<std::string> objects() const { return {objects_.begin(), objects_.end()}; }
    std::vector<std::string> media() const { return {media_.begin(), media_.end()}; }
    std::vector<std::string> objectTypes() const { return {objectTypes_.begin(), objectTypes_.end()}; }

private:
    std::set<std::string, std::less<>> objects_;
    std::set<std::string, std::less<>> media_;
    std::set<std::string, std::less<>> objectTypes_;
};

void ReferenceCheck::add(const MetafieldType& type, const JsonObject& field, const std::string& path) {
    fields_.push_back({&type, &field, path});
}

void ReferenceCheck::trustTypesOf(const JsonArray& stored) {
    for (const Json& one : stored) {
        const JsonObject* field = one.if_object();
        if (field == nullptr) continue;
        if (const std::string_view slug = textOf(*field, "object_type"); !slug.empty()) trustObjectType(slug);
        for (const char* nested : {"children", "repeater_fields"}) {
            const Json* fields = field->if_contains(nested);
            if (fields != nullptr && fields->is_array()) trustTypesOf(fields->get_array());
        }
    }
}

void ReferenceCheck::run(const Sources& sources, Problems& problems) {
    load(sources);
    for (const Field& field : fields_) field.type->checkReferences({*field.json, field.path}, *this, problems);
}

void ReferenceCheck::load(const Sources& sources) {
    Collector collector;
    for (const Field& field : fields_) field.type->references({*field.json, field.path}, collector);
    forEachBatch(collector.objects(), [&](std::span<const std::string> ids) {
        for (ObjectCatalog::Summary& found : sources.objects.summaries(sources.bucket, ids)) {
            typeOfObject_.emplace(std::move(found.id), std::move(found.type));
        }
    });
    std::vector<std::string> others = collector.objectTypes();
    std::erase_if(others, [&](const std::string& slug) { return objectTypes_.contains(slug); });
    forEachBatch(others, [&](std::span<const std::string> slugs) {
        for (std::string& slug : sources.objects.existingTypes(sources.bucket, slugs)) {
            objectTypes_.insert(std::move(slug));
        }
    });
    mediaIsOff_ = sources.media == nullptr;
    if (mediaIsOff_) return;
    forEachBatch(collector.media(), [&](std::span<const std::string> names) {
        for (MediaLibrary::Record& record : sources.media->findByName(sources.bucket, names)) {
            media_.insert(std::move(record.name));
        }
    });
}

std::string ReferenceCheck::objectType(std::string_view id) const {
    const auto found = typeOfObject_.find(id);
    return found == typeOfObject_.end() ? "" : found->second;
}

bool ReferenceCheck::hasObjectType(std::string_view slug) const { return objectTypes_.contains(slug); }

bool ReferenceCheck::hasMedia(std::string_view name) const { return mediaIsOff_ || media_.contains(name); }

}  // namespace inkwell::metafields
