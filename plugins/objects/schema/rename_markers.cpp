#include "schema/rename_markers.h"

#include <utility>

namespace inkwell::objects {

RenameMarkers::RenameMarkers(std::vector<RenameMarker> described,
                             const std::function<bool(const std::string& name)>& isStored)
    : described_(std::move(described)), isNew_(described_.size()), isInRing_(described_.size()) {
    for (std::size_t i = 0; i < described_.size(); ++i) {
        const auto& [name, former] = described_[i];
        byName_.try_emplace(name, i);
        isNew_[i] = !former.empty() && !isStored(name) && isStored(former);
        if (isNew_[i]) newByFormer_.try_emplace(former, i);
    }
    findRings();
}

std::optional<std::size_t> RenameMarkers::formerOf(std::size_t index) const {
    if (described_[index].former.empty()) return std::nullopt;
    const auto found = byName_.find(described_[index].former);
    return found == byName_.end() ? std::nullopt : std::optional(found->second);
}

// Each is visited once, by the first walk that comes there: a walk that meets itself has found a ring.
void RenameMarkers::findRings() {
    std::vector<std::size_t> walks(described_.size(), 0);
    for (std::size_t first = 0; first < described_.size(); ++first) {
        const std::size_t walk = first + 1;
        std::optional<std::size_t> at = first;
        while (at && walks[*at] == 0) {
            walks[*at] = walk;
            at = formerOf(*at);
        }
        if (!at || walks[*at] != walk) continue;
        for (const std::size_t begin = *at; !isInRing_[begin] || *at != begin; at = formerOf(*at)) {
            isInRing_[*at] = true;
        }
    }
}

std::string RenameMarkers::fault(std::size_t index) const {
    const RenameMarker& one = described_[index];
    if (one.former.empty() || one.former == one.name) return "";
    if (isInRing_[index]) {
        return "leads back to '" + one.name + "': names are not exchanged at once; give one of them a new name first";
    }
    if (!isNew_[index]) return "";
    if (byName_.contains(one.former)) {
        return "names '" + one.former + "', which is there and described too: rename that one first, or leave this out";
    }
    const RenameMarker& first = described_[newByFormer_.at(one.former)];
    return first.name == one.name ? ""
                                  : "names '" + one.former + "', as '" + first.name + "' does: one alone can be it";
}

}  // namespace inkwell::objects
