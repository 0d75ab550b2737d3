#include "kernel/config/config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "inkwell/crypto.h"

namespace inkwell::kernel {
namespace {

using Environment = std::map<std::string, std::string>;

class ConfigTest : public testing::Test {
protected:
    ConfigTest() : directory_(std::filesystem::temp_directory_path() / ("inkwell-config-" + randomToken(12))) {
        std::filesystem::create_directories(directory_ / "plugins.d");
        std::filesystem::create_directories(directory_ / "plugins");
        write("inkwell.json", "{}");
    }
    ~ConfigTest() override { std::filesystem::remove_all(directory_); }

    std::string path(const std::string& name) const { return (directory_ / name).string(); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(directory_ / name) << text; }
    void addPlugin(const std::string& id) const { write("plugins/" + id + ".so", ""); }

    Config load(const Environment& environment = {}) const { return loadConfig(path("inkwell.json"), environment); }
    Config loadWithPlugins(Environment environment) const {
        environment["INKWELL_PLUGINS_DIRECTORIES"] = "[\"" + path("plugins") + "\"]";
        return load(environment);
    }
    /// What is wrong, without the directory's name.
    std::string refusal(const Environment& environment = {}) const {
        std::string text = "accepted";
        try {
            loadWithPlugins(environment);
        } catch (const ConfigError& error) {
            text = error.what();
        }
        const std::string prefix = directory_.string() + "/";
        for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
            text.erase(at, prefix.size());
        }
        return text;
    }
    std::string refusalOf(const std::string& file, const Environment& environment = {}) const {
        write("inkwell.json", file);
        return refusal(environment);
    }

    std::filesystem::path directory_;
};

void expectPart(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
}

TEST_F(ConfigTest, TakesDefaultsForWhatTheFileLeavesOut) {
    write("inkwell.json", R"({"$schema": "x", "http": {"port": 9000}, "compatibility": {"hosted_clients": true}})");
    const Config config = load();
    EXPECT_EQ(config.http.port, 9000);
    EXPECT_EQ(config.http.uploadPort, 8056);
    EXPECT_EQ(config.database.engine, "sqlite");
    EXPECT_TRUE(config.compatibility.hostedClients);
}

TEST_F(ConfigTest, FindsThePluginsBesideTheProgramAndTheSettingsBesideTheFile) {
    const Config config = load();
    ASSERT_EQ(config.plugins.directories.size(), 1U);
    EXPECT_TRUE(config.plugins.directories[0].ends_with("/lib/inkwell/plugins"));
    EXPECT_TRUE(std::filesystem::path(config.plugins.directories[0]).is_absolute());
    EXPECT_EQ(config.plugins.configDirectory, path("plugins.d"));
}

TEST_F(ConfigTest, NamesAFileThatIsMissing) {
    std::filesystem::remove(path("inkwell.json"));
    expectPart(refusal(), "inkwell.json was not found");
}

TEST_F(ConfigTest, DoesNotTakeAFileThatCannotBeLookedAtForAMissingOne) {
    std::filesystem::remove(path("inkwell.json"));
    std::filesystem::create_symlink(path("inkwell.json"), path("inkwell.json"));
    expectPart(refusal(), "inkwell.json cannot be read: Too many levels of symbolic links");
}

TEST_F(ConfigTest, NamesFileAndPositionOfASyntaxError) {
    expectPart(refusalOf("{\n  \"http\": {,}\n}"), "'inkwell.json' is not valid JSON");
    expectPart(refusal(), "(line 2, column 12)");
    expectPart(refusalOf(R"({"http": {,}})"), "(line 1, column 11)");
    expectPart(refusalOf(""), "it is empty");
    expectPart(refusalOf("[]"), "inkwell.json must hold a JSON object, not an array");
    write("inkwell.json", "{}");
    write("plugins.d/media.json", "{\n  \"store\": \"disk\"\n  \"x\": 1\n}");
    expectPart(refusal(), "'plugins.d/media.json' is not valid JSON");
    expectPart(refusal(), "(line 3, column 3)");
}

TEST_F(ConfigTest, RefusesDuplicateKeys) {
    expectPart(refusalOf(R"({"http": {"port": 1, "port": 2}})"), "the key 'http.port' appears twice");
    write("inkwell.json", "{}");
    write("plugins.d/media.json", R"({"store": "disk", "store": "s3"})");
    expectPart(refusal(), "'plugins.d/media.json' is not valid JSON: the key 'store' appears twice");
}

TEST_F(ConfigTest, NamesUnknownKeysAndTheKnownOnes) {
    expectPart(refusalOf(R"({"http": {"prot": 1}})"), "unknown key 'http.prot'; known keys are: http.host, http.port");
    expectPart(refusalOf(R"({"web": {}})"), "unknown key 'web'; known keys are: admin, compatibility, data");
    expectPart(refusalOf(R"({"http": 8055})"), "inkwell.json: http must be an object, not a number");
}

TEST_F(ConfigTest, NamesKeyAndAllowedValues) {
    expectPart(refusalOf(R"({"http": {"port": 70000}})"),
               "inkwell.json: http.port must be a whole number from 0 to 65535, not 70000");
    expectPart(refusalOf(R"({"http": {"port": "8055"}})"), "from 0 to 65535, not \"8055\"");
    expectPart(refusalOf(R"({"http": {"port": 80.5}})"), "from 0 to 65535, not 80.5");
    expectPart(refusalOf(R"({"http": {"host": ""}})"), "http.host must be a host name or address, not \"\"");
    for (const char* address :
         {"example.com", "http://::bad::/ab", "http://x:65536", "http://x/\\\"><script>", "http://x?y"})
        expectPart(refusalOf(R"({"http": {"base_url": ")" + std::string(address) + "\"}}"),
                   "such as https://cms.example.com");
    EXPECT_EQ(refusalOf(R"({"http": {"base_url": "https://[2001:db8::1]:65535/cms/"}})"), "accepted");
    expectPart(refusalOf(R"({"log": {"level": "loud"}})"), "one of 'debug', 'info', 'warn', 'error', not \"loud\"");
    expectPart(refusalOf(R"({"compatibility": {"hosted_clients": 1}})"), "must be true or false, not 1");
    expectPart(refusalOf(R"({"plugins": {"directories": [""]}})"), "an array of texts, such as");
    expectPart(refusalOf(R"({"limits": {"max_limit": 999}})"), "from 1000 to 1000000, not 999");
}

TEST_F(ConfigTest, ListsEverythingThatIsWrong) {
    write("plugins.d/users.json", "nonsense");
    const std::string all = refusalOf(R"({"http": {"port": -1, "x": 1}, "log": {"format": "xml"}})",
                                      {{"INKWELL_DATABASE_POOL_SIZE", "many"}, {"INKWELL_NONSENSE", "1"}});
    for (const char* part : {"http.port", "'http.x'", "log.format", "INKWELL_DATABASE_POOL_SIZE (database.pool_size)",
                             "INKWELL_NONSENSE is no setting", "plugins.d/users.json"}) {
        expectPart(all, part);
    }
}

TEST_F(ConfigTest, NamesWhatIsAFolderInPlaceOfAFile) {
    std::filesystem::create_directories(directory_ / "plugins.d/users.json");
    expectPart(refusal(), "plugins.d/users.json is a folder, not a file");
    std::filesystem::remove_all(directory_ / "plugins.d");
    EXPECT_EQ(refusal(), "accepted") << "no plugin has settings then";
    write("plugins.d", "a file");
    expectPart(refusal(), "the folder plugins.d cannot be read: ");
}

TEST_F(ConfigTest, NamesEveryProxyAndOriginThatIsNone) {
    const std::string all = refusalOf(R"({"http": {"trusted_proxies": ["10.0.0.0/8", "10.0.0.0/99", "proxy"],
        "cors_origins": ["https://example.org", "example.org", "https://example.org/", "https://Example.org"]}})");
    for (const char* part : {"http.trusted_proxies: '10.0.0.0/99' is neither", "http.trusted_proxies: 'proxy' is",
                             "http.cors_origins: 'example.org' is neither", "http.cors_origins: 'https://example.org/'",
                             "http.cors_origins: 'https://Example.org'"}) {
        expectPart(all, part);
    }
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 5) << all;
    EXPECT_EQ(refusalOf(R"({"http": {"cors_origins": ["*"]}})"), "accepted");
    EXPECT_EQ(refusalOf(R"({"http": {"cors_origins": ["http://[::1]:3000", "http://localhost:3000"]}})"), "accepted");
}

TEST_F(ConfigTest, RefusesACertificateWithoutItsKey) {
    expectPart(refusalOf(R"({"http": {"tls_key": "/k.pem"}})"),
               "http.tls_certificate and http.tls_key belong together");
    expectPart(refusalOf(R"({"http": {"tls_certificate": "/c.pem"}})"), "belong together");
}

TEST_F(ConfigTest, RefusesOnePortForBothAddresses) {
    expectPart(refusalOf(R"({"http": {"port": 8056}})"), "must differ, both are 8056");
    EXPECT_EQ(refusalOf(R"({"http": {"port": 0, "upload_port": 0}, "admin": {"port": 0}})"), "accepted");
    expectPart(refusalOf(R"({"admin": {"port": 8055}})"), "admin.port and http.port must differ, both are 8055");
    expectPart(refusalOf(R"({"admin": {"port": 8056}})"), "admin.port and http.upload_port must differ");
    EXPECT_EQ(refusalOf(R"({"admin": {"port": 8055, "enabled": false}})"), "accepted");
    EXPECT_EQ(refusalOf(R"({"admin": {"port": 8055, "host": "127.0.0.2"}})"), "accepted");
}

TEST_F(ConfigTest, LetsTheEnvironmentOverrideTheFile) {
    write("inkwell.json", R"({"http": {"port": 9000}, "compatibility": {"hosted_clients": true}})");
    const Config config = load({{"INKWELL_HTTP_PORT", "9100"},
                                {"INKWELL_HTTP_MAX_BODY_BYTES", "2048"},
                                {"INKWELL_HTTP_BASE_URL", "https://content.example.com"},
                                {"INKWELL_COMPATIBILITY_HOSTED_CLIENTS", "false"},
                                {"INKWELL_PLUGINS_ON_FAILURE", "degrade"},
                                {"INKWELL_PLUGINS_DIRECTORIES", R"(["/a", "/b"])"}});
    EXPECT_EQ(config.http.port, 9100);
    EXPECT_EQ(config.http.maxBodyBytes, 2048);
    EXPECT_EQ(config.http.baseUrl, "https://content.example.com");
    EXPECT_FALSE(config.compatibility.hostedClients);
    EXPECT_EQ(config.plugins.onFailure, "degrade");
    EXPECT_EQ(config.plugins.directories, (std::vector<std::string>{"/a", "/b"}));
}

TEST_F(ConfigTest, ChecksVariablesLikeKeys) {
    expectPart(refusal({{"INKWELL_HTTP_PORT", ""}}), "INKWELL_HTTP_PORT (http.port) must be a whole number");
    expectPart(refusal({{"INKWELL_HTTP_PORT", "80x"}}), "not \"80x\"");
    expectPart(refusal({{"INKWELL_HTTP_PORT", "99999999999999999999"}}), "from 0 to 65535");
    expectPart(refusal({{"INKWELL_COMPATIBILITY_HOSTED_CLIENTS", "yes"}}), "must be true or false");
    EXPECT_THROW(load({{"INKWELL_PLUGINS_DIRECTORIES", "/a:/b"}}), ConfigError);
    expectPart(refusal({{"INKWELL_HTTP_PROT", "1"}}), "INKWELL_HTTP_PROT is no setting");
}

TEST_F(ConfigTest, PassesOverWhatKubernetesTellsAPodOfServicesNamedLikeTheServer) {
    Environment pod = {{"KUBERNETES_SERVICE_HOST", "10.0.0.1"},
                       {"INKWELL_SERVICE_HOST", "10.0.0.2"},
                       {"INKWELL_SERVICE_PORT", "8055"},
                       {"INKWELL_SERVICE_PORT_HTTP", "8055"},
                       {"INKWELL_SERVICE_PORT_UPLOAD", "8056"},
                       {"INKWELL_PORT", "tcp://10.0.0.2:8055"},
                       {"INKWELL_PORT_8055_TCP", "tcp://10.0.0.2:8055"},
                       {"INKWELL_PORT_8055_TCP_PROTO", "tcp"},
                       {"INKWELL_PORT_8055_TCP_PORT", "8055"},
                       {"INKWELL_PORT_8055_TCP_ADDR", "10.0.0.2"},
                       {"INKWELL_HTTP_SERVICE_HOST", "10.0.0.3"},
                       {"INKWELL_HTTP_SERVICE_PORT", "80"},
                       {"INKWELL_HTTP_PORT", "tcp://10.0.0.3:80"},
                       {"INKWELL_HTTP_PORT_80_TCP", "tcp://10.0.0.3:80"}};
    EXPECT_EQ(refusal(pod), "accepted");
    EXPECT_EQ(loadWithPlugins(pod).http.port, 8055);
    pod["INKWELL_HTTP_PORT"] = "9000";
    EXPECT_EQ(loadWithPlugins(pod).http.port, 9000);

    // Nothing else is passed over, and nothing where there is no pod.
    pod["INKWELL_HTTP_PRT"] = "9000";
    pod["INKWELL_PORTS"] = "1";
    pod["INKWELL_PORT_X_TCP"] = "1";
    pod["INKWELL_DATABASE_SERVICE_HOST"] = "10.0.0.4";
    const std::string refused = refusal(pod);
    for (const char* name :
         {"INKWELL_HTTP_PRT", "INKWELL_PORTS", "INKWELL_PORT_X_TCP", "INKWELL_DATABASE_SERVICE_HOST"})
        expectPart(refused, std::string(name) + " is no setting");
    EXPECT_EQ(refused.find("INKWELL_SERVICE_PORT"), std::string::npos) << refused;
    pod.erase("KUBERNETES_SERVICE_HOST");
    expectPart(refusal(pod), "INKWELL_SERVICE_PORT_HTTP is no setting");
}

TEST_F(ConfigTest, ReadsThePluginsSettings) {
    write("plugins.d/users.json", R"({"enabled": false, "session_days": 7})");
    write("plugins.d/README.md", "not a setting");
    const Config config = load();
    ASSERT_EQ(config.pluginSettings.size(), 1U);
    EXPECT_EQ(writeJson(config.pluginSettings.at("users")), R"({"enabled":false,"session_days":7})");
    write("plugins.d/Us ers.json", "{}");
    expectPart(refusal(), "plugins.d/Us ers.json: a settings file is named after its plugin");
}

TEST_F(ConfigTest, GivesVariablesToThePluginWithTheLongestName) {
    addPlugin("database");
    addPlugin("database_mysql");
    write("plugins.d/database_mysql.json", R"({"port": 3306, "user": "inkwell"})");
    const Config config = loadWithPlugins({{"INKWELL_PLUGINS_DATABASE_MYSQL_PORT", "3307"},
                                           {"INKWELL_PLUGINS_DATABASE_MODE", "fast"},
                                           {"INKWELL_PLUGINS_DATABASE_ENABLED", "false"}});
    EXPECT_EQ(writeJson(config.pluginSettings.at("database_mysql")), R"({"port":3307,"user":"inkwell"})");
    EXPECT_EQ(textOf(config.pluginSettings.at("database"), "mode"), "fast");
    EXPECT_FALSE(config.pluginSettings.at("database").at("enabled").as_bool());
}

TEST_F(ConfigTest, GuessesTheKindOfAPluginsVariable) {
    addPlugin("p");
    const std::vector<std::pair<std::string, std::string>> rows = {
        {"true", "true"},
        {"false", "false"},
        {"42", "42"},
        {"-1", "-1"},
        {"007", "\"007\""},
        {"4.5", "\"4.5\""},
        {"", "\"\""},
        {"[\"a\",\"b\"]", "[\"a\",\"b\"]"},
        {"\"42\"", "\"42\""},
        {"True", "\"True\""},
        {"a b", "\"a b\""},
        {"{\"a\":1}", "\"{\\\"a\\\":1}\""},
        {"99999999999999999999", "\"99999999999999999999\""}};
    for (const auto& [text, expected] : rows) {
        const Config config = loadWithPlugins({{"INKWELL_PLUGINS_P_KEY", text}});
        EXPECT_EQ(writeJson(config.pluginSettings.at("p").at("key")), expected) << text;
    }
}

TEST_F(ConfigTest, NamesVariablesThatFitNoPluginWithoutTheirValues) {
    addPlugin("users");
    const std::string all = refusal({{"INKWELL_PLUGINS_USERZ_SECRET", "hunter2"},
                                     {"INKWELL_PLUGINS_USERS", "hunter2"},
                                     {"INKWELL_PLUGINS_USERS_LIST", "[hunter2"}});
    expectPart(all, "INKWELL_PLUGINS_USERZ_SECRET names no plugin and key; there are the plugins: 'users'");
    expectPart(all, "INKWELL_PLUGINS_USERS names no plugin");
    expectPart(all, "INKWELL_PLUGINS_USERS_LIST: the array is not valid JSON");
    expectPart(all, R"(; a text that begins with '[' stands in quotes: '"[..."')");
    EXPECT_EQ(all.find("hunter2"), std::string::npos) << all;
}

TEST_F(ConfigTest, ResolvesReferences) {
    write("secret", "hunter2\n");
    write("inkwell.json", R"({"http": {"host": "${WHERE}", "port": "${PORT}", "base_url": "https://${WHERE}"},
                              "plugins": {"directories": ["${WHERE}/plugins"]}})");
    write("plugins.d/users.json", R"({"enabled": "${ON}", "days": "${PORT}", "name": "${PORT}x",
                                      "password": "file:)" +
                                      path("secret") + R"("})");
    const Config config = load({{"WHERE", "example.com"}, {"PORT", "9000"}, {"ON", "false"}, {"PATH", "/bin"}});
    EXPECT_EQ(config.http.host, "example.com");
    EXPECT_EQ(config.http.port, 9000);
    EXPECT_EQ(config.http.baseUrl, "https://example.com");
    EXPECT_EQ(config.plugins.directories, std::vector<std::string>{"example.com/plugins"});
    EXPECT_EQ(writeJson(config.pluginSettings.at("users")),
              R"({"enabled":false,"days":9000,"name":"9000x","password":"hunter2"})");
    EXPECT_EQ(config.keySources.at("http.port").reference, "${PORT}");
    EXPECT_EQ(config.settingSources.at("users.password").reference, "file:" + path("secret"));
}

TEST_F(ConfigTest, NamesFileAndKeyOfAReferenceThatLeadsNowhere) {
    write("plugins.d/users.json", R"({"password": "${MISSING}"})");
    const std::string all = refusalOf(R"({"http": {"host": "file:/no/such/file"}})");
    expectPart(all, "inkwell.json: http.host refers to the file '/no/such/file', which is not there");
    expectPart(all, "plugins.d/users.json: 'password' refers to the variable 'MISSING', which is not set");
}

TEST_F(ConfigTest, KeepsWhatAReferenceGivesOutOfItsMessages) {
    const std::string all = refusalOf(R"({"http": {"port": "${SECRET}"}})", {{"SECRET", "hunter2"}});
    expectPart(all, "inkwell.json: http.port must be a whole number from 0 to 65535, not what is in ${SECRET}");
    EXPECT_EQ(all.find("hunter2"), std::string::npos) << all;
}

TEST_F(ConfigTest, AVariableThatAFileRefersToMayBeNamedLikeASetting) {
    write("plugins.d/users.json", R"({"password": "${INKWELL_OF_MINE}"})");
    EXPECT_EQ(refusal({{"INKWELL_OF_MINE", "x"}}), "accepted");
    expectPart(refusal({{"INKWELL_OF_MINE", "x"}, {"INKWELL_OTHER", "x"}}), "INKWELL_OTHER is no setting");
}

TEST_F(ConfigTest, KnowsWhereEachValueComesFrom) {
    addPlugin("users");
    write("inkwell.json", R"({"http": {"port": 9000, "host": "0.0.0.0"}})");
    write("plugins.d/users.json", R"({"days": 7, "mode": "a"})");
    const Config config = loadWithPlugins({{"INKWELL_HTTP_PORT", "9100"}, {"INKWELL_PLUGINS_USERS_MODE", "b"}});
    EXPECT_EQ(config.keySources.at("http.host").place, path("inkwell.json"));
    EXPECT_EQ(config.keySources.at("http.port").place, "INKWELL_HTTP_PORT");
    EXPECT_EQ(config.keySources.count("http.upload_port"), 0U);
    EXPECT_EQ(config.settingSources.at("users.days").place, path("plugins.d/users.json"));
    EXPECT_EQ(config.settingSources.at("users.mode").place, "INKWELL_PLUGINS_USERS_MODE");
}

TEST_F(ConfigTest, FindsTheDataDirectoryWhateverElseIsWrong) {
    write("inkwell.json", R"({"data": {"directory": "/there"}, "http": {"port": "${MISSING}"}})");
    EXPECT_EQ(findDataDirectory(path("inkwell.json"), {}), "/there");
    EXPECT_EQ(findDataDirectory(path("inkwell.json"), {{"INKWELL_DATA_DIRECTORY", "/here"}}), "/here");
    EXPECT_THROW(findDataDirectory(path("missing.json"), {}), ConfigError);
}

TEST_F(ConfigTest, TakesNoDefaultForADataDirectoryThatCannotBeRead) {
    for (const char* text :
         {"{", "[]", R"({"data": {"directory": "${MISSING}"}})", R"({"data": {"directory": 7}})",
          R"({"data": "/there"})", R"({"data": {"directroy": "/there"}})", R"({"dtaa": {"directory": "/there"}})"}) {
        write("inkwell.json", text);
        EXPECT_THROW(findDataDirectory(path("inkwell.json"), {}), ConfigError) << text;
    }
    write("inkwell.json", "{}");
    EXPECT_THROW(findDataDirectory(path("inkwell.json"), {{"INKWELL_DATA_DIRECTORY", ""}}), ConfigError);
}

TEST(ProcessEnvironment, HoldsTheVariables) {
    setenv("INKWELL_TEST_ONLY_VARIABLE", "a=b", 1);
    const auto found = processEnvironment();
    unsetenv("INKWELL_TEST_ONLY_VARIABLE");
    EXPECT_EQ(found.at("INKWELL_TEST_ONLY_VARIABLE"), "a=b");
    EXPECT_EQ(found.count("PATH"), 1U);
}

}  // namespace
}  // namespace inkwell::kernel
