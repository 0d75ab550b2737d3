#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "inkwell/object_text.h"
#include "inkwell/render_options.h"

namespace inkwell::objects {

/// Which objects the last answer about an object was made of besides it, so that the next one reads all of them with
/// one statement instead of one for each level of relations. Nothing depends on it: what is missing is read as ever,
/// what is too much is left out. Any thread.
class RelatedObjects {
public:
    /// Ids; the object's own where its relations lead back to it.
    std::vector<std::string> of(const std::string& objectId, const RenderOptions& options);
    void keep(const std::string& objectId, const RenderOptions& options, std::span<const std::string> ids);

private:
    // A digest of the object's id, the depth and the visibility: objects that share one guess badly, no more.
    using Key = std::uint64_t;
    static constexpr std::size_t kMaxRelated = 32;
    static constexpr std::size_t kMaxKept = 16384;  // twice that, with those of before

    std::mutex mutex_;
    // When `kept_` is full it takes the place of `before_`. The ids stand one after the other.
    std::unordered_map<Key, std::string> kept_;
    std::unordered_map<Key, std::string> before_;
};

/// Related objects that are at hand while one object is read, on one thread: ObjectCatalog::findTexts takes them from
/// here instead of from the database.
class ReadTogether {
public:
    explicit ReadTogether(Visibility visibility);
    ~ReadTogether();
    ReadTogether(const ReadTogether&) = delete;
    ReadTogether& operator=(const ReadTogether&) = delete;

    Visibility visibility() const noexcept { return visibility_; }
    /// All that were found of the ids `asked`: those that are not among them need not be looked for again.
    void add(std::span<const std::string> asked, std::vector<ObjectText> found);
    /// The ids that were asked for, in the order in which they were.
    const std::vector<std::string>& wanted() const noexcept { return wanted_; }

    using Load = std::function<std::vector<ObjectText>(std::span<const std::string>)>;
    /// What is at hand on this thread, each once, and the rest by `load`.
    static std::vector<ObjectText> find(std::span<const std::string> ids, Visibility visibility, const Load& load);

private:
    const Visibility visibility_;
    ReadTogether* const outer_;
    std::unordered_map<std::string, std::optional<ObjectText>> atHand_;  // nothing for what was not found
    std::vector<std::string> wanted_;
};

}  // namespace inkwell::objects
