#include "render/renderer.h"

#include <algorithm>
#include <utility>

#include "render/contained_render.h"
#include "render/scoped.h"

namespace inkwell::metafields {

namespace {

const std::string kNoPath;

// Props::projectValue of related objects, which were built as `props` asks: what was not opened has no members.
bool dropIds(Json& related, const Props& props) {
    if (props.isEverything()) return true;
    JsonArray* array = related.if_array();
    if (array == nullptr) return !related.is_string();
    array->erase(std::remove_if(array->begin(), array->end(), [](const Json& one) { return one.is_string(); }),
                 array->end());
    return true;
}

const JsonArray* childrenOf(const JsonObject& field) { return arrayOf(field, "children"); }

}  // namespace

JsonObject Renderer::record(ObjectRecord record, std::size_t bytes, const Props& props, bool showMetafields) {
    budget_.countBytes(wantedBytes(record.fields, props) + bytes);
    bool unused = false;
    RelationGraph::Node* self = graph_.findObject(record.id);
    const Scoped<bool> guard(self == nullptr ? unused : self->onPath, true);
    const Scoped<const Props*> asked(props_, &props);
    JsonObject result = build(std::move(record));
    if (showMetafields) addField(result, "metafields", decorated(std::move(record.metafields), record.id));
    return result;
}

JsonArray Renderer::decorated(JsonArray metafields, std::string_view rootId) {
    budget_.countBytes(jsonSize(metafields));
    bool unused = false;
    RelationGraph::Node* self = graph_.findObject(rootId);
    const Scoped<bool> guard(self == nullptr ? unused : self->onPath, true);
    const Scoped<const Props*> asked(props_, &Props::everything());
    JsonArray result(std::move(metafields), memory_);
    decorateAll(result);
    return result;
}

void Renderer::decorateAll(JsonArray& metafields) const {
    forEachValueField(metafields, types_, [&](JsonObject& field, const MetafieldType* type) {
        if (type != nullptr) decorateContained(types_, *type, field, *this);
    });
}

Json Renderer::metadata(const JsonArray& metafields) const {
    if (metafields.empty()) return nullptr;
    return group(metafields);
}

JsonObject Renderer::group(const JsonArray& metafields) const {
    JsonObject result(memory_);
    result.reserve(metafields.size());
    for (const Json& entry : metafields) {
        const JsonObject* field = entry.if_object();
        if (field == nullptr) continue;
        const std::string_view key = textOf(*field, "key");
        const Props* below = props_->find(key);
        if (below == nullptr) continue;
        const Scoped<const Props*> asked(props_, below);
        finished_ = false;
        Json shown = value(*field);
        // Keys are unique in a stored group; an imported one may break that, then the last wins.
        if (finished_ ? dropIds(shown, *below) : below->projectValue(shown)) {
            result.insert_or_assign(key, std::move(shown));
        } else {
            result.stable_erase(key);
        }
    }
    return result;
}

JsonArray Renderer::items(const JsonArray& items) const {
    JsonArray result(memory_);
    result.reserve(items.size());
    for (const Json& item : items) {
        const JsonObject* object = item.if_object();
        const JsonArray* fields = object == nullptr ? nullptr : childrenOf(*object);
        result.push_back(fields == nullptr ? JsonObject() : group(*fields));
    }
    return result;
}

Json Renderer::value(const JsonObject& field) const {
    const MetafieldType* type = types_.of(field);
    if (type == nullptr) return Json(MetafieldView{field, kNoPath}.value(), memory_);
    const MetafieldShape shape = type->shape();
    if (shape == MetafieldShape::Value) return renderContained(types_, *type, field, *this);
    const Scoped<int> deeper(nesting_, nesting_ + 1);
    RenderBudget::checkNesting(nesting_);
    static const JsonArray kNone;
    const JsonArray* children = childrenOf(field);
    if (children == nullptr) children = &kNone;
    Json made = shape == MetafieldShape::Group ? Json(group(*children)) : Json(items(*children));
    finished_ = true;
    return made;
}

Json Renderer::object(std::string_view id) const {
    budget_.countLookup();
    RelationGraph::Node* node = graph_.findObject(id);
    if (node == nullptr) return nullptr;
    metRelation_ = true;
    finished_ = true;
    if (node->onPath || !node->loaded || (depth_ && relationLevel_ >= *depth_)) {
        budget_.countBytes(id.size() + 3);
        return Json(boost::json::string(id));
    }
    return open(*node);
}

Json Renderer::media(std::string_view name) const {
    budget_.countLookup();
    const RelatedMedia::Media* media = graph_.findMedia(name);
    if (media == nullptr) return nullptr;
    budget_.countBytes(media->bytes);
    return Json(media->fields, memory_);
}

Json Renderer::open(RelationGraph::Node& node) const {
    const bool whole = props_->isEverything();
    if (whole && node.finished) {
        budget_.countObject(node.finishedBytes);
        return Json(*node.finished, memory_);
    }
    const std::size_t before = budget_.bytes();
    budget_.countObject(node.bytesOf(*props_));
    const Scoped<bool> guard(node.onPath, true);
    const Scoped<int> level(relationLevel_, relationLevel_ + 1);
    const Scoped<int> deeper(nesting_, nesting_ + 1);
    RenderBudget::checkNesting(nesting_);
    metRelation_ = false;
    JsonObject result = build(node.record);
    // Without relations it looks the same wherever it appears whole.
    if (whole && !metRelation_ && ++node.opened > 1) {
        node.finishedBytes = budget_.bytes() - before;
        node.finished.emplace(result, memory_);
    }
    metRelation_ = true;
    finished_ = true;
    return result;
}

template <class Record>
JsonObject Renderer::build(Record&& record) const {
    JsonObject result(memory_);
    result.reserve(record.fields.size() + 2);
    addFields(result, std::forward<Record>(record).fields);
    if (const Props* below = props_->find("metadata")) {
        const Scoped<const Props*> asked(props_, below);
        result.emplace("metadata", metadata(record.metafields));
    }
    return result;
}

void Renderer::addFields(JsonObject& result, const JsonObject& fields) const {
    for (const auto& member : fields)
        if (props_->find(member.key()) != nullptr) addField(result, member.key(), Json(member.value(), memory_));
}

void Renderer::addFields(JsonObject& result, JsonObject&& fields) const {
    for (auto& member : fields) addField(result, member.key(), std::move(member.value()));
}

void Renderer::addField(JsonObject& result, std::string_view key, Json value) const {
    const Props* below = props_->find(key);
    if (below != nullptr && below->projectValue(value)) result.emplace(key, std::move(value));
}

}  // namespace inkwell::metafields
