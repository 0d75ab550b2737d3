#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "change_stream.h"
#include "fake_services.h"
#include "hub.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/change_log.h"
#include "inkwell/member_directory.h"

namespace inkwell::changes::test {

/// A change feed in memory. What stands in it is committed. Any thread.
class FakeFeed : public ChangeLog {
public:
    /// A transaction that has taken a number.
    void write(std::int64_t sequence);
    void rollBack(std::int64_t sequence);
    void commit(Change change);
    /// While true every reading throws DatabaseError.
    bool away = false;

    Page listOfObject(const std::string&, const std::string&, std::int64_t, std::int64_t) override {
        throw std::logic_error("streams list no activity");
    }
    Page list(const std::string& bucketId, const Filter& filter, std::int64_t limit, std::int64_t skip) override;
    std::vector<Change> listForReaders(const std::string& bucketId, std::int64_t above, std::int64_t limit) override;
    std::vector<Change> findForReaders(const std::string& bucketId, std::span<const std::int64_t> sequences) override;
    std::vector<Change> listAbove(const std::string& bucketId, std::int64_t above, std::int64_t limit) override;
    std::vector<Change> find(const std::string& bucketId, std::span<const std::int64_t> sequences) override;
    std::vector<std::int64_t> sequencesAbove(std::int64_t sequence) override;
    std::vector<std::int64_t> writtenSequencesAbove(std::int64_t sequence) override;
    std::int64_t highestSequence() override;
    std::int64_t highestSequenceBefore(std::int64_t timeMs) override;
    std::int64_t lowestSequence() override;
    std::int64_t removeBefore(std::int64_t timeMs, std::int64_t limit) override;

    /// Called, once, in the middle of the next sequencesAbove().
    std::function<void()> meanwhile;
    std::map<std::int64_t, Change> rows;
    std::set<std::int64_t> uncommitted;

private:
    std::unique_lock<std::mutex> lock();

    std::mutex mutex_;
};

class FakeDirectory : public BucketDirectory {
public:
    std::shared_ptr<const Bucket> findBySlug(std::string_view) override { return nullptr; }
    std::shared_ptr<const Bucket> findById(std::string_view id) override;
    std::shared_ptr<const Bucket> create(const std::string&, const std::string&, const std::string&, bool) override {
        throw std::logic_error("no test creates a bucket");
    }

    std::map<std::string, Bucket, std::less<>> buckets{{"a", {"a", "a", "A", "key", ""}}};
};

/// Knows everybody whose id begins with an 'a'.
class FakeMembers : public MemberDirectory {
public:
    People findMembers(const std::string& bucketId, std::span<const std::string> userIds) override;

    bool isAway = false;  // with its database
    int asked = 0;
};

/// The server around the plugin.
class World : public Services {
public:
    explicit World(FakeFeed& feed) : feed_(feed) {}

    Database& database() override { throw std::logic_error("the plugin has no tables"); }
    Events& events() override { throw std::logic_error("the plugin publishes no events"); }
    const Clock& clock() override { return time; }
    Ids& ids() override { throw std::logic_error("the plugin makes no ids"); }
    Log& log() override { return lines; }
    const ServerInfo& server() override { return info_; }
    ChangeLog& changes() override { return feed_; }

    testkit::FixedClock time;
    testkit::CapturingLog lines;
    FakeDirectory directory;
    FakeMembers members;

protected:
    void* getService(const char* serviceId) override;
    void* findService(const char* serviceId) override { return getService(serviceId); }
    std::vector<void*> findContributions(const char*) override { return {}; }

private:
    FakeFeed& feed_;
    ServerInfo info_;
};

/// A change of bucket 'a' that readers see.
Change changeOf(std::int64_t sequence, const std::string& readerAction = "edited");

/// What a browser makes of a stream (WHATWG HTML, "Interpreting an event stream").
struct Event {
    std::string id;  // the last one given
    std::string name;
    std::string data;
};
class EventReader {
public:
    void read(const std::string& text);

    std::vector<Event> events;
    std::string lastId;

private:
    Event open_;
};

}  // namespace inkwell::changes::test
