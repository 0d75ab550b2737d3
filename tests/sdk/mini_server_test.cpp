// The testkit's server in miniature refuses what the server refuses.
#include "mini_server.h"

#include <gtest/gtest.h>

namespace inkwell::testkit {
namespace {

class Clerk {
public:
    static constexpr const char* kServiceId = "test.clerk/1";
    virtual ~Clerk() = default;
    virtual int number() = 0;
};
class OnlyClerk : public Clerk {
public:
    int number() override { return 7; }
};

// What the plugin of the test does; a manifest's functions know nothing of the test.
std::function<void(Registrar&)> inSetup;
std::function<void(Services&)> inStart;

class Trial : public Plugin {
public:
    void setup(Registrar& registrar) override {
        if (inSetup) inSetup(registrar);
    }
    void start(Services& services) override {
        if (inStart) inStart(services);
    }
};

constexpr auto& kNone = kServiceIds<>;
constexpr auto& kClerk = kServiceIds<Clerk>;

class MiniServerTest : public testing::Test {
protected:
    MiniServerTest() { server_.setService<Clerk>(&clerk_); }
    ~MiniServerTest() override {
        inSetup = nullptr;
        inStart = nullptr;
    }

    std::string refusalOf(const char* const* provides, const char* const* needs, const char* const* uses) {
        static PluginManifest manifest;
        manifest = {kPluginMagic,
                    kSdkVersion,
                    INKWELL_TOOLCHAIN,
                    "trial",
                    "1.0.0",
                    "a plugin",
                    provides,
                    needs,
                    uses,
                    []() -> Plugin* { return std::make_unique<Trial>().release(); },
                    [](Plugin* plugin) { delete plugin; }};
        try {
            server_.host(manifest);
            return "no refusal";
        } catch (const std::logic_error& error) {
            return error.what();
        }
    }

    OnlyClerk clerk_;
    MiniServer server_{INKWELL_TEST_PLUGIN_DIR};
};

TEST_F(MiniServerTest, RefusesServicesThatAreUsedInSetup) {
    inSetup = [](Registrar& registrar) { registrar.services().database(); };
    EXPECT_EQ(refusalOf(kNone, kNone, kNone), "plugin 'trial' uses its services before start()");
    inSetup = [](Registrar& registrar) { registrar.services().find<Clerk>(); };
    EXPECT_EQ(refusalOf(kNone, kNone, kClerk), "plugin 'trial' uses its services before start()");
}

TEST_F(MiniServerTest, GivesTheServicesThatTheManifestLists) {
    inStart = [](Services& services) { services.find<Clerk>(); };
    EXPECT_EQ(refusalOf(kNone, kNone, kNone),
              "plugin 'trial' finds the service 'test.clerk/1', which its manifest lists neither under uses nor "
              "under needs");
    EXPECT_EQ(refusalOf(kNone, kNone, kClerk), "no refusal");
    EXPECT_EQ(refusalOf(kNone, kClerk, kNone), "no refusal");
    inStart = [](Services& services) { EXPECT_EQ(services.get<Clerk>().number(), 7); };
    EXPECT_EQ(refusalOf(kNone, kNone, kClerk),
              "plugin 'trial' gets the service 'test.clerk/1', which its manifest does not list under needs");
    EXPECT_EQ(refusalOf(kNone, kClerk, kNone), "no refusal");
}

TEST_F(MiniServerTest, ComparesWhatIsProvidedWithTheManifest) {
    EXPECT_EQ(refusalOf(kClerk, kNone, kNone),
              "its manifest lists the service 'test.clerk/1' under provides, but setup() does not provide it");
    inSetup = [this](Registrar& registrar) { registrar.provide<Clerk>(clerk_); };
    EXPECT_EQ(refusalOf(kNone, kNone, kNone),
              "setup() provides the service 'test.clerk/1', which its manifest does not list under provides");
    EXPECT_EQ(refusalOf(kClerk, kNone, kNone), "no refusal");
}

TEST_F(MiniServerTest, RefusesJobsAndRoutesThatCannotRun) {
    const std::string refusal = "the job 'sweep' needs a function and an interval above zero";
    inSetup = [](Registrar& registrar) { registrar.every(std::chrono::seconds(0), "sweep", [] {}); };
    EXPECT_EQ(refusalOf(kNone, kNone, kNone), refusal);
    inSetup = [](Registrar& registrar) { registrar.every(std::chrono::seconds(1), "sweep", nullptr); };
    EXPECT_EQ(refusalOf(kNone, kNone, kNone), refusal);
    inSetup = [](Registrar& registrar) { registrar.get("/v2/things", Auth::Public, nullptr); };
    EXPECT_EQ(refusalOf(kNone, kNone, kNone), "the route '/v2/things' needs a handler");
}

TEST_F(MiniServerTest, LetsAReadChangeNothing) {
    server_.database().write([](Sql& sql) { sql.execute("CREATE TABLE things (id INT)"); });
    EXPECT_THROW(server_.database().read([](Sql& sql) { sql.execute("INSERT INTO things (id) VALUES (1)"); }),
                 std::logic_error);
    EXPECT_TRUE(server_.database().read([](Sql& sql) { return sql.select("SELECT id FROM things"); }).empty());
}

}  // namespace
}  // namespace inkwell::testkit
