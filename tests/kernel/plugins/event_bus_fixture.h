#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "fake_services.h"
#include "inkwell/registrar.h"
#include "kernel/data/migrations.h"
#include "kernel/data/migrator.h"
#include "kernel/plugins/event_bus.h"
#include "tests/kernel/data/refusing_engine.h"

namespace inkwell::kernel {

/// An event bus over a fresh database, with the listeners that a test adds.
class EventBusTest : public testing::Test {
protected:
    EventBusTest() { migrate(engine_, {kernelMigrations()}, clock_.nowMs()); }
    ~EventBusTest() override {
        database_.close();
        std::filesystem::remove_all(directory_);
    }

    template <class Event>
    void listen(const std::string& plugin, std::function<void(Event&)> listener) {
        auto next = std::make_shared<Snapshot>(*snapshot_.load());
        next->listeners[Event::kEventId].push_back(
            {plugin, [listener = std::move(listener)](void* event) { listener(*static_cast<Event*>(event)); }});
        snapshot_.swap(std::move(next));
    }
    template <class Fact>
    void listenInTransaction(const std::string& plugin, std::function<void(const Fact&)> listener) {
        auto next = std::make_shared<Snapshot>(*snapshot_.load());
        next->listeners[Registrar::transactionEventId(Fact::kEventId)].push_back(
            {plugin, [listener = std::move(listener)](void* event) { listener(*static_cast<const Fact*>(event)); }});
        snapshot_.swap(std::move(next));
    }
    BucketChanged fact(const std::string& id) { return {{0, id, "bucket", "", id, "edited", 0, "system", ""}}; }
    std::int64_t feedRows() {
        return database_.read([](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM changes")->at(0).integer(); });
    }

    static std::string makeDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "inkwell-events-XXXXXX").string();
        return mkdtemp(pattern.data());
    }

    const std::string directory_ = makeDirectory();
    testkit::FixedClock clock_;
    RefusingEngine engine_{directory_ + "/events.db"};
    PooledDatabase database_{engine_, PoolOptions{}};
    ChangeFeed feed_{database_, "node-1"};
    CurrentSnapshot snapshot_;
    int told_ = 0;
    EventBus bus_{snapshot_, database_, feed_, clock_, {.onManyCommitted = [this] { ++told_; }}};
    std::vector<std::string> heard_;
};

}  // namespace inkwell::kernel
