#include "kernel/config/hidden_values.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

std::string shown(const std::string& key, const Json& value) { return shownValue(key, value, {}); }

TEST(ConfigView, ShowsValuesAsTheyStandInTheFile) {
    EXPECT_EQ(shown("http.port", 8055), "8055");
    EXPECT_EQ(shown("log.level", "info"), "\"info\"");
    EXPECT_EQ(shown("plugins.directories", JsonArray{"/a"}), "[\"/a\"]");
}

TEST(ConfigView, HidesTextsWhoseKeyNamesASecret) {
    for (const char* key : {"database_mysql.password", "media_store_s3.secret_key", "x.access_key", "x.keys",
                            "x.api_token", "x.token", "x.smtp_password", "x.signing_secret", "x.credentials"}) {
        EXPECT_EQ(shown(key, "hunter2"), "***") << key;
        EXPECT_EQ(shown(key, JsonArray{"hunter2"}), "***") << key;
        EXPECT_EQ(shown(key, ""), "\"\"") << key << " is not set, which is no secret";
    }
    EXPECT_EQ(shown("x.token_days", 30), "30");
    for (const char* key : {"x.monkey", "x.keyboard", "x.secretary", "http.keep_alive_seconds"}) {
        EXPECT_EQ(shown(key, "plain"), "\"plain\"") << key;
    }
}

TEST(ConfigView, ShowsThePathOfTheTlsKey) {
    EXPECT_EQ(shown("http.tls_key", "/etc/inkwell/key.pem"), "\"/etc/inkwell/key.pem\"");
    EXPECT_EQ(shownValue("http.tls_key", "x", {"config/inkwell.json", "file:/run/secrets/x"}), "***");
    EXPECT_EQ(shown("x.tls_key", "hunter2"), "***") << "nobody knows whether a plugin's is a path";
}

TEST(ConfigView, HidesWhatAReferenceGives) {
    EXPECT_EQ(shownValue("x.host", "db-7", {"config/inkwell.json", "${HOST}"}), "***");
    EXPECT_EQ(shownValue("x.port", 3306, {"config/inkwell.json", "${PORT}"}), "***");
}

TEST(ConfigView, HidesUserAndPasswordOfAnAddress) {
    EXPECT_EQ(shown("x.endpoint", "https://ann:hunter2@example.com/a"), "\"https://***@example.com/a\"");
    EXPECT_EQ(shown("x.endpoint", "https://example.com/a@b"), "\"https://example.com/a@b\"");
}

TEST(ConfigView, HidesTheSecretsOfAPluginInWhatItSays) {
    const JsonObject settings{
        {"password", "hunter2"}, {"mode", "fast"}, {"host", "db-7"}, {"token", "abc"}, {"n", 1234}};
    const std::map<std::string, ValueSource> sources{{"x.host", {"x.json", "${HOST}"}}, {"y.mode", {"y.json", "${M}"}}};
    EXPECT_EQ(hideSettings("hunter2 at db-7: not fast, hunter2hunter2, abc, 1234", "x", settings, sources),
              "*** at ***: not fast, ******, abc, 1234");
}

}  // namespace
}  // namespace inkwell::kernel
