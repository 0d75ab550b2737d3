#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/content_parts.h"
#include "inkwell/media_library.h"
#include "inkwell/object_catalog.h"
#include "inkwell/props.h"
#include "render/related_media.h"
#include "render/render_budget.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// Where one render reads related objects and media.
struct RenderSources {
    const Bucket& bucket;
    ObjectCatalog& objects;
    MediaLibrary* media;  // nullptr while the media plugin is off
    Visibility visibility;
    std::optional<int> depth;
    const std::set<std::string, std::less<>>* openOnly;  // as in RenderOptions; nullptr opens all
    ContentParts& parts;                                 // records what was looked up
};

/// Everything that the records of one render refer to, loaded breadth first: one statement for the objects of each
/// level, each object once, and one for all media at the end. Branches outside `props` are not followed.
/// One render, one thread.
class RelationGraph {
public:
    /// What a response shows of an object in one of its occurrences.
    struct View {
        const Props* props;     // of the whole record
        std::size_t bytes = 0;  // estimated size without related objects
    };
    struct Node {
        ObjectRecord record;
        std::vector<View> views;  // occurrences differ only in `props`
        bool visible = false;
        bool loaded = false;
        bool onPath = false;  // being rendered now: the recursion guard
        std::size_t bytesOf(const Props& props) const;
        // The finished record of an object without relations, kept because it occurs more than once.
        int opened = 0;
        std::optional<JsonObject> finished;
        std::size_t finishedBytes = 0;
    };

    RelationGraph(const TypeSet& types, const RenderSources& sources, RenderBudget& budget)
        : types_(types), sources_(sources), budget_(budget) {}

    /// Notes what a top-level record refers to, limited to `props` below `metadata`. Returns the estimated size of its
    /// values in a response, in bytes. `props` must outlive the graph.
    std::size_t add(const JsonArray& metafields, const Props& props);
    /// Call once, after all add(). Throws ApiError 400 beyond the limits of the budget.
    void load();

    /// nullptr for an object that is not visible.
    Node* findObject(std::string_view id);
    /// nullptr for media that are not there.
    const RelatedMedia::Media* findMedia(std::string_view name) const { return media_.find(name); }

private:
    class Collector;
    void note(std::string_view id, const Props& props);
    void loadLevel(bool open);
    void noteParts(std::span<const std::string> wanted, std::span<const ObjectRecord> found) const;
    void take(ObjectRecord record, bool open);
    void follow(Node& node, std::size_t view);

    const TypeSet& types_;
    const RenderSources& sources_;
    RenderBudget& budget_;
    TextMap<Node> objects_;
    RelatedMedia media_;
    std::vector<std::string> nextIds_;
    std::vector<std::pair<Node*, std::size_t>> nextViews_;  // loaded objects, found again with other props
};

/// Estimated size, in bytes, of the members that `props` selects.
std::size_t wantedBytes(const JsonObject& fields, const Props& props);

}  // namespace inkwell::metafields
