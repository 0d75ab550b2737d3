#include "read/related_objects.h"

#include <string_view>
#include <utility>

namespace inkwell::objects {

namespace {

constexpr std::size_t kIdLength = 24;

thread_local ReadTogether* current = nullptr;

std::uint64_t keyOf(const std::string& objectId, const RenderOptions& options) {
    const char* visibility = options.visibility == Visibility::Any ? "a" : "p";
    return std::hash<std::string>()(objectId + visibility + (options.depth ? std::to_string(*options.depth) : ""));
}

}  // namespace

std::vector<std::string> RelatedObjects::of(const std::string& objectId, const RenderOptions& options) {
    std::vector<std::string> ids;
    const Key key = keyOf(objectId, options);
    const std::lock_guard lock(mutex_);
    auto found = kept_.find(key);
    if (found == kept_.end()) {
        found = before_.find(key);
        if (found == before_.end()) return ids;
    }
    const std::string& joined = found->second;
    for (std::size_t at = 0; at < joined.size(); at += kIdLength) ids.push_back(joined.substr(at, kIdLength));
    return ids;
}

void RelatedObjects::keep(const std::string& objectId, const RenderOptions& options, std::span<const std::string> ids) {
    const Key key = keyOf(objectId, options);
    std::string joined;
    joined.reserve(ids.size() * kIdLength);
    for (const std::string& id : ids) joined += id;
    const std::lock_guard lock(mutex_);
    before_.erase(key);
    kept_.erase(key);
    if (ids.empty() || ids.size() > kMaxRelated) return;
    if (kept_.size() >= kMaxKept) before_ = std::exchange(kept_, {});
    kept_.emplace(key, std::move(joined));
}

ReadTogether::ReadTogether(Visibility visibility) : visibility_(visibility), outer_(std::exchange(current, this)) {}

ReadTogether::~ReadTogether() { current = outer_; }

void ReadTogether::add(std::span<const std::string> asked, std::vector<ObjectText> found) {
    for (const std::string& id : asked) atHand_.try_emplace(id);
    for (ObjectText& object : found) {
        std::string id = object.id;
        atHand_.insert_or_assign(std::move(id), std::move(object));
    }
}

std::vector<ObjectText> ReadTogether::find(std::span<const std::string> ids, Visibility visibility, const Load& load) {
    if (current == nullptr || current->visibility_ != visibility) return load(ids);
    std::vector<ObjectText> found;
    std::vector<std::string> rest;
    for (const std::string& id : ids) {
        current->wanted_.push_back(id);
        auto atHand = current->atHand_.extract(id);
        if (atHand.empty()) {
            rest.push_back(id);
        } else if (atHand.mapped()) {
            found.push_back(std::move(*atHand.mapped()));
        }
    }
    if (rest.empty()) return found;
    std::vector<ObjectText> loaded = load(rest);
    found.insert(found.end(), std::make_move_iterator(loaded.begin()), std::make_move_iterator(loaded.end()));
    return found;
}

}  // namespace inkwell::objects
