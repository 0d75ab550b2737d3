#include "render/relation_graph.h"

#include <utility>

#include "batches.h"
#include "inkwell/text.h"
#include "render/contained_render.h"
#include "render/wanted_fields.h"

namespace inkwell::metafields {

namespace {

const std::string kNoPath;

}  // namespace

class RelationGraph::Collector : public References {
public:
    Collector(RelationGraph& graph, const Props& props) : graph_(graph), props_(props) {}

    void object(std::string_view id) override {
        if (isId(id)) graph_.note(id, props_);
    }
    void media(std::string_view name) override { graph_.media_.note(name); }
    void objectType(std::string_view) override {}

private:
    RelationGraph& graph_;
    const Props& props_;
};

std::size_t RelationGraph::Node::bytesOf(const Props& props) const {
    for (const View& view : views)
        if (view.props == &props || view.props->isEverything()) return view.bytes;
    return 0;
}

std::size_t wantedBytes(const JsonObject& fields, const Props& props) {
    if (props.isEverything()) return jsonSize(fields);
    std::size_t bytes = 2;
    for (const auto& member : fields)
        if (props.find(member.key()) != nullptr) bytes += member.key().size() + 4 + jsonSize(member.value());
    return bytes;
}

std::size_t RelationGraph::add(const JsonArray& metafields, const Props& props) {
    std::size_t bytes = 0;
    forEachWantedField(metafields, types_, props,
                       [&](const JsonObject& field, const MetafieldType* type, const Props& below) {
                           const MetafieldView view{field, kNoPath};
                           bytes += textOf(field, "key").size() + 4 + jsonSize(view.value());
                           Collector collector(*this, below);
                           if (type != nullptr) collectContained(types_, *type, field, collector);
                       });
    return bytes;
}

void RelationGraph::note(std::string_view id, const Props& props) {
    auto found = objects_.find(id);
    if (found == objects_.end()) {
        nextIds_.emplace_back(id);
        found = objects_.try_emplace(nextIds_.back()).first;
    }
    Node& node = found->second;
    for (const View& view : node.views)
        if (view.props == &props || view.props->isEverything()) return;
    budget_.countLookup();
    node.views.push_back({&props});
    if (node.loaded) nextViews_.emplace_back(&node, node.views.size() - 1);
}

void RelationGraph::load() {
    for (int level = 1; !nextIds_.empty() || !nextViews_.empty(); ++level) {
        RenderBudget::checkNesting(level);
        // What lies just beyond `depth` is shown as an id, but only if the caller may know that it exists.
        const bool open = !sources_.depth || level <= *sources_.depth;
        loadLevel(open);
    }
    media_.load(sources_.bucket, sources_.media, sources_.parts);
}

void RelationGraph::loadLevel(bool open) {
    const std::vector<std::string> ids = std::exchange(nextIds_, {});
    for (const auto& [node, view] : std::exchange(nextViews_, {}))
        if (open) follow(*node, view);
    forEachBatch(ids, [&](std::span<const std::string> batch) {
        std::vector<ObjectRecord> found = sources_.objects.find(sources_.bucket, batch, sources_.visibility);
        noteParts(batch, found);
        for (ObjectRecord& record : found) {
            const bool mayOpen = sources_.openOnly == nullptr || sources_.openOnly->contains(record.id);
            take(std::move(record), open && mayOpen);
        }
    });
}

// Beyond `depth` too: the id of an object is shown only while it is visible.
void RelationGraph::noteParts(std::span<const std::string> wanted, std::span<const ObjectRecord> found) const {
    for (const ObjectRecord& record : found) sources_.parts.addObject(record.id, record.type);
    if (found.size() == wanted.size()) return;
    std::set<std::string_view> missing(wanted.begin(), wanted.end());
    for (const ObjectRecord& record : found) missing.erase(record.id);
    for (const std::string_view id : missing) sources_.parts.addMissingObject(id);
}

void RelationGraph::take(ObjectRecord record, bool open) {
    const auto found = objects_.find(record.id);
    if (found == objects_.end()) return;
    Node& node = found->second;
    node.visible = true;
    if (!open) return;
    node.record = std::move(record);
    budget_.countLoaded(jsonSize(node.record.fields) + jsonSize(node.record.metafields));
    node.loaded = true;
    // Views that it adds to itself wait for the next level.
    const std::size_t views = node.views.size();
    for (std::size_t view = 0; view < views; ++view) follow(node, view);
}

void RelationGraph::follow(Node& node, std::size_t view) {
    const Props& props = *node.views[view].props;
    std::size_t bytes = wantedBytes(node.record.fields, props);
    if (const Props* metadata = props.find("metadata")) bytes += add(node.record.metafields, *metadata);
    node.views[view].bytes = bytes;
}

RelationGraph::Node* RelationGraph::findObject(std::string_view id) {
    const auto found = objects_.find(id);
    return found == objects_.end() || !found->second.visible ? nullptr : &found->second;
}

}  // namespace inkwell::metafields
