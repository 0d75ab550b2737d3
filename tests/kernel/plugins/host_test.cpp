// Running plugins, and their switching at run time.
#include <future>
#include <thread>

#include "tests/kernel/plugins/host_fixture.h"

namespace inkwell::kernel {
namespace {

using fixtures::Greeter;
using fixtures::Guest;
using fixtures::Visitor;
using fixtures::Word;

class Host : public HostTest {};
class Switch : public HostTest {
protected:
    void SetUp() override {
        use({"good"});
        loadAndStart();
    }
};

void waitUntil(const std::function<bool()>& isSo) {
    while (!isSo()) std::this_thread::yield();
}

TEST_F(Host, ListsWhatRuns) {
    use({"good"});
    loadAndStart();
    const PluginStatus greeter = status("greeter");
    EXPECT_EQ(greeter.state, PluginState::Running);
    EXPECT_EQ(greeter.version, "1.2.3");
    EXPECT_EQ(greeter.summary, "Greets");
    EXPECT_EQ(greeter.reason, "");
    EXPECT_EQ(greeter.file, PLUGIN_FIXTURES "/good/greeter.so");
}

TEST_F(Host, StartsAPluginAfterThoseItNeeds) {
    use({"good"});
    loadAndStart();
    EXPECT_EQ(call("/guest"), "was told: hello");
}

TEST_F(Host, ShowsAStartingPluginEverybodyWhoWillRun) {
    use({"good"});
    loadAndStart();
    EXPECT_TRUE(service<Visitor>().sawGreeterAtStart());
}

TEST_F(Host, ListsContributionsInTheOrderOfPluginIds) {
    use({"good"});
    loadAndStart();
    EXPECT_EQ(service<Visitor>().words(), (std::vector<std::string>{"hi", "hello"}));
    EXPECT_EQ(host().contributions<Word>().size(), 2u);
}

TEST_F(Host, GivesTheMigrationsOfPluginsThatWillRun) {
    use({"good"});
    load();
    ASSERT_EQ(host().migrations().size(), 1u);
    EXPECT_EQ(host().migrations()[0].plugin, "greeter");
}

TEST_F(Host, GivesNoMigrationsOfADisabledPlugin) {
    use({"good"});
    set("greeter", "enabled", false);
    set("guest", "enabled", false);
    load();
    EXPECT_TRUE(host().migrations().empty());
}

TEST_F(Host, RunsJobsWhileItRuns) {
    use({"good"});
    loadAndStart();
    Greeter& greeter = service<Greeter>();
    waitUntil([&] { return greeter.jobRuns() > 1; });
    host().stop();
    const int runs = greeter.jobRuns();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(greeter.jobRuns(), runs);
}

TEST_F(Host, StopsAndStartsAgain) {
    use({"good"});
    loadAndStart();
    Greeter& greeter = service<Greeter>();
    host().stop();
    host().stop();
    EXPECT_EQ(greeter.stops(), 1);
    EXPECT_EQ(host().find<Greeter>(), nullptr);
    EXPECT_EQ(route("/guest"), nullptr);
    start();
    EXPECT_EQ(greeter.starts(), 2);
    EXPECT_EQ(call("/guest"), "was told: hello");
}

TEST_F(Host, AnswersForADisabledPluginByName) {
    use({"good"});
    set("guest", "enabled", false);
    loadAndStart();
    const Route* guest = route("/guest");
    ASSERT_NE(guest, nullptr);
    EXPECT_FALSE(guest->enabled);
    EXPECT_EQ(guest->plugin, "guest");
    EXPECT_EQ(host().find<Guest>(), nullptr);
}

TEST_F(Host, ServesTheKernelsOwnRoutes) {
    use({"good"});
    loadAndStart();
    ASSERT_NE(route("/health"), nullptr);
    EXPECT_EQ(route("/health")->plugin, "kernel");
}

TEST_F(Host, NamesTheEnginesWhenTheChosenOneIsMissing) {
    use({"good"});
    load();
    try {
        host().databaseEngine("sqlite");
        FAIL() << "there is no engine";
    } catch (const PluginStartError& error) {
        EXPECT_STREQ(error.what(), "no database engine named 'sqlite' (database.engine); available: none");
    }
}

TEST_F(Host, SaysWhichDisabledPluginHasTheChosenEngine) {
    use({"engine"});
    set("paper_engine", "enabled", false);
    load();
    try {
        host().databaseEngine("paper");
        FAIL() << "the engine is disabled";
    } catch (const PluginStartError& error) {
        EXPECT_STREQ(error.what(),
                     "no database engine named 'paper' (database.engine); available: none; the plugin 'paper_engine' "
                     "has it, but is disabled");
    }
}

TEST_F(Host, NeverDisablesTheChosenEngine) {
    use({"engine", "good"});
    config_.database.engine = "paper";
    loadAndStart();
    EXPECT_EQ(host().databaseEngine("paper").name(), "paper");
    EXPECT_EQ(refusalToDisable("paper_engine"),
              "409 plugin 'paper_engine' cannot be disabled: the content is kept in its database engine "
              "(database.engine)");
    config_.database.engine = "sqlite";
    EXPECT_EQ(refusalToDisable("paper_engine"), "");
}

TEST_F(Host, PassesAnExceptionOfAHandlerOnWithItsType) {
    use({"throws_at_work"});
    loadAndStart();
    EXPECT_THROW(call("/break"), std::runtime_error);
    try {
        call("/refuse");
        FAIL() << "nothing was thrown";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 403);
        EXPECT_EQ(error.message(), "not today");
    }
}

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
    waitUntil([&] { return greeter.jobRuns() > runs; });
    EXPECT_EQ(refusalToEnable("guest"), "");
    EXPECT_EQ(call("/guest"), "was told: hello");
}

TEST_F(Switch, TwiceIsHarmless) {
    EXPECT_EQ(refusalToEnable("greeter"), "");
    EXPECT_EQ(service<Greeter>().starts(), 1);
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(refusalToDisable("guest"), "");
    EXPECT_EQ(status("guest").state, PluginState::Disabled);
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
    EXPECT_EQ(status("guest").state, PluginState::Disabled);
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
    waitUntil([this] { return !route("/guest")->enabled; });
    EXPECT_EQ(guest.stops(), 0);
    const Response answer = inFlight->handler(Request(RequestParts{}));
    EXPECT_EQ(answer.json.as_object().at("message"), "was told: hello");
    EXPECT_EQ(guest.stops(), 0);
    request.reset();
    EXPECT_EQ(disabled.get(), "");
    EXPECT_EQ(guest.stops(), 1);
}

TEST_F(Switch, ARequestUnderWayStillFindsWhatItsPluginBrought) {
    Visitor& visitor = service<Visitor>();
    std::shared_ptr<const Snapshot> request = snapshot_.load();
    std::future<std::string> disabled =
        std::async(std::launch::async, [this] { return refusalToDisable("a_visitor", std::chrono::hours(1)); });
    waitUntil([this] { return host().find<Visitor>() == nullptr; });
    EXPECT_EQ(visitor.words(), (std::vector<std::string>{"hi", "hello"}));
    request.reset();
    EXPECT_EQ(disabled.get(), "");
    EXPECT_EQ(visitor.words(), std::vector<std::string>{"hello"});
}

TEST_F(Switch, WaitsForARequestNoLongerThanTheLimit) {
    Guest& guest = service<Guest>();
    const std::shared_ptr<const Snapshot> request = snapshot_.load();
    EXPECT_EQ(refusalToDisable("guest", std::chrono::milliseconds(20)), "");
    EXPECT_EQ(guest.stops(), 1);
}

TEST_F(Host, EnablingAPluginThatCannotStartLeavesEverythingAsItWas) {
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

TEST_F(Host, AFailingMigrationLeavesEverythingAsItWas) {
    use({"good"});
    set("greeter", "enabled", false);
    set("guest", "enabled", false);
    loadAndStart();
    const auto broken = [](const PluginMigrations&) { throw std::runtime_error("step 1 failed"); };
    EXPECT_THROW(host().enable("greeter", broken), ApiError);
    EXPECT_EQ(status("greeter").reason, "start failed: step 1 failed");
    EXPECT_EQ(host().find<Greeter>(), nullptr);
}

TEST_F(Host, SwitchingBesideReadersDropsNobody) {
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
