#include "tests/plugins/changes/world.h"

#include <sstream>
#include <stdexcept>

namespace inkwell::changes::test {

std::unique_lock<std::mutex> FakeFeed::lock() {
    if (away) throw DatabaseError(DatabaseError::Kind::Unavailable, "away");
    return std::unique_lock(mutex_);
}

void FakeFeed::write(std::int64_t sequence) {
    const std::lock_guard lock(mutex_);
    uncommitted.insert(sequence);
}

void FakeFeed::rollBack(std::int64_t sequence) {
    const std::lock_guard lock(mutex_);
    uncommitted.erase(sequence);
}

void FakeFeed::commit(Change change) {
    const std::lock_guard lock(mutex_);
    uncommitted.erase(change.sequence);
    rows.emplace(change.sequence, change);
}

ChangeLog::Page FakeFeed::list(const std::string&, const Filter&, std::int64_t, std::int64_t) {
    throw std::logic_error("streams list no audit");
}

std::vector<Change> FakeFeed::listForReaders(const std::string& bucketId, std::int64_t above, std::int64_t limit) {
    const auto held = lock();
    std::vector<Change> found;
    for (auto row = rows.upper_bound(above); row != rows.end() && std::ssize(found) < limit; ++row) {
        if (row->second.bucketId == bucketId && !row->second.readerAction.empty()) found.push_back(row->second);
    }
    return found;
}

std::vector<Change> FakeFeed::findForReaders(const std::string& bucketId, std::span<const std::int64_t> sequences) {
    const auto held = lock();
    std::vector<Change> found;
    for (const std::int64_t sequence : sequences) {
        const auto row = rows.find(sequence);
        if (row == rows.end() || row->second.bucketId != bucketId || row->second.readerAction.empty()) continue;
        found.push_back(row->second);
    }
    return found;
}

std::vector<Change> FakeFeed::listAbove(const std::string& bucketId, std::int64_t above, std::int64_t limit) {
    const auto held = lock();
    std::vector<Change> found;
    for (auto row = rows.upper_bound(above); row != rows.end() && std::ssize(found) < limit; ++row) {
        if (row->second.bucketId == bucketId) found.push_back(row->second);
    }
    return found;
}

std::vector<Change> FakeFeed::find(const std::string& bucketId, std::span<const std::int64_t> sequences) {
    const auto held = lock();
    std::vector<Change> found;
    for (const std::int64_t sequence : sequences) {
        const auto row = rows.find(sequence);
        if (row != rows.end() && row->second.bucketId == bucketId) found.push_back(row->second);
    }
    return found;
}

std::vector<std::int64_t> FakeFeed::sequencesAbove(std::int64_t sequence) {
    std::vector<std::int64_t> numbers;
    {
        const auto held = lock();
        for (auto row = rows.upper_bound(sequence); row != rows.end(); ++row) numbers.push_back(row->first);
    }
    if (meanwhile) std::exchange(meanwhile, nullptr)();
    return numbers;
}

std::vector<std::int64_t> FakeFeed::writtenSequencesAbove(std::int64_t sequence) {
    const auto held = lock();
    std::set<std::int64_t> numbers(uncommitted.upper_bound(sequence), uncommitted.end());
    for (auto row = rows.upper_bound(sequence); row != rows.end(); ++row) numbers.insert(row->first);
    return {numbers.begin(), numbers.end()};
}

std::int64_t FakeFeed::highestSequence() {
    const auto held = lock();
    return rows.empty() ? 0 : rows.rbegin()->first;
}

std::int64_t FakeFeed::highestSequenceBefore(std::int64_t timeMs) {
    const auto held = lock();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (row->second.timeMs < timeMs) return row->first;
    }
    return 0;
}

std::int64_t FakeFeed::lowestSequence() {
    const auto held = lock();
    return rows.empty() ? 0 : rows.begin()->first;
}

std::int64_t FakeFeed::removeBefore(std::int64_t timeMs, std::int64_t limit) {
    const auto held = lock();
    std::int64_t count = 0;
    while (count < limit && rows.size() > 1 && rows.begin()->second.timeMs < timeMs) {
        rows.erase(rows.begin());
        ++count;
    }
    return count;
}

std::shared_ptr<const Bucket> FakeDirectory::findById(std::string_view id) {
    const auto found = buckets.find(id);
    return found == buckets.end() ? nullptr : std::make_shared<const Bucket>(found->second);
}

People FakeMembers::findMembers(const std::string& bucketId, std::span<const std::string> userIds) {
    ++asked;
    if (isAway) throw DatabaseError(DatabaseError::Kind::Unavailable, "away");
    People people;
    for (const std::string& id : userIds)
        if (bucketId == "a" && id.starts_with('a')) people.emplace(id, Person{id, "Ann", "Lee", ""});
    return people;
}

void* World::getService(const char* serviceId) {
    if (std::string_view(serviceId) == BucketDirectory::kServiceId) return static_cast<BucketDirectory*>(&directory);
    if (std::string_view(serviceId) == MemberDirectory::kServiceId) return static_cast<MemberDirectory*>(&members);
    throw std::logic_error("the plugin asks for a service that its manifest does not name");
}

Change changeOf(std::int64_t sequence, const std::string& readerAction) {
    return {sequence,          "a",         "object",    "posts", "o" + std::to_string(sequence), "edited",
            1'769'851'800'000, "write_key", readerAction};
}

void EventReader::read(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(": ");
        const std::string field = line.substr(0, colon);
        if (field == "id") open_.id = lastId = line.substr(colon + 2);
        if (field == "event") open_.name = line.substr(colon + 2);
        if (field == "data") open_.data += line.substr(colon + 2);
        if (!line.empty()) continue;
        if (!open_.data.empty()) events.push_back(open_);
        open_ = {lastId, "", ""};
    }
}

}  // namespace inkwell::changes::test
