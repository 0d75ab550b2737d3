// Running plugins.
#include <atomic>

#include "tests/kernel/plugins/host_fixture.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel {
namespace {

using fixtures::Greeter;
using fixtures::Guest;
using fixtures::Visitor;
using fixtures::Word;
using inkwell::test::eventually;

class Host : public HostTest {};

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
    ASSERT_TRUE(eventually([&] { return greeter.jobRuns() > 1; }));
    host().stop();
    const int runs = greeter.jobRuns();
    std::atomic<int> laterRuns{0};  // of a job of the same plugin: one that is left would run between
    scheduler_.add("greeter", "later", std::chrono::milliseconds(1), [&laterRuns] { ++laterRuns; });
    EXPECT_TRUE(eventually([&] { return laterRuns > 2; }));
    scheduler_.stop();
    EXPECT_EQ(greeter.jobRuns(), runs);
}

TEST_F(Host, NamesEachPluginBeforeItStopsIt) {
    use({"good"});
    loadAndStart();
    Guest& guest = service<Guest>();
    std::vector<std::string> parts;
    host().stop([&](const std::string& part) {
        parts.push_back(part);
        EXPECT_EQ(guest.stops(), parts.size() == 1 ? 0 : 1) << part;
    });
    EXPECT_EQ(parts, (std::vector<std::string>{"the stop() of the plugin 'guest'", "the stop() of the plugin 'greeter'",
                                               "the stop() of the plugin 'a_visitor'"}));
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

}  // namespace
}  // namespace inkwell::kernel
