#include "check/reference_check.h"

#include "batches.h"

namespace inkwell::metafields {

namespace {

// Items of repeaters, and the definitions of their fields, among them.
template <class F>
void forEachField(const JsonArray& metafields, F&& each) {
    for (const Json& one : metafields) {
        const JsonObject* field = one.if_object();
        if (field == nullptr) continue;
        each(*field);
        for (const char* nested : {"children", "repeater_fields"}) {
            const Json* fields = field->if_contains(nested);
            if (fields != nullptr && fields->is_array()) forEachField(fields->get_array(), each);
        }
    }
}

}  // namespace

/// What all fields point at, each once.
class ReferenceCheck::Collector : public References {
public:
    void object(std::string_view id) override { objects_.emplace(id); }
    void media(std::string_view name) override { media_.emplace(name); }
    void objectType(std::string_view slug) override { objectTypes_.emplace(slug); }

    bool hasObject(std::string_view id) const { return objects_.contains(id); }
    bool hasMedia(std::string_view name) const { return media_.contains(name); }
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
    forEachField(stored, [&](const JsonObject& field) {
        if (const std::string_view slug = textOf(field, "object_type"); !slug.empty()) trustObjectType(slug);
    });
}

void ReferenceCheck::trustStored(const JsonArray& stored, const TypeSet& types) {
    trustTypesOf(stored);
    before_ = &stored;
    types_ = &types;
}

void ReferenceCheck::run(const Sources& sources, Problems& problems) {
    load(sources);
    for (const Field& field : fields_) {
        asked_ = &field;
        field.type->checkReferences({*field.json, field.path}, *this, problems);
    }
}

const ReferenceCheck::Collector& ReferenceCheck::stored() const {
    if (stored_) return *stored_;
    stored_ = std::make_shared<Collector>();
    if (before_ == nullptr) return *stored_;
    forEachField(*before_, [&](const JsonObject& field) {
        if (const MetafieldType* type = types_->of(field)) type->references({field, ""}, *stored_);
    });
    return *stored_;
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
    if (const auto found = typeOfObject_.find(id); found != typeOfObject_.end()) return found->second;
    // Nobody knows any more what it was: it may stay where it is.
    return stored().hasObject(id) ? std::string(textOf(*asked_->json, "object_type")) : "";
}

bool ReferenceCheck::hasObjectType(std::string_view slug) const { return objectTypes_.contains(slug); }

bool ReferenceCheck::hasMedia(std::string_view name) const {
    return mediaIsOff_ || media_.contains(name) || stored().hasMedia(name);
}

}  // namespace inkwell::metafields
