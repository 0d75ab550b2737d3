// Plugins switched on and off at run time.
#include <future>
#include <thread>

#include "tests/kernel/plugins/host_fixture.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel {
namespace {

using fixtures::Blocker;
using fixtures::Greeter;
using fixtures::Guest;
using fixtures::Visitor;
using inkwell::test::eventually;

class Switching : public HostTest {};
class Switch : public HostTest {
protected:
    void SetUp() override {
        use({"good"});
        loadAndStart();
    }
};

TEST_F(Switch, DisablingTakesAwayRoutesServicesAndContributions) {
    Guest& guest = service<Guest>();
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(guest.stops(), 1);
    EXPECT_FALSE(route("/guest")->enabled);
    EXPECT_EQ(refusalToDisable("greeter"), "");
    EXPECT_FALSE(service<Visitor>().seesGreeter());
    EXPECT_EQ(service<Visitor>().words(), std::vector<std::string>{"hi"});
    EXPECT_EQ(snapshot_.load()->listeners.count(BucketChanged::kEventId), 0u);
    EXPECT_EQ(status("greeter").state, PluginState::Disabled);
}

TEST_F(Switch, EnablingBringsThemBackAfterTheMigrations) {
    Greeter& greeter = service<Greeter>();
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToDisable("greeter"), "");
    const int runs = greeter.jobRuns();
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(migrated_, std::vector<std::string>{"greeter"});
    EXPECT_EQ(greeter.starts(), 2);
    EXPECT_TRUE(service<Visitor>().seesGreeter());
    EXPECT_EQ(status("greeter").state, PluginState::Running);
    ASSERT_TRUE(eventually([&] { return greeter.jobRuns() > runs; }));
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_EQ(call("/guest"), "was told: hello");
}

TEST_F(Switch, EnablingTellsThePluginAloneThatItMayHaveMissedChanges) {
    Greeter& greeter = service<Greeter>();
    EXPECT_EQ(greeter.events(), 0) << "nobody could change anything before the server's start";
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_EQ(greeter.events(), 0) << "another plugin was enabled";
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToDisable("greeter"), "");
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(greeter.events(), 2) << "before the first request reaches it, and of what came until it listens";
}

TEST_F(Switch, EnablingTakesTheSettingsAsTheyAreNow) {
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToDisable("greeter"), "");
    Config fresh = config_;
    fresh.pluginSettings["greeter"] = {{"greeting", "salve"}, {"enabled", false}};
    EXPECT_EQ(refusalToEnable("greeter", &fresh), "");
    EXPECT_EQ(service<Greeter>().greet(), "salve");
    EXPECT_EQ(service<Greeter>().starts(), 1) << "of an object of its own";
    EXPECT_EQ(refusalToEnable("guest", &fresh), "");
    EXPECT_EQ(call("/guest"), "was told: salve");
    EXPECT_EQ(host().configKeys("greeter").at(0).value, "salve");
}

TEST_F(Switch, EnablingWithTheSameSettingsSetsNothingUpAnew) {
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToEnable("guest", &config_), "");
    EXPECT_EQ(service<Guest>().stops(), 1);
}

TEST_F(Switch, EnablingWithWrongSettingsIsRefusedAndNamesThem) {
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToDisable("greeter"), "");
    Config fresh = config_;
    fresh.pluginSettings["greeter"] = {{"times", "often"}, {"greting", "salve"}};
    const std::string refusal = refusalToEnable("greeter", &fresh);
    EXPECT_TRUE(has(refusal, "409 plugin 'greeter' cannot be enabled: "));
    EXPECT_TRUE(has(refusal, "'times'"));
    EXPECT_TRUE(has(refusal, "'greting'"));
    EXPECT_EQ(status("greeter").state, PluginState::Failed);
    fresh.pluginSettings["greeter"] = {{"times", 2}};
    EXPECT_EQ(refusalToEnable("greeter", &fresh), "");
    EXPECT_EQ(status("greeter").state, PluginState::Running);
    EXPECT_EQ(status("greeter").reason, "");
}

TEST_F(Switching, EnablingTakesTheRepairOfWhatAStartRefused) {
    use({"good"});
    degrade();
    set("greeter", "times", "often");
    loadAndStart();
    EXPECT_EQ(status("greeter").state, PluginState::Failed);
    EXPECT_TRUE(has(refusalToEnable("greeter", &config_), "cannot be enabled: "));
    Config fresh = config_;
    fresh.pluginSettings["greeter"] = {{"times", 2}};
    EXPECT_EQ(refusalToEnable("greeter", &fresh), "");
    EXPECT_EQ(status("greeter").state, PluginState::Running);
}

TEST_F(Switch, TwiceIsHarmlessAndSaidSo) {
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_FALSE(lastSwitch_.changed);
    EXPECT_EQ(service<Greeter>().starts(), 1);
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_TRUE(lastSwitch_.changed);
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_FALSE(lastSwitch_.changed);
    EXPECT_EQ(status("guest").state, PluginState::Disabled);
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_TRUE(lastSwitch_.changed);
    EXPECT_EQ(lastSwitch_.warning, "");
}

TEST_F(Switch, RefusesToDisableWhatOthersNeed) {
    EXPECT_EQ(refusalToDisable("greeter"),
              "409 plugin 'greeter' cannot be disabled: it is needed by 'guest'; disable them first");
    EXPECT_EQ(status("greeter").state, PluginState::Running);
    EXPECT_EQ(call("/guest"), "was told: hello");
}

TEST_F(Switch, RefusesToEnableWhatLacksANeed) {
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToDisable("greeter"), "");
    EXPECT_EQ(refusalToEnable("guest"),
              "409 plugin 'guest' cannot be enabled: needs the service 'test.greeter/1', which no enabled plugin "
              "provides (the plugin 'greeter' does, but it is disabled)");
    EXPECT_EQ(status("guest").state, PluginState::Failed);
    EXPECT_TRUE(has(status("guest").reason, "needs the service 'test.greeter/1'"));
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_EQ(status("guest").reason, "");
}

TEST_F(Switch, RefusesAnUnknownId) {
    EXPECT_TRUE(has(refusalToEnable("nobody"), "404 plugin 'nobody' was not found"));
    EXPECT_TRUE(has(refusalToDisable("nobody"), "404 plugin 'nobody' was not found"));
}

TEST_F(Switch, StopsAPluginOnlyAfterItsLastRequestEnded) {
    Guest& guest = service<Guest>();
    std::shared_ptr<const Snapshot> request = snapshot_.load();
    const Route* inFlight = request->router->match(Method::Get, "/guest").route;
    std::future<std::string> disabled =
        std::async(std::launch::async, [this] { return refusalToDisable("guest", std::chrono::hours(1)); });
    ASSERT_TRUE(eventually([this] { return !route("/guest")->enabled; }));
    EXPECT_EQ(guest.stops(), 0);
    const Response answer = inFlight->handler(Request(RequestParts{}));
    EXPECT_EQ(answer.json.as_object().at("message"), "was told: hello");
    EXPECT_EQ(guest.stops(), 0);
    request.reset();
    EXPECT_EQ(disabled.get(), "");
    EXPECT_EQ(guest.stops(), 1);
}

TEST_F(Switching, TellsAPluginThatItIsToStopWhileItsRequestsAreUnderWay) {
    use({"blocks"});
    loadAndStart();
    Blocker& blocker = service<Blocker>();
    std::shared_ptr<const Snapshot> request = snapshot_.load();
    std::future<std::string> disabled =
        std::async(std::launch::async, [this] { return refusalToDisable("blocks", std::chrono::hours(1)); });
    EXPECT_TRUE(eventually([&] { return blocker.beginStops() == 1; }));
    host().beginStop();  // the server ends while the plugin is switched
    EXPECT_EQ(blocker.stops(), 0);
    request.reset();
    EXPECT_EQ(disabled.get(), "");
    EXPECT_EQ(blocker.beginStops(), 1);
    EXPECT_EQ(blocker.stops(), 1);
    EXPECT_EQ(refusalToEnable("blocks"), "");
    host().beginStop();
    EXPECT_EQ(blocker.beginStops(), 2);
    EXPECT_EQ(blocker.stops(), 1);
}

TEST_F(Switching, AStopThatDoesNotEndKeepsNoOtherSwitchWaiting) {
    use({"blocks", "good"});
    loadAndStart();
    Blocker& blocker = service<Blocker>();
    blocker.arm("stop");
    std::future<std::string> disabled =
        std::async(std::launch::async, [this] { return refusalToDisable("blocks", std::chrono::milliseconds(20)); });
    ASSERT_TRUE(eventually([&] { return blocker.isBlocked(); }));
    const std::string refusal =
        "409 no plugin can be switched: the server waits for the stop() of the plugin 'blocks', which does not end; "
        "start the server again if it never does";
    EXPECT_EQ(refusalToEnable("blocks"), refusal);
    EXPECT_EQ(refusalToDisable("guest"), refusal);
    EXPECT_EQ(call("/guest"), "was told: hello");
    blocker.release();
    EXPECT_EQ(disabled.get(), "");
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToEnable("blocks"), "");
}

TEST_F(Switch, ARequestUnderWayStillFindsWhatItsPluginBrought) {
    Visitor& visitor = service<Visitor>();
    std::shared_ptr<const Snapshot> request = snapshot_.load();
    std::future<std::string> disabled =
        std::async(std::launch::async, [this] { return refusalToDisable("a_visitor", std::chrono::hours(1)); });
    ASSERT_TRUE(eventually([this] { return host().find<Visitor>() == nullptr; }));
    EXPECT_EQ(visitor.words(), (std::vector<std::string>{"hi", "hello"}));
    request.reset();
    EXPECT_EQ(disabled.get(), "");
    EXPECT_EQ(visitor.words(), std::vector<std::string>{"hello"});
}

TEST_F(Switch, WaitsForARequestNoLongerThanTheLimit) {
    Guest& guest = service<Guest>();
    std::shared_ptr<const Snapshot> request = snapshot_.load();
    EXPECT_EQ(refusalToDisable("guest", std::chrono::milliseconds(20)), "");
    EXPECT_EQ(guest.stops(), 1);
    EXPECT_EQ(lastSwitch_.warning,
              "requests or jobs from before, which may use it, did not end within 20 ms; it was stopped all the same");

    EXPECT_EQ(
        refusalToEnable("guest"),
        "409 plugin 'guest' cannot be enabled: requests or jobs from before it was disabled, which may use it, have "
        "not ended yet; try again later");
    EXPECT_EQ(status("guest").state, PluginState::Disabled);
    request.reset();
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_EQ(call("/guest"), "was told: hello");
}

TEST_F(Switch, NamesTheRequestsThatItWaitsFor) {
    std::shared_ptr<const Snapshot> request = snapshot_.load();
    host().nameRequestsBy([&](const Snapshot& one) {
        return &one == request.get() ? std::vector<std::string>{"POST /b", "GET /a", "POST /b"}
                                     : std::vector<std::string>{};
    });
    EXPECT_EQ(refusalToDisable("guest", std::chrono::milliseconds(20)), "");
    EXPECT_EQ(lastSwitch_.warning,
              "requests or jobs from before, which may use it, did not end within 20 ms: GET /a, POST /b; it was "
              "stopped all the same");
    EXPECT_EQ(refusalToEnable("guest"),
              "409 plugin 'guest' cannot be enabled: requests or jobs from before it was disabled, which may use it, "
              "have not ended yet: GET /a, POST /b; try again later");
    request.reset();
    EXPECT_EQ(refusalToEnable("guest"), "");
}

TEST_F(Switching, WaitsForAJobNoLongerThanTheLimit) {
    use({"blocks"});
    loadAndStart();
    Blocker& blocker = service<Blocker>();
    blocker.arm("job");
    ASSERT_TRUE(eventually([&] { return blocker.isBlocked(); }));
    EXPECT_EQ(refusalToDisable("blocks", std::chrono::milliseconds(20)), "");
    EXPECT_TRUE(has(lastSwitch_.warning, "did not end within 20 ms: the job 'wait'; it was stopped all the same"));
    EXPECT_EQ(blocker.stops(), 1);
    EXPECT_TRUE(has(refusalToEnable("blocks"), "have not ended yet: the job 'wait'; try again later"));
    EXPECT_EQ(blocker.starts(), 1);

    blocker.release();
    ASSERT_TRUE(eventually([&] { return refusalToEnable("blocks").empty(); }));
    EXPECT_EQ(blocker.starts(), 2);
    blocker.arm("job");
    ASSERT_TRUE(eventually([&] { return blocker.isBlocked(); }));
    blocker.release();
    EXPECT_EQ(refusalToDisable("blocks"), "");
    EXPECT_EQ(lastSwitch_.warning, "");
}

TEST_F(Switching, TwoSwitchesAtOnceComeOneAfterTheOther) {
    use({"good"});
    loadAndStart();
    std::vector<std::thread> switchers;
    for (int i = 0; i < 4; ++i) {
        switchers.emplace_back([this, on = i % 2 == 0] {
            for (int n = 0; n < 50; ++n) {
                if (on) {
                    host().enable("guest", [](const PluginMigrations&) {});
                } else {
                    host().disable("guest", std::chrono::hours(1));
                }
            }
        });
    }
    for (std::thread& one : switchers) one.join();
    const bool isOn = status("guest").state == PluginState::Running;
    EXPECT_EQ(host().find<Guest>() != nullptr, isOn);
    EXPECT_EQ(route("/guest")->enabled, isOn);
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_EQ(call("/guest"), "was told: hello");
}

TEST_F(Switching, ASwitchDuringTheStartWaitsForIt) {
    use({"good", "slow_start"});
    holdSlowStart();
    load();
    std::future<void> started = std::async(std::launch::async, [this] { start(); });
    ASSERT_TRUE(eventually([this] { return status("slow_start").state == PluginState::Starting; }));
    ASSERT_TRUE(eventually([this] { return status("guest").state == PluginState::Running; }));
    std::future<std::string> disabled = std::async(std::launch::async, [this] { return refusalToDisable("guest"); });
    EXPECT_EQ(status("guest").state, PluginState::Running);
    letSlowStart();
    started.get();
    EXPECT_EQ(disabled.get(), "");
    EXPECT_EQ(status("guest").state, PluginState::Disabled);
    EXPECT_EQ(status("slow_start").state, PluginState::Running);
}

TEST_F(Switching, ASwitchAfterTheStopIsRefusedOrHarmless) {
    use({"good"});
    loadAndStart();
    Guest& guest = service<Guest>();
    host().stop();
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(guest.stops(), 1) << "not a second time";
    EXPECT_EQ(refusalToEnable("guest"), "409 plugin 'guest' cannot be enabled: the server is not running");
}

TEST_F(Switching, APluginThatTakesItsTimeToBeEnabledIsSeenStarting) {
    use({"good", "slow_start"});
    holdSlowStart();
    set("slow_start", "enabled", false);
    loadAndStart();
    std::future<std::string> enabled = std::async(std::launch::async, [this] { return refusalToEnable("slow_start"); });
    ASSERT_TRUE(eventually([this] { return status("slow_start").state == PluginState::Starting; }));
    EXPECT_FALSE(route("/slow")->enabled);
    EXPECT_EQ(call("/guest"), "was told: hello") << "the others serve";
    letSlowStart();
    EXPECT_EQ(enabled.get(), "");
    EXPECT_EQ(call("/slow"), "awake");
}

TEST_F(Switching, EnablingAPluginThatCannotStartLeavesEverythingAsItWas) {
    use({"good", "starts_late"});
    set("starts_late", "enabled", false);
    set("greeter", "enabled", false);
    set("guest", "enabled", false);
    loadAndStart();
    const std::shared_ptr<const Snapshot> before = snapshot_.load();
    EXPECT_EQ(refusalToEnable("starts_late"),
              "409 plugin 'starts_late' cannot be enabled: start failed: nobody says hello");
    EXPECT_EQ(snapshot_.load(), before);
    EXPECT_EQ(status("starts_late").state, PluginState::Failed);
    EXPECT_EQ(status("starts_late").reason, "start failed: nobody says hello");

    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(refusalToEnable("starts_late"), "");
    EXPECT_EQ(status("starts_late").state, PluginState::Running);
    EXPECT_EQ(status("starts_late").reason, "");
    EXPECT_EQ(call("/late"), "better late than never");
}

TEST_F(Switching, AFailingMigrationLeavesEverythingAsItWas) {
    use({"good"});
    set("greeter", "enabled", false);
    set("guest", "enabled", false);
    loadAndStart();
    const auto broken = [](const PluginMigrations&) { throw std::runtime_error("step 1 failed"); };
    EXPECT_THROW(host().enable("greeter", broken), ApiError);
    EXPECT_EQ(status("greeter").reason, "start failed: step 1 failed");
    EXPECT_EQ(host().find<Greeter>(), nullptr);
}

TEST_F(Switching, SwitchingBesideReadersDropsNobody) {
    use({"good"});
    loadAndStart();
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&] {
            while (!done) {
                const auto held = snapshot_.load();
                const Route* greet = held->router->match(Method::Get, "/greet/anna").route;
                if (greet == nullptr || greet->handler(Request(RequestParts{})).status != 200) ++wrong;
            }
        });
    }
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(refusalToDisable("guest"), "");
        EXPECT_EQ(refusalToEnable("guest"), "");
    }
    done = true;
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace inkwell::kernel
