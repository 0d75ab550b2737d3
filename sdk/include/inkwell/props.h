#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/api.h"
#include "inkwell/json.h"

namespace inkwell {

/// The parameter `props` (specification, "List parameters"; where-silent.md, "Reads"): a tree of the names to return.
/// Immutable once parsed; any thread.
class INKWELL_API Props {
public:
    static constexpr std::size_t kMaxLength = 8192;
    static constexpr std::size_t kMaxPaths = 500;
    static constexpr std::size_t kMaxDepth = 100;

    /// A comma list of dotted paths; blanks around a path, empty paths and trailing commas are skipped. Nothing when no
    /// path is left: then everything is returned. Throws ApiError 400, which names the parameter, beyond the limits.
    static std::optional<Props> parse(std::string_view text);
    /// The end of every path: all that is below it is returned.
    static const Props& everything();

    bool isEverything() const noexcept { return names_.empty(); }
    /// What is asked for below `name`; nullptr when nothing is. The answer belongs to this tree, or is everything().
    const Props* find(std::string_view name) const;
    /// Whether something at or below the dotted `path` is asked for.
    bool wants(std::string_view path) const;

    /// Removes what is not asked for, through arrays too: "authors.title" leaves an array of {title}. Null stays null;
    /// another value that has no members is removed where a path goes on below it.
    void project(JsonObject& object) const;

private:
    void add(std::string_view path);
    bool projectValue(Json& value) const;

    // Two lists, sorted by name; both empty at the end of a path.
    std::vector<std::string> names_;
    std::vector<Props> below_;
};

}  // namespace inkwell
