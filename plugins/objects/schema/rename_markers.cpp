#include "schema/rename_markers.h"

#include <algorithm>

namespace inkwell::objects {

namespace {

const RenameMarker* find(const std::vector<RenameMarker>& described, const std::string& name) {
    const auto found =
        std::find_if(described.begin(), described.end(), [&](const RenameMarker& one) { return one.name == name; });
    return found == described.end() ? nullptr : &*found;
}

// Whether markers lead from it to others and back.
bool isInRing(const RenameMarker& one, const std::vector<RenameMarker>& described) {
    const RenameMarker* next = &one;
    for (std::size_t steps = 0; steps < described.size(); ++steps) {
        next = find(described, next->former);
        if (next == nullptr) return false;
        if (next->name == one.name) return true;
    }
    return false;
}

}  // namespace

std::string markerFault(const RenameMarker& one, const std::vector<RenameMarker>& described,
                        const std::function<bool(const std::string& name)>& isStored) {
    if (one.former.empty() || one.former == one.name) return "";
    if (isInRing(one, described)) {
        return "leads back to '" + one.name + "': names are not exchanged at once; give one of them a new name first";
    }
    if (isStored(one.name) || !isStored(one.former)) return "";
    if (find(described, one.former) != nullptr) {
        return "names '" + one.former + "', which is there and described too: rename that one first, or leave this out";
    }
    const auto first = std::find_if(described.begin(), described.end(), [&](const RenameMarker& other) {
        return other.former == one.former && !isStored(other.name);
    });
    return first->name == one.name ? ""
                                   : "names '" + one.former + "', as '" + first->name + "' does: one alone can be it";
}

}  // namespace inkwell::objects
