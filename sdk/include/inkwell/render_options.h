#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "inkwell/json.h"

namespace inkwell {

class Props;

/// Which objects a read may see: the parameter `status` (interface/reads-and-queries.md, "Visibility").
enum class Visibility { Published, Any };

/// How records are rendered.
struct RenderOptions {
    Visibility visibility = Visibility::Published;
    std::optional<int> depth;     // the query parameter `depth`; absent: no limit but the recursion guard
    bool showMetafields = false;  // adds decorated `metafields` to the outermost records
    // The parameter `props`, or nullptr for everything: what it does not select is neither loaded nor rendered.
    std::shared_ptr<const Props> props = nullptr;
    // If set, only these related objects are rendered in full; others appear as ids, as they do beyond `depth`.
    std::shared_ptr<const std::set<std::string, std::less<>>> openOnly = nullptr;
    JsonMemory memory{};  // where the finished records are made (Request::memory)
};

}  // namespace inkwell
