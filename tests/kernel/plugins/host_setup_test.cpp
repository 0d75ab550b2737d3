// What stands between a loaded plugin and a running one: setup, settings, conflicts, needs, start.
#include <future>
#include <thread>

#include "tests/kernel/plugins/host_fixture.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel {
namespace {

using fixtures::Greeter;
using inkwell::test::eventually;

class PluginSetup : public HostTest {};
class PluginSettings : public HostTest {};
class PluginConflicts : public HostTest {};
class PluginNeeds : public HostTest {};
class PluginStart : public HostTest {};

TEST_F(PluginSetup, AThrowIsToldWithItsText) {
    use({"throws_in_setup"});
    EXPECT_TRUE(has(refusal(), "setup failed: the moon is in the wrong phase"));
}

TEST_F(PluginSetup, AThrowIsToldAfterTheSettingsThatWereNotAskedFor) {
    use({"throws_in_setup"});
    set("throws_in_setup", "enabled", true);
    set("throws_in_setup", "acces_key", "secret");
    const std::string text = refusal();
    const std::string unasked =
        "config/plugins.d/throws_in_setup.json: the plugin did not ask for the key 'acces_key' before its setup "
        "failed; it asked for: 'enabled' (whether the plugin runs)";
    EXPECT_TRUE(has(text, unasked)) << text;
    EXPECT_LT(text.find(unasked), text.find("setup failed: the moon is in the wrong phase")) << text;
    EXPECT_FALSE(has(text, "secret"));
}

TEST_F(PluginSetup, AThrowDropsWhatWasDeclaredBefore) {
    use({"throws_in_setup", "good"});
    degrade();
    loadAndStart();
    EXPECT_EQ(route("/half"), nullptr);
    EXPECT_NE(route("/greet/anna"), nullptr);
}

TEST_F(PluginSetup, AThrowOfSomethingOddIsContained) {
    use({"throws_a_number"});
    EXPECT_TRUE(has(refusal(), "setup failed: an exception that is no std::exception"));
}

TEST_F(PluginSetup, AThrowOfTheConstructorIsContained) {
    use({"throws_in_create"});
    EXPECT_TRUE(has(refusal(), "setup failed: not even \uFFFDbuilt")) << "as valid UTF-8";
}

TEST_F(PluginSetup, ACreateThatMakesNothingIsTold) {
    use({"no_plugin"});
    EXPECT_TRUE(has(refusal(), "setup failed: create() made no plugin"));
}

TEST_F(PluginSetup, ServicesAreClosedBeforeStart) {
    use({"early_services"});
    EXPECT_TRUE(has(refusal(), "setup failed: plugin 'early_services' uses its services before start()"));
}

TEST_F(PluginSetup, AJobWithoutAnIntervalIsRefused) {
    use({"zero_interval"});
    EXPECT_TRUE(has(refusal(), "setup failed: the job 'spin' needs a function and an interval above zero"));
}

TEST_F(PluginSetup, AListedServiceMustBeProvided) {
    use({"declares_service"});
    EXPECT_TRUE(has(refusal(),
                    "its manifest lists the service 'test.visitor/1' under provides, but setup() does not provide it"));
}

TEST_F(PluginSetup, AProvidedServiceMustBeListed) {
    use({"undeclared_service"});
    EXPECT_TRUE(has(refusal(), "setup() provides the service 'test.guest/1', which its manifest does not list"));
}

TEST_F(PluginSettings, ReachThePlugin) {
    use({"good"});
    set("greeter", "greeting", "hey");
    set("greeter", "times", 2);
    set("greeter", "loud", true);
    set("greeter", "names", JsonArray{"Anna", "Bert"});
    set("greeter", "enabled", true);
    loadAndStart();
    EXPECT_EQ(service<Greeter>().greet(), "heyhey Anna Bert!");
}

TEST_F(PluginSettings, AnUnknownKeyIsRefusedWithTheKnownOnes) {
    use({"good"});
    set("greeter", "greting", "hey");
    EXPECT_TRUE(has(refusal(),
                    "config/plugins.d/greeter.json: unknown key 'greting'; known keys: 'enabled' (whether the "
                    "plugin runs), 'greeting' (what is said), 'times' (how often it is said), "
                    "'loud' (whether it is shouted), 'names' (who is greeted)"));
}

TEST_F(PluginSettings, AValueOfAnotherTypeIsRefusedWithoutShowingIt) {
    use({"good"});
    set("greeter", "greeting", JsonArray{12345});
    set("greeter", "times", 1.5);
    set("greeter", "loud", "true");
    set("greeter", "names", JsonArray{"Anna", 7});
    const std::string text = refusal();
    EXPECT_TRUE(has(text, "config/plugins.d/greeter.json: 'greeting' (what is said) must be a string, not "));
    EXPECT_TRUE(has(text,
                    "'times' (how often it is said) must be a whole number, not a number with a fraction, an "
                    "exponent or too many digits"));
    EXPECT_TRUE(has(text, "'loud' (whether it is shouted) must be true or false, not a string"));
    EXPECT_TRUE(has(text, "'names' (who is greeted) must be an array of strings; its element 1 is a number"));
    EXPECT_FALSE(has(text, "12345"));
}

TEST_F(PluginSettings, ARefusedOneIsNamedByItsVariable) {
    use({"good"});
    set("greeter", "times", "abc");
    config_.settingSources["greeter.times"] = {"INKWELL_PLUGINS_GREETER_TIMES"};
    EXPECT_TRUE(has(refusal(), "INKWELL_PLUGINS_GREETER_TIMES: 'times' (how often it is said) must be a whole number"));
}

TEST_F(PluginSettings, ATextThatLooksLikeANumberIsStillAText) {
    // As INKWELL_PLUGINS_GREETER_GREETING=12345 arrives.
    use({"good"});
    set("greeter", "greeting", 12345);
    config_.settingSources["greeter.greeting"] = {"INKWELL_PLUGINS_GREETER_GREETING"};
    loadAndStart();
    EXPECT_TRUE(has(service<Greeter>().greet(), "12345"));
}

TEST_F(PluginSettings, ANumberInAFileIsNoText) {
    use({"good"});
    set("greeter", "greeting", 12345);
    config_.settingSources["greeter.greeting"] = {"config/plugins.d/greeter.json"};
    EXPECT_TRUE(has(refusal(), "greeter.json: 'greeting' (what is said) must be a string, not a number"));
}

TEST_F(PluginSettings, ANumberBehindAReferenceMayBeAText) {
    use({"good"});
    set("greeter", "greeting", 12345);
    config_.settingSources["greeter.greeting"] = {"config/plugins.d/greeter.json", "the variable 'GREETING'"};
    EXPECT_EQ(refusal(), "");
}

TEST_F(PluginSettings, EnabledMustBeABoolean) {
    use({"good"});
    set("greeter", "enabled", "no");
    EXPECT_TRUE(has(refusal(), "config/plugins.d/greeter.json: 'enabled' must be true or false, not a string"));
}

TEST_F(PluginSettings, ForAPluginThatIsNotThereAreRefused) {
    use({"good"});
    set("greter", "loud", true);
    EXPECT_EQ(refusal(),
              "plugin 'greter' (config/plugins.d/greter.json): there is no such plugin; there are: "
              "'a_visitor', 'greeter', 'guest'");
}

TEST_F(PluginSettings, CanBeListedWithMeaningAndDefault) {
    use({"good"});
    load();
    const std::vector<PluginConfigKey> keys = host().configKeys("greeter");
    ASSERT_EQ(keys.size(), 4u);
    EXPECT_EQ(keys[1].key, "times");
    EXPECT_EQ(keys[1].meaning, "how often it is said");
    EXPECT_EQ(keys[1].fallback, Json(1));
    EXPECT_TRUE(host().configKeys("nobody").empty());
}

TEST_F(PluginConflicts, ARouteOfOneShapeNamesBoth) {
    use({"good", "taken_route"});
    EXPECT_TRUE(has(refusal(),
                    "plugin 'taken_route' (" PLUGIN_FIXTURES "/taken_route/taken_route.so): claims the route "
                    "GET /greet/{whom}/, which plugin 'greeter' claims already"));
}

TEST_F(PluginConflicts, ARouteOfTheKernelIsTaken) {
    use({"kernel_route"});
    EXPECT_TRUE(has(refusal(), "claims the route GET /health, which the kernel claims already"));
}

TEST_F(PluginConflicts, ARouteDeclaredTwiceIsFound) {
    use({"own_route_twice"});
    EXPECT_TRUE(
        has(refusal(), "claims the route GET /twice/{b}, which plugin 'own_route_twice' itself claims already"));
}

TEST_F(PluginConflicts, AServiceHasOneProvider) {
    use({"good", "taken_service"});
    EXPECT_TRUE(has(refusal(), "claims the service 'test.greeter/1', which plugin 'greeter' claims already"));
}

TEST_F(PluginConflicts, AComponentOfOpenApiMeansOneThing) {
    use({"taken_component"});
    EXPECT_EQ(refusal(), "plugin 'b_component' (" PLUGIN_FIXTURES
                         "/taken_component/b_component.so): declares the OpenAPI component 'schemas/Thing', which "
                         "plugin 'a_component' declares with another content");
}

TEST_F(PluginConflicts, ComponentsOfOpenApiAreObjectsByName) {
    use({"bad_component"});
    EXPECT_TRUE(has(refusal(), "declares OpenAPI components that are none: 'schemas' must be an object of objects"));
}

TEST_F(PluginConflicts, ANameOfAContributionIsTakenOnce) {
    use({"good", "taken_name"});
    EXPECT_TRUE(has(refusal(), "plugin 'taken_name' (" PLUGIN_FIXTURES "/taken_name/taken_name.so): claims the name "
                               "'hello' among contributions of 'test.word/1', which plugin 'greeter' claims already"));
}

TEST_F(PluginConflicts, AreLostByThePluginOfTheLaterDirectory) {
    use({"good", "early_claims"});
    degrade();
    loadAndStart();
    EXPECT_EQ(status("a_claimer").state, PluginState::Failed);
    EXPECT_TRUE(has(status("a_claimer").reason, "the route GET /greet/{whom}/, which plugin 'greeter' claims already"));
    EXPECT_EQ(call("/greet/anna"), "hello");
}

TEST_F(PluginConflicts, AreToldBeforeWhatComesOfThem) {
    use({"early_claims", "good"});
    const std::string text = refusal();
    EXPECT_TRUE(text.starts_with("plugin 'greeter' (")) << text;
    EXPECT_TRUE(has(text, "\nplugin 'a_dependant' ("));
}

TEST_F(PluginConflicts, ADisabledPluginTakesNothing) {
    use({"good", "taken_route", "taken_service", "taken_name"});
    for (const char* id : {"taken_route", "taken_service", "taken_name"}) set(id, "enabled", false);
    EXPECT_EQ(refusal(), "");
    EXPECT_EQ(call("/greet/anna"), "hello");
    EXPECT_TRUE(
        has(refusalToEnable("taken_name"), "409 plugin 'taken_name' cannot be enabled: claims the name 'hello'"));
}

TEST_F(PluginNeeds, AreRefusedWithTheChainOfReasons) {
    use({"needs_unknown"});
    const std::string text = refusal();
    EXPECT_TRUE(has(text, "needs_unknown.so): needs the service 'test.absent/1', which no enabled plugin provides"));
    EXPECT_TRUE(
        has(text, "needs_needer.so): needs the service 'test.guest/1' of the plugin 'needs_unknown', which failed\n"))
        << "why stands once, with the plugin that failed";
}

TEST_F(PluginNeeds, NameADisabledProvider) {
    use({"good"});
    set("greeter", "enabled", false);
    EXPECT_TRUE(has(refusal(),
                    "guest.so): needs the service 'test.greeter/1', which no enabled plugin provides (the "
                    "plugin 'greeter' does, but it is disabled)"));
}

TEST_F(PluginNeeds, InACircleAreRefused) {
    use({"circle"});
    const std::string text = refusal();
    EXPECT_TRUE(has(text, "egg.so): cannot be ordered: the needs of 'egg', 'hen' form a circle"));
    EXPECT_TRUE(has(text, "hen.so): cannot be ordered: the needs of 'egg', 'hen' form a circle"));
}

TEST_F(PluginStart, AThrowCondemnsThePluginAndStopsTheServer) {
    use({"throws_in_start", "throws_at_work"});
    EXPECT_TRUE(has(refusal(), "start failed: the mail server does not answer"));
    EXPECT_EQ(route("/refuse"), nullptr) << "the others were stopped again";
}

TEST_F(PluginStart, AThrowInADegradedServerFailsThoseThatNeedThePlugin) {
    use({"throws_in_start", "throws_at_work"});
    degrade();
    loadAndStart();
    EXPECT_EQ(status("throws_in_start").state, PluginState::Failed);
    EXPECT_EQ(status("throws_in_start").reason, "start failed: the mail server does not answer");
    EXPECT_EQ(status("waits").state, PluginState::Failed);
    EXPECT_EQ(status("waits").reason,
              "needs the service 'test.greeter/1' of the plugin 'throws_in_start', which failed");
    EXPECT_EQ(status("throws_at_work").state, PluginState::Running);
    EXPECT_EQ(host().find<Greeter>(), nullptr);
    ASSERT_NE(route("/late"), nullptr);
    EXPECT_FALSE(route("/late")->enabled);
}

TEST_F(PluginStart, APluginThatTakesItsTimeIsSeenStarting) {
    use({"good", "slow_start"});
    holdSlowStart();
    load();
    EXPECT_EQ(status("slow_start").state, PluginState::Running) << "before the start: will run";
    std::future<void> started = std::async(std::launch::async, [this] { start(); });
    ASSERT_TRUE(eventually([&] { return status("slow_start").state == PluginState::Starting; }));
    ASSERT_TRUE(eventually([&] { return status("guest").state == PluginState::Running; }));
    EXPECT_EQ(status("slow_start").state, PluginState::Starting);
    letSlowStart();
    started.get();
    EXPECT_EQ(status("slow_start").state, PluginState::Running);
    EXPECT_EQ(call("/slow"), "awake");
}

TEST_F(PluginStart, FindingAnUnlistedServiceIsAMistakeOfThePlugin) {
    use({"unlisted_use"});
    EXPECT_TRUE(has(refusal(),
                    "start failed: plugin 'unlisted_use' finds the service 'test.greeter/1', which its "
                    "manifest lists neither under uses nor under needs"));
}

TEST_F(PluginStart, GettingAServiceThatIsOnlyUsedIsAMistakeOfThePlugin) {
    use({"good", "get_of_used"});
    EXPECT_TRUE(has(refusal(),
                    "start failed: plugin 'get_of_used' gets the service 'test.greeter/1', which its "
                    "manifest does not list under needs"));
}

}  // namespace
}  // namespace inkwell::kernel
