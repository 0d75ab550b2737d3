#include "inkwell/http.h"
#include "inkwell/metafield_engine.h"

namespace inkwell {

namespace {

constexpr std::int64_t kMaxDepth = 1000;

}  // namespace

RenderOptions parseRenderOptions(const Request& request, const Props* props, ContentParts& parts) {
    RenderOptions options;
    options.props = props;
    options.parts = &parts;
    options.memory = request.memory();
    if (request.choice("status", "published", {"published", "any"}) == "any") options.visibility = Visibility::Any;
    options.showMetafields = request.flag("show_metafields", false);
    if (!request.query("depth").value_or("").empty()) {
        options.depth = static_cast<int>(request.number("depth", 0, 0, kMaxDepth));
    }
    return options;
}

}  // namespace inkwell
