#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/metafield_engine.h"
#include "render/related_media.h"
#include "render/relation_graph.h"
#include "render/text_template.h"

namespace inkwell::metafields {

/// RelationGraph and Renderer for answers as text: what they say of levels, limits and guards holds here too, and the
/// text is that of what they build (tests/plugins/metafields/render/text_renderer_test.cpp compares them). Related
/// objects are always shown whole. One render, one thread.
class TextRenderer : public RenderLookup {
public:
    TextRenderer(const TypeSet& types, const RenderSources& sources) : types_(types), sources_(sources) {}

    /// Takes the next object of the answer, and keeps of its document only what is shown. Throws NeedsTrees and
    /// ApiError.
    void take(ObjectText object, bool withMetadata);
    /// Loads everything that those taken refer to. Throws as take.
    void load();
    /// Appends them with commas between them, once: their texts are used up.
    void addAll(JsonText& answer);

    // For metafields that are rendered as trees.
    Json object(std::string_view) const override { return nullptr; }
    Json media(std::string_view name) const override;

private:
    class Collector;
    struct Shown {
        std::string id;
        std::string fields;                      // with the content
        std::optional<TextTemplate> metafields;  // nothing when metadata is not shown
        std::size_t bytes() const { return fields.size() + (metafields ? metafields->text.size() : 0); }
    };
    struct Node {
        Shown shown;
        bool visible = false;
        bool loaded = false;
        bool onPath = false;
    };

    Shown shownOf(ObjectText object, bool withMetadata);
    TextTemplate makeTemplate(std::string_view metafields);
    void note(std::string_view id);
    void loadLevel(bool open);
    void keepRelated(ObjectText object, bool open);
    void addShown(const Shown& shown, JsonText& answer);
    void addFilled(const TextTemplate& shown, JsonText& answer);
    void addHole(const TextTemplate& shown, const TextTemplate::Hole& hole, JsonText& answer);
    void addObjects(std::string_view ids, JsonText& answer);
    // False, and nothing is added, when the object is not visible.
    bool addObject(std::string_view id, JsonText& answer);

    const TypeSet& types_;
    const RenderSources& sources_;
    mutable RenderBudget budget_;
    std::vector<Shown> objects_;  // of the answer
    TextMap<Node> nodes_;
    RelatedMedia media_;
    std::vector<std::string> nextIds_;
    int level_ = 0;
    int nesting_ = 0;
};

}  // namespace inkwell::metafields
