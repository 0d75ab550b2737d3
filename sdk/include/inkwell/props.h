#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// The parameter `props` (interface/reads-and-queries.md, "Choosing properties"): a tree of the names to return.
/// Immutable once parsed; any thread.
class INKWELL_API Props {
public:
    static constexpr std::size_t kMaxLength = 8192;
    static constexpr std::size_t kMaxPaths = 500;
    static constexpr std::size_t kMaxDepth = 100;

    /// A comma-separated list of dotted paths; blanks around them, empty paths and trailing commas are ignored. Or a
    /// graph, "{ title metadata { author { title } } }", with blanks or commas between the names. Nothing when no path
    /// is left: then everything is returned. Throws ApiError 400, naming the parameter, beyond the limits and for a
    /// graph whose braces do not match.
    static std::optional<Props> parse(std::string_view text);
    /// Calls `visit` with the dotted paths of either form, which live until it returns. Ends when it returns false.
    /// Returns whether the braces of a graph match. Any thread.
    static bool forEachPath(std::string_view text, const std::function<bool(std::string_view)>& visit);
    /// The tree at the end of every path: everything below is returned.
    static const Props& everything();

    bool isEverything() const noexcept { return names_.empty(); }
    /// What is requested below `name`; nullptr when nothing is. The result belongs to this tree, or is everything().
    const Props* find(std::string_view name) const;
    /// Whether something at or below the dotted `path` is requested.
    bool wants(std::string_view path) const;

    /// Whether parts of a field are requested, and not all of it.
    bool wantsParts() const;

    /// Removes what is not requested, also inside arrays: "authors.title" leaves an array of {title}. Null stays null;
    /// any other value without members is removed if a path continues below it.
    void project(JsonObject& object) const;
    /// The same for what stands under a name; false where it is to be removed.
    bool projectValue(Json& value) const;

private:
    void add(std::string_view path);

    // Parallel lists, sorted by name; both empty at the end of a path.
    std::vector<std::string> names_;
    std::vector<Props> below_;
};

}  // namespace inkwell
