#pragma once

#include <functional>
#include <string>
#include <vector>

namespace inkwell::objects {

/// What is described under a name, a slug or a key, and what its `renamed_from` says; "" where it says nothing.
struct RenameMarker {
    std::string name;
    std::string former;
};

/// Why `one` of the `described` cannot be the former one under a new name, as a problem says it; "" where it can, or
/// where its marker says nothing: that of what was renamed earlier stays in files, and nobody minds it.
std::string markerFault(const RenameMarker& one, const std::vector<RenameMarker>& described,
                        const std::function<bool(const std::string& name)>& isStored);

}  // namespace inkwell::objects
