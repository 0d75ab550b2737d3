#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace inkwell::objects {

/// What is described under a name, a slug or a key, and what its `renamed_from` says; "" where it says nothing.
struct RenameMarker {
    std::string name;
    std::string former;
};

/// The markers of all that is described at once. One thread.
class RenameMarkers {
public:
    RenameMarkers(std::vector<RenameMarker> described, const std::function<bool(const std::string& name)>& isStored);

    RenameMarkers(const RenameMarkers&) = delete;  // its maps have views of its texts
    RenameMarkers& operator=(const RenameMarkers&) = delete;

    /// Why the one at `index` cannot be the former one under a new name, as a problem says it; "" where it can, or
    /// where its marker says nothing: that of what was renamed earlier stays in files, and nobody minds it.
    std::string fault(std::size_t index) const;

private:
    std::optional<std::size_t> formerOf(std::size_t index) const;
    void findRings();

    std::vector<RenameMarker> described_;
    std::vector<bool> isNew_;     // its former one is stored, and it is not
    std::vector<bool> isInRing_;  // markers lead from it to others and back
    // Of several the first.
    std::unordered_map<std::string_view, std::size_t> byName_;
    std::unordered_map<std::string_view, std::size_t> newByFormer_;
};

}  // namespace inkwell::objects
