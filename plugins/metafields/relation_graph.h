#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/media_library.h"
#include "inkwell/object_catalog.h"
#include "render_budget.h"
#include "type_set.h"

namespace inkwell::metafields {

/// Where related things come from, for one render.
struct RenderSources {
    const Bucket& bucket;
    ObjectCatalog& objects;
    MediaLibrary* media;  // nullptr while the media plugin is off
    Visibility visibility;
    std::optional<int> depth;
};

/// Everything that the records of one render point at, loaded breadth first: one statement for the objects of each
/// level, each object once, and one for all media at the end. One render, one thread.
class RelationGraph {
public:
    struct Node {
        ObjectRecord record;
        bool visible = false;
        bool onPath = false;  // being rendered at this moment: the recursion guard
        std::size_t bytes = 0;
        // The finished record of an object without relations that is needed more than once.
        int opened = 0;
        std::optional<JsonObject> finished;
        std::size_t finishedBytes = 0;
    };
    struct Media {
        JsonObject fields;
        std::size_t bytes = 0;
        bool exists = false;
    };

    RelationGraph(const TypeSet& types, const RenderSources& sources, RenderBudget& budget)
        : types_(types), sources_(sources), budget_(budget) {}

    /// Notes what an outermost record points at. Returns about how many bytes its values take in an answer.
    std::size_t add(const JsonArray& metafields);
    /// Once, after all add(). ApiError 400 beyond the limits of the budget.
    void load();

    /// nullptr for an object that is not visible.
    Node* findObject(std::string_view id);
    const Media* findMedia(std::string_view name) const;

private:
    class Collector;
    void loadLevel(bool open);
    void take(ObjectRecord record, bool open);
    void loadMedia();

    const TypeSet& types_;
    const RenderSources& sources_;
    RenderBudget& budget_;
    TextMap<Node> objects_;
    TextMap<Media> media_;
    std::vector<std::string> nextIds_;
    std::vector<std::string> names_;
};

}  // namespace inkwell::metafields
