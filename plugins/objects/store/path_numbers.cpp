#include "store/path_numbers.h"

#include <utility>
#include <vector>

#include "store/field_store.h"

namespace inkwell::objects {

namespace {

thread_local PathNumbers::WithinOneWrite* current = nullptr;

}  // namespace

PathNumbers::WithinOneWrite::WithinOneWrite() : outer_(std::exchange(current, this)) {}

PathNumbers::WithinOneWrite::~WithinOneWrite() { current = outer_; }

std::shared_ptr<const PathNumbers::Numbers> PathNumbers::of(const std::string& bucketId) {
    if (current != nullptr) {
        const auto found = current->found_.find(bucketId);
        if (found != current->found_.end()) return found->second;
    }
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(bucketId);
    if (found != known_.end()) return found->second;
    missedOf(bucketId);
    return nullptr;
}

// Under the mutex; null where there are too many.
std::set<std::string>* PathNumbers::missedOf(const std::string& bucketId) {
    if (missed_.size() >= kMaxBuckets && !missed_.contains(bucketId)) return nullptr;
    return &missed_[bucketId];
}

void PathNumbers::found(const std::string& bucketId, const Numbers& numbers) {
    if (current != nullptr) {
        std::shared_ptr<Numbers>& all = current->found_[bucketId];
        if (all == nullptr) all = std::make_shared<Numbers>();
        all->insert(numbers.begin(), numbers.end());
        return;
    }
    const std::lock_guard lock(mutex_);
    std::set<std::string>* missed = missedOf(bucketId);
    if (missed == nullptr || missed->size() + numbers.size() > kMaxPaths) return;
    for (const auto& [path, number] : numbers) missed->insert(path);
}

void PathNumbers::forget() {
    const std::lock_guard lock(mutex_);
    known_.clear();
    ++forgotten_;
}

void PathNumbers::learn(Database& database) {
    std::unordered_map<std::string, std::set<std::string>> missed;
    std::set<std::string> unknown;
    std::uint64_t forgotten = 0;
    {
        const std::lock_guard lock(mutex_);
        missed = std::exchange(missed_, {});
        for (const auto& [bucketId, paths] : missed)
            if (!known_.contains(bucketId)) unknown.insert(bucketId);
        forgotten = forgotten_;
    }
    for (const auto& [bucketId, paths] : missed) {
        const bool isNew = unknown.contains(bucketId);
        Numbers found = database.read([&](Sql& sql) {
            FieldStore store(sql);
            return isNew ? store.numbersOf(bucketId, kMaxPaths)
                         : store.numbersOf(bucketId, {paths.begin(), paths.end()});
        });
        const std::lock_guard lock(mutex_);
        if (forgotten != forgotten_) return;  // read before, perhaps from another database
        if (known_.size() >= kMaxBuckets && !known_.contains(bucketId)) known_.clear();
        std::shared_ptr<const Numbers>& known = known_[bucketId];
        if (known != nullptr && known->size() + found.size() <= kMaxPaths) found.insert(known->begin(), known->end());
        known = std::make_shared<const Numbers>(std::move(found));
    }
}

}  // namespace inkwell::objects
