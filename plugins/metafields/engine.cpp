#include "engine.h"

#include "field_values.h"
#include "messages.h"
#include "renderer.h"

namespace inkwell::metafields {

JsonArray Engine::check(const Bucket& bucket, const Json& given, const JsonArray& defaults, Subject subject,
                        const std::string& path, Problems& problems, std::string_view selfType) {
    if (!given.is_array()) {
        problems.add(path, mustBe("an array of metafields", given));
        return {};
    }
    const TypeSet types(services_);
    const CheckSettings settings = checkSettings();
    Checker checker(types, services_.ids(), settings, problems);
    JsonArray stored = checker.group(given.get_array(), defaults, subject, path);
    checker.checkReferences({bucket, services_.get<ObjectCatalog>(), services_.find<MediaLibrary>()}, selfType);
    return stored;
}

JsonObject Engine::checkOne(const Bucket& bucket, const JsonObject& given, Problems& problems) {
    const TypeSet types(services_);
    const CheckSettings settings = checkSettings();
    Checker checker(types, services_.ids(), settings, problems);
    JsonObject stored = checker.field(given, Subject::Object, "");
    checker.checkReferences({bucket, services_.get<ObjectCatalog>(), services_.find<MediaLibrary>()}, "");
    return stored;
}

std::vector<JsonObject> Engine::render(const Bucket& bucket, std::span<const ObjectRecord> records,
                                       const RenderOptions& options) {
    const TypeSet types(services_);
    const RenderSources from = sources(bucket, options);
    const Props& props = options.props == nullptr ? Props::everything() : *options.props;
    const Props* metadata = props.find("metadata");
    const bool showMetafields = options.showMetafields && props.find("metafields") != nullptr;
    RenderBudget budget;
    RelationGraph graph(types, from, budget);
    std::vector<std::size_t> sizes;
    sizes.reserve(records.size());
    for (const ObjectRecord& record : records) {
        sizes.push_back(metadata == nullptr ? 0 : graph.add(record.metafields, *metadata));
        if (showMetafields) graph.add(record.metafields, Props::everything());
    }
    graph.load();
    Renderer renderer(types, graph, budget, options);
    std::vector<JsonObject> rendered;
    rendered.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        rendered.push_back(renderer.record(records[i], sizes[i], props, showMetafields));
    }
    return rendered;
}

JsonArray Engine::decorate(const Bucket& bucket, const JsonArray& metafields, const RenderOptions& options) {
    return decorateOf("", bucket, metafields, options);
}

JsonArray Engine::decorateOf(const std::string& rootId, const Bucket& bucket, const JsonArray& metafields,
                             const RenderOptions& options) {
    const TypeSet types(services_);
    const RenderSources from = sources(bucket, options);
    RenderBudget budget;
    RelationGraph graph(types, from, budget);
    graph.add(metafields, Props::everything());
    graph.load();
    return Renderer(types, graph, budget, options).decorated(metafields, rootId);
}

std::vector<FieldValue> Engine::fieldValues(const JsonArray& metafields) {
    return fieldValuesOf(metafields, TypeSet(services_));
}

void Engine::remapObjects(JsonArray& metafields, const std::function<std::string(const std::string&)>& newId) {
    const TypeSet types(services_);
    forEachValueField(metafields, types, [&](JsonObject& field, const MetafieldType* type) {
        if (type != nullptr) type->remapObjects(field, newId);
    });
}

bool Engine::hasValue(std::string_view type) const {
    const TypeSet types(services_);
    const MetafieldType* found = types.find(type);
    return found == nullptr || found->shape() == MetafieldShape::Value;
}

CheckSettings Engine::checkSettings() const { return {enforceValidation_, services_.server().hostedClients}; }

RenderSources Engine::sources(const Bucket& bucket, const RenderOptions& options) const {
    // Related objects show the addresses of their thumbnails then.
    if (options.parts != nullptr && services_.server().hostedClients) options.parts->addMedia();
    MediaLibrary* media = services_.find<MediaLibrary>();
    return {bucket, services_.get<ObjectCatalog>(), media, options.visibility, options.depth, options.parts};
}

}  // namespace inkwell::metafields
