#pragma once

#include <optional>
#include <string_view>

#include "inkwell/metafield_engine.h"
#include "relation_graph.h"

namespace inkwell::metafields {

/// Builds the JSON of an answer from a loaded graph (where-silent.md, "Reads"). One render, one thread.
class Renderer : public RenderLookup {
public:
    Renderer(const TypeSet& types, RelationGraph& graph, RenderBudget& budget, const RenderOptions& options)
        : types_(types), graph_(graph), budget_(budget), depth_(options.depth), memory_(options.memory) {}

    /// The finished outermost record, without the branches that `props` does not ask for; `bytes` is what
    /// RelationGraph::add said of its metafields.
    JsonObject record(const ObjectRecord& record, std::size_t bytes, const Props& props, bool showMetafields);
    /// Stored metafields with their response-only properties. `rootId` is the object that they belong to, or "".
    JsonArray decorated(const JsonArray& metafields, std::string_view rootId);

    Json object(std::string_view id) const override;
    Json media(std::string_view name) const override;
    JsonMemory memory() const override { return memory_; }

private:
    Json metadata(const JsonArray& metafields) const;
    JsonObject group(const JsonArray& metafields) const;
    JsonArray items(const JsonArray& items) const;
    Json value(const JsonObject& field) const;
    Json open(RelationGraph::Node& node) const;
    JsonObject build(const ObjectRecord& record) const;
    void decorateAll(JsonArray& metafields) const;

    const TypeSet& types_;
    RelationGraph& graph_;
    RenderBudget& budget_;
    std::optional<int> depth_;
    JsonMemory memory_;
    // Where the walk stands. The look-ups are const for the types, which only ask.
    mutable const Props* props_ = &Props::everything();  // what is asked for at this place; never nullptr
    mutable int relationLevel_ = 0;
    mutable int nesting_ = 0;
    mutable bool metRelation_ = false;
};

}  // namespace inkwell::metafields
