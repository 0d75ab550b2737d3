#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The names of the components, or of parameters without one, that a route takes in its query string besides keys:
/// those of its description, and what the kernel reads itself. `components` are all components.
std::vector<std::string> parameterComponents(const Route& route, const JsonObject& components);

/// True for a GET that answers with the kernel's JSON, not with a media type of its own.
bool isJsonRead(const Route& route, const JsonObject& components);

/// What the query string of a GET may hold. Immutable; any thread.
class KnownParameters {
public:
    /// Null for a route that is no GET, and for one without a summary: nobody knows what that takes.
    static std::shared_ptr<const KnownParameters> of(const Route& route, const JsonObject& components);

    /// What is ignored of `query`, as the header Inkwell-Ignored says it: "type, props=nope"; "" for nothing. Only
    /// letters, digits and -._~%=, with at most twenty names of 64 bytes, and "..." for more
    /// (interface/errors-and-limits.md, "Query strings").
    std::string ignored(const std::vector<std::pair<std::string, std::string>>& query) const;

private:
    std::vector<std::string> names_;  // sorted
    std::vector<std::string> props_;  // sorted: the members of a record; empty: unknown
};

}  // namespace inkwell::kernel
