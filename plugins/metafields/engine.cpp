#include "engine.h"

#include "check/missing.h"
#include "messages.h"
#include "render/field_values.h"
#include "render/renderer.h"
#include "render/text_renderer.h"

namespace inkwell::metafields {

JsonArray Engine::check(const Bucket& bucket, const Json& given, const Templates& templates, Subject subject,
                        const std::string& path, Problems& problems, const JsonArray* before,
                        const std::set<std::string>& trustedTypes) {
    if (!given.is_array()) {
        problems.add(path, mustBe("an array of metafields", given));
        return {};
    }
    const TypeSet types(services_, faults_);
    const CheckSettings settings = checkSettings(templates);
    Checker checker(types, services_.ids(), settings, problems);
    JsonArray stored = checker.group(given.get_array(), templates, subject, path);
    if (templates.metafields != nullptr) checker.trustTypesOf(*templates.metafields);
    if (before != nullptr) checker.trustStored(*before);
    checker.checkReferences({bucket, services_.get<ObjectCatalog>(), services_.find<MediaLibrary>()}, trustedTypes);
    return stored;
}

JsonObject Engine::checkOne(const Bucket& bucket, const JsonObject& given, const Templates& templates,
                            Problems& problems, References references, const Json& before) {
    const TypeSet types(services_, faults_);
    const CheckSettings settings = checkSettings(templates);
    Checker checker(types, services_.ids(), settings, problems);
    JsonObject stored = checker.field(given, templates, Subject::Object, "");
    if (templates.metafields != nullptr) checker.trustTypesOf(*templates.metafields);
    const JsonArray replaced{before};
    checker.trustStored(replaced);
    if (references == References::Checked)
        checker.checkReferences({bucket, services_.get<ObjectCatalog>(), services_.find<MediaLibrary>()}, {});
    return stored;
}

RenderedObjects Engine::render(const Bucket& bucket, std::vector<ObjectRecord> records, const RenderOptions& options) {
    const TypeSet types(services_, faults_);
    RenderedObjects rendered;
    const RenderSources from = sources(bucket, options, rendered.madeOf);
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
    rendered.objects.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        rendered.objects.push_back(renderer.record(std::move(records[i]), sizes[i], props, showMetafields));
    }
    return rendered;
}

std::optional<ContentParts> Engine::renderText(const Bucket& bucket, std::size_t count,
                                               const std::function<ObjectText(std::size_t)>& objectAt,
                                               const RenderOptions& options, JsonText& answer) {
    const Props& props = options.props == nullptr ? Props::everything() : *options.props;
    const Props* metadata = props.find("metadata");
    if (options.showMetafields && props.find("metafields") != nullptr) return std::nullopt;
    if (metadata != nullptr && !metadata->isEverything()) return std::nullopt;
    const TypeSet types(services_, faults_);
    ContentParts parts;
    const RenderSources from = sources(bucket, options, parts);
    TextRenderer renderer(types, from);
    try {
        for (std::size_t number = 0; number < count; ++number) renderer.take(objectAt(number), metadata != nullptr);
        renderer.load();
    } catch (const NeedsTrees&) {
        return std::nullopt;
    }
    renderer.addAll(answer);
    return parts;
}

MetafieldEngine::Decorated Engine::decorate(const Bucket& bucket, JsonArray metafields, const RenderOptions& options) {
    return decorateOf("", bucket, std::move(metafields), options);
}

MetafieldEngine::Decorated Engine::decorateOf(const std::string& rootId, const Bucket& bucket, JsonArray metafields,
                                              const RenderOptions& options) {
    const TypeSet types(services_, faults_);
    Decorated result;
    const RenderSources from = sources(bucket, options, result.madeOf);
    RenderBudget budget;
    RelationGraph graph(types, from, budget);
    graph.add(metafields, Props::everything());
    graph.load();
    result.metafields = Renderer(types, graph, budget, options).decorated(std::move(metafields), rootId);
    return result;
}

std::vector<FieldValue> Engine::fieldValues(const JsonArray& metafields) {
    return fieldValuesOf(metafields, TypeSet(services_, faults_));
}

bool Engine::anyObject(const JsonArray& metafields, std::string_view path, const JsonTest& test) {
    return anyObjectOf(metafields, path, TypeSet(services_, faults_), test);
}

std::vector<std::string> Engine::addMissing(JsonArray& metafields, const JsonArray& templates) {
    return addMissingFields(metafields, templates, TypeSet(services_, faults_), services_.ids());
}

void Engine::remapObjects(JsonArray& metafields, const std::function<std::string(const std::string&)>& newId) {
    const TypeSet types(services_, faults_);
    forEachValueField(metafields, types, [&](JsonObject& field, const MetafieldType* type) {
        if (type != nullptr) type->remapObjects(field, newId);
    });
}

bool Engine::hasValue(std::string_view type) const {
    const TypeSet types(services_, faults_);
    const MetafieldType* found = types.find(type);
    return found == nullptr || found->shape() == MetafieldShape::Value;
}

CheckSettings Engine::checkSettings(const Templates& templates) const {
    return {templates.enforceValidation.value_or(enforceValidation_), services_.server().hostedClients};
}

RenderSources Engine::sources(const Bucket& bucket, const RenderOptions& options, ContentParts& parts) const {
    // Related objects show the addresses of their thumbnails then.
    if (services_.server().hostedClients) parts.addMedia();
    MediaLibrary* media = services_.find<MediaLibrary>();
    return {bucket,        services_.get<ObjectCatalog>(), media, options.visibility,
            options.depth, options.openOnly.get(),         parts};
}

}  // namespace inkwell::metafields
