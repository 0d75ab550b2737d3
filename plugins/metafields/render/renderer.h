#pragma once

#include <optional>
#include <string_view>

#include "inkwell/metafield_engine.h"
#include "render/relation_graph.h"

namespace inkwell::metafields {

/// Builds the JSON of a response from a loaded graph (interface/reads-and-queries.md, "Related objects").
/// One render, one thread.
class Renderer : public RenderLookup {
public:
    Renderer(const TypeSet& types, RelationGraph& graph, RenderBudget& budget, const RenderOptions& options)
        : types_(types), graph_(graph), budget_(budget), depth_(options.depth), memory_(options.memory) {}

    /// The finished top-level record, limited to `props`. `bytes` is what RelationGraph::add returned for its
    /// metafields.
    JsonObject record(ObjectRecord record, std::size_t bytes, const Props& props, bool showMetafields);
    /// Stored metafields with their response-only members. `rootId` is the object they belong to, or "".
    JsonArray decorated(JsonArray metafields, std::string_view rootId);

    Json object(std::string_view id) const override;
    Json media(std::string_view name) const override;
    JsonMemory memory() const override { return memory_; }

private:
    Json metadata(const JsonArray& metafields) const;
    JsonObject group(const JsonArray& metafields) const;
    JsonArray items(const JsonArray& items) const;
    Json value(const JsonObject& field) const;
    Json open(RelationGraph::Node& node) const;
    // Moves the fields of an rvalue record; keeps its metafields.
    template <class Record>
    JsonObject build(Record&& record) const;
    void addFields(JsonObject& result, const JsonObject& fields) const;
    void addFields(JsonObject& result, JsonObject&& fields) const;
    void addField(JsonObject& result, std::string_view key, Json value) const;
    void decorateAll(JsonArray& metafields) const;

    const TypeSet& types_;
    RelationGraph& graph_;
    RenderBudget& budget_;
    std::optional<int> depth_;
    JsonMemory memory_;
    // The state of the walk; mutable because metafield types look up through const methods.
    mutable const Props* props_ = &Props::everything();  // requested at the current position; never nullptr
    mutable int relationLevel_ = 0;
    mutable int nesting_ = 0;
    mutable bool metRelation_ = false;
    mutable bool finished_ = false;  // the last value was already built according to props_
};

}  // namespace inkwell::metafields
