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
    return found == known_.end() ? nullptr : found->second;
}

void PathNumbers::found(const std::string& bucketId, const Numbers& numbers) {
    if (current != nullptr) {
        std::shared_ptr<Numbers>& all = current->found_[bucketId];
        if (all == nullptr) all = std::make_shared<Numbers>();
        all->insert(numbers.begin(), numbers.end());
        return;
    }
    const std::lock_guard lock(mutex_);
    if (missed_.size() >= kMaxBuckets && missed_.count(bucketId) == 0) return;
    std::set<std::string>& missed = missed_[bucketId];
    if (missed.size() + numbers.size() > kMaxPaths) return;
    for (const auto& [path, number] : numbers) missed.insert(path);
}

void PathNumbers::forget() {
    const std::lock_guard lock(mutex_);
    known_.clear();
}

void PathNumbers::learn(Database& database) {
    std::unordered_map<std::string, std::set<std::string>> missed;
    {
        const std::lock_guard lock(mutex_);
        missed = std::exchange(missed_, {});
    }
    for (const auto& [bucketId, paths] : missed) {
        Numbers found = database.read([&](Sql& sql) {
            return FieldStore(sql).numbersOf(bucketId, {paths.begin(), paths.end()});
        });
        const std::lock_guard lock(mutex_);
        if (known_.size() >= kMaxBuckets && !known_.contains(bucketId)) known_.clear();
        std::shared_ptr<const Numbers>& known = known_[bucketId];
        if (known != nullptr && known->size() + found.size() <= kMaxPaths) found.insert(known->begin(), known->end());
        known = std::make_shared<const Numbers>(std::move(found));
    }
}

}  // namespace inkwell::objects
