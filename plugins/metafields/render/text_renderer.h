#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/metafield_engine.h"
#include "render/relation_graph.h"
#include "render/text_template.h"

namespace inkwell::metafields {

/// RelationGraph and Renderer for answers as text: what they say of levels, limits and guards holds here too, and the
/// text is that of what they build (tests/plugins/metafields/render/text_renderer_test.cpp compares them). Related
/// objects are always shown whole. One render, one thread.
class TextRenderer : public RenderLookup {
public:
    TextRenderer(const TypeSet& types, const RenderSources& sources) : types_(types), sources_(sources) {}

    /// Loads everything that the objects, which must outlive this, refer to. Throws NeedsTrees and ApiError, and leaves
    /// the objects as they are.
    void load(std::span<ObjectText> objects, bool withMetadata);
    /// Appends one of them, by its number; each once: its texts are used up.
    void add(std::size_t number, JsonText& answer);

    // For metafields that are rendered as trees.
    Json object(std::string_view) const override { return nullptr; }
    Json media(std::string_view name) const override;

private:
    class Collector;
    struct Node {
        ObjectText object;
        TextTemplate shown;
        bool visible = false;
        bool loaded = false;
        bool onPath = false;
    };
    struct Media {
        JsonObject fields;
        std::size_t bytes = 0;
        bool exists = false;
    };

    TextTemplate makeTemplate(std::string_view metafields);
    void note(std::string_view id);
    void loadLevel(bool open);
    void take(ObjectText object, bool open);
    void loadMedia();
    static void addFields(const ObjectText& object, JsonText& answer);
    void addFilled(const TextTemplate& shown, JsonText& answer);
    void addHole(const TextTemplate& shown, const TextTemplate::Hole& hole, JsonText& answer);
    void addObjects(std::string_view ids, JsonText& answer);
    // False, and nothing is added, when the object is not visible.
    bool addObject(std::string_view id, JsonText& answer);

    const TypeSet& types_;
    const RenderSources& sources_;
    mutable RenderBudget budget_;
    std::span<ObjectText> objects_;
    std::vector<TextTemplate> templates_;  // of the objects; empty when metadata is not shown
    TextMap<Node> nodes_;
    TextMap<Media> media_;
    std::vector<std::string> nextIds_;
    std::vector<std::string> names_;
    int level_ = 0;
    int nesting_ = 0;
};

}  // namespace inkwell::metafields
