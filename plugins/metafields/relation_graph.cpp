#include "relation_graph.h"

#include <utility>

#include "batches.h"
#include "inkwell/text.h"

namespace inkwell::metafields {

namespace {

const std::string kNoPath;

}  // namespace

class RelationGraph::Collector : public References {
public:
    explicit Collector(RelationGraph& graph) : graph_(graph) {}

    void object(std::string_view id) override {
        if (!isId(id) || graph_.objects_.find(id) != graph_.objects_.end()) return;
        graph_.nextIds_.emplace_back(id);
        graph_.objects_.try_emplace(graph_.nextIds_.back());
    }
    void media(std::string_view name) override {
        if (graph_.media_.find(name) != graph_.media_.end()) return;
        graph_.names_.emplace_back(name);
        graph_.media_.try_emplace(graph_.names_.back());
    }
    void objectType(std::string_view) override {}

private:
    RelationGraph& graph_;
};

std::size_t RelationGraph::add(const JsonArray& metafields) {
    Collector collector(*this);
    std::size_t bytes = 0;
    forEachValueField(metafields, types_, [&](const JsonObject& field, const MetafieldType* type) {
        const MetafieldView view{field, kNoPath};
        bytes += textOf(field, "key").size() + 4 + jsonSize(view.value());
        if (type != nullptr) type->references(view, collector);
    });
    return bytes;
}

void RelationGraph::load() {
    for (int level = 1; !nextIds_.empty(); ++level) {
        RenderBudget::checkNesting(level);
        // What lies just beyond `depth` is shown as an id, but only if the caller may know that it exists.
        const bool open = !sources_.depth || level <= *sources_.depth;
        loadLevel(open);
    }
    loadMedia();
}

void RelationGraph::loadLevel(bool open) {
    const std::vector<std::string> ids = std::exchange(nextIds_, {});
    forEachBatch(ids, [&](std::span<const std::string> batch) {
        for (ObjectRecord& record : sources_.objects.find(sources_.bucket, batch, sources_.visibility)) {
            take(std::move(record), open);
        }
    });
}

void RelationGraph::take(ObjectRecord record, bool open) {
    const auto found = objects_.find(record.id);
    if (found == objects_.end()) return;
    Node& node = found->second;
    node.visible = true;
    if (!open) return;
    node.record = std::move(record);
    const std::size_t fieldBytes = jsonSize(node.record.fields);
    budget_.countLoaded(fieldBytes + jsonSize(node.record.metafields));
    node.bytes = fieldBytes + add(node.record.metafields);
}

void RelationGraph::loadMedia() {
    if (sources_.media == nullptr) return;
    forEachBatch(names_, [&](std::span<const std::string> batch) {
        for (MediaLibrary::Record& record : sources_.media->findByName(sources_.bucket, batch)) {
            const auto found = media_.find(record.name);
            if (found == media_.end()) continue;
            Media& media = found->second;
            media.exists = true;
            media.bytes = jsonSize(record.fields);
            media.fields = std::move(record.fields);
        }
    });
}

RelationGraph::Node* RelationGraph::findObject(std::string_view id) {
    const auto found = objects_.find(id);
    return found == objects_.end() || !found->second.visible ? nullptr : &found->second;
}

const RelationGraph::Media* RelationGraph::findMedia(std::string_view name) const {
    const auto found = media_.find(name);
    return found == media_.end() || !found->second.exists ? nullptr : &found->second;
}

}  // namespace inkwell::metafields
