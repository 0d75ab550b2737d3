#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/content_parts.h"
#include "inkwell/media_library.h"
#include "inkwell/object_catalog.h"
#include "inkwell/props.h"
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
    ContentParts* parts;  // learns what was looked for; may be nullptr
};

/// Everything that the records of one render point at, loaded breadth first: one statement for the objects of each
/// level, each object once, and one for all media at the end. Branches that `props` does not ask for are not followed.
/// One render, one thread.
class RelationGraph {
public:
    /// What an answer shows of an object at one of the places where it appears.
    struct View {
        const Props* props;     // of the whole record
        std::size_t bytes = 0;  // about how long it is, without related objects
    };
    struct Node {
        ObjectRecord record;
        std::vector<View> views;  // the places differ by `props` only
        bool visible = false;
        bool loaded = false;
        bool onPath = false;  // being rendered at this moment: the recursion guard
        std::size_t bytesOf(const Props& props) const;
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

    /// Notes what an outermost record points at as far as `props` asks for it below `metadata`. Returns about how many
    /// bytes its values take in an answer. `props` outlives the graph.
    std::size_t add(const JsonArray& metafields, const Props& props);
    /// Once, after all add(). ApiError 400 beyond the limits of the budget.
    void load();

    /// nullptr for an object that is not visible.
    Node* findObject(std::string_view id);
    const Media* findMedia(std::string_view name) const;

private:
    class Collector;
    void note(std::string_view id, const Props& props);
    void loadLevel(bool open);
    void noteParts(std::span<const ObjectRecord> found, std::size_t wanted) const;
    void take(ObjectRecord record, bool open);
    void follow(Node& node, std::size_t view);
    void loadMedia();

    const TypeSet& types_;
    const RenderSources& sources_;
    RenderBudget& budget_;
    TextMap<Node> objects_;
    TextMap<Media> media_;
    std::vector<std::string> nextIds_;
    std::vector<std::pair<Node*, std::size_t>> nextViews_;  // of loaded objects, met again with other props
    std::vector<std::string> names_;
};

/// About how long the members are that `props` asks for.
std::size_t wantedBytes(const JsonObject& fields, const Props& props);

}  // namespace inkwell::metafields
