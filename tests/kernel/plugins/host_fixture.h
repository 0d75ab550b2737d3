#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fake_services.h"
#include "inkwell/plugin.h"
#include "kernel/plugins/host.h"
#include "kernel/snapshot/router.h"
#include "tests/fixtures/plugins/fixture.h"

namespace inkwell::kernel {

/// What plugins never ask for in these tests.
class NoDatabase : public Database {
public:
    const Dialect& dialect() const override { throw std::logic_error("there is no database"); }
    bool isWriting() const noexcept override { return false; }
    std::uint64_t currentAttempt() const noexcept override { return 0; }

protected:
    void runUnit(bool, const std::function<void(Sql&)>&) override { throw std::logic_error("there is no database"); }
};
class NoEvents : public Events {
protected:
    void deliver(const char*, void*) override {}
    void publishFact(const char*, Change&, std::shared_ptr<void>) override {}
};

/// A host over directories of fixture plugins.
class HostTest : public testing::Test {
protected:
    ~HostTest() override;

    /// `cases` are folders of tests/fixtures/plugins.
    void use(const std::vector<std::string>& cases);
    void set(const std::string& plugin, const std::string& key, Json value);
    void degrade() { config_.plugins.onFailure = "degrade"; }

    /// The plugin slow_start does not finish its start before letSlowStart().
    void holdSlowStart();
    void letSlowStart();

    PluginHost& host();
    void load() { host().load(); }
    void start();
    void loadAndStart();

    /// The lines that load() and start() refuse with; "" when they do not.
    std::string refusal();
    /// The reason of one plugin in statuses(), and its state.
    PluginStatus status(const std::string& id);
    /// What enable or disable is refused with: "409 sentence"; "" when it is not.
    std::string refusalToEnable(const std::string& id, const Config* fresh = nullptr);
    std::string refusalToDisable(const std::string& id, std::chrono::milliseconds drain = std::chrono::seconds(10));

    /// The route that serves the address now; null for none.
    const Route* route(const std::string& path);
    /// The message of the answer of a handler.
    std::string call(const std::string& path);
    template <class S>
    S& service() {
        S* found = host().find<S>();
        if (found == nullptr) throw std::logic_error(std::string("nobody provides ") + S::kServiceId);
        return *found;
    }

    Config config_;
    CurrentSnapshot snapshot_;
    Scheduler scheduler_;
    NoDatabase database_;
    NoEvents events_;
    testkit::FixedClock clock_;
    testkit::CountingIds ids_;
    ServerInfo info_;
    LiveServerInfo liveInfo_{info_};
    std::vector<std::string> migrated_;
    std::string startSign_;    // a file
    SwitchResult lastSwitch_;  // of the last enable or disable that was not refused
    std::unique_ptr<PluginHost> host_;
};

/// True when `text` has `fragment`; the failure shows both.
testing::AssertionResult has(const std::string& text, const std::string& fragment);

}  // namespace inkwell::kernel
