#include "tests/support/test_server.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "tests/support/private_mariadb.h"
#include "tests/support/sanitized.h"

namespace inkwell::test {

std::string engineName(Engine engine) { return engine == Engine::Sqlite ? "sqlite" : "mysql"; }

std::string exampleFolder(const std::string& name) { return INKWELL_TEST_EXAMPLES "/" + name; }

TestServer::TestServer(Engine engine, TestServerOptions options)
    : engine_(engine), directory_(folder_.path().string()) {
    kernel::Config config;
    config.http.port = 0;
    config.http.uploadPort = 0;
    config.admin.port = 0;
    config.http.cacheBytes = options.cacheBytes;
    config.http.sharedCacheSeconds = options.sharedCacheSeconds;
    config.data.directory = directory_;
    config.database.engine = engineName(engine);
    config.database.waitMilliseconds = 60'000;  // a disk that others keep busy is no finding
    config.log.level = "warn";
    if (options.captureLog) config.log.file = directory_ + "/log";
    config.plugins.directories = options.morePluginDirectories;
    config.plugins.directories.insert(config.plugins.directories.begin(), INKWELL_TEST_PLUGIN_DIR);
    config.plugins.onFailure = options.onFailure;
    config.plugins.configDirectory = directory_ + "/plugins.d";
    config.compatibility.hostedClients = options.hostedClients;
    config.pluginSettings = options.pluginSettings;
    if (isThreadSanitized()) config.pluginSettings["images"].emplace("timeout_ms", kSanitizedImageMs);
    for (const std::string& id : options.disabled) config.pluginSettings[id]["enabled"] = false;

    if (engine == Engine::Sqlite) {
        database_ = options.database.empty() ? directory_ + "/inkwell.db" : options.database;
        config.pluginSettings["database_sqlite"]["file"] = database_;
    } else {
        PrivateMariaDb& mariadb = PrivateMariaDb::instance();
        database_ = options.database.empty() ? mariadb.freshDatabase() : options.database;
        JsonObject& settings = config.pluginSettings["database_mysql"];
        if (!settings.contains("port")) settings["socket"] = mariadb.socket();
        settings.emplace("user", "root");
        settings["database"] = database_;
    }
    kernel::configureLog(config.log);
    server_ = std::make_unique<kernel::Server>(std::move(config));
    server_->start(false);
}

TestServer::~TestServer() = default;

TestServer::Bucket TestServer::makeBucket() {
    auto* directory = server_->plugins().find<BucketDirectory>();
    const auto bucket = directory->create("bucket-" + std::to_string(++made_), "Bucket", "");
    return {bucket->id, bucket->slug, bucket->readKey, bucket->writeKey};
}

TestServer::User TestServer::makeUser(const Bucket& bucket, const std::string& role, const JsonObject& more) {
    auto* identity = server_->plugins().find<Identity>();
    User user;
    user.email = "user" + std::to_string(++made_) + "@example.com";
    user.id = identity->addAccount(user.email, kPassword, false).id;
    user.token = signIn(user.email, kPassword);
    if (role == "admin") {
        identity->addAdmin(user.id, bucket.id);
    } else if (!role.empty()) {
        const User admin = makeUser(bucket, "admin");
        JsonObject body{{"first_name", "First"}, {"last_name", "Last"}, {"email", user.email}, {"role", role}};
        for (const auto& member : more) body[member.key()] = member.value();
        const Reply reply = send("POST", "/v2/buckets/" + bucket.slug + "/users", admin.token, body);
        if (reply.status != 200) throw std::runtime_error("a user could not be added: " + reply.body);
    }
    return user;
}

std::string TestServer::signIn(const std::string& email, const std::string& password) {
    const Reply reply = send("POST", "/v2/authenticate", "", JsonObject{{"email", email}, {"password", password}});
    if (reply.status != 200) throw std::runtime_error("sign-in failed: " + reply.body);
    return std::string(textOf(reply.json(), "token"));
}

Reply TestServer::get(const std::string& pathAndQuery, const Headers& headers) {
    return sendRequest(port(), "GET", pathAndQuery, headers);
}

Reply TestServer::send(const std::string& method, const std::string& pathAndQuery, const std::string& token,
                       const Json& body) {
    Headers headers;
    if (!token.empty()) headers.push_back(bearer(token));
    return sendRequest(port(), method, pathAndQuery, headers, body.is_null() ? "" : writeJson(body));
}

std::vector<std::string> TestServer::changesSince(std::int64_t after) {
    return server_->database().read([&](Sql& sql) {
        std::vector<std::string> all;
        for (const SqlRow& row : sql.select("SELECT kind, action FROM changes WHERE seq > ? ORDER BY seq", {after})) {
            all.push_back(row[0].text() + "." + row[1].text());
        }
        return all;
    });
}

std::int64_t TestServer::lastChange() {
    return server_->database().read(
        [](Sql& sql) { return sql.select("SELECT MAX(seq) FROM changes").at(0).at(0).integer(); });
}

std::int64_t TestServer::count(const std::string& table, const std::string& bucketId) {
    return server_->database().read([&](Sql& sql) {
        const bool hasPaths = table == "objects_fields";
        return sql
            .select("SELECT COUNT(*) FROM " + table +
                        (hasPaths ? " WHERE path IN (SELECT number FROM objects_paths WHERE bucket_id = ?)"
                                  : " WHERE bucket_id = ?"),
                    {bucketId})
            .at(0)
            .at(0)
            .integer();
    });
}

std::map<std::string, std::int64_t> TestServer::rowCounts() {
    const std::string tables = engine_ == Engine::Sqlite
                                   ? "SELECT name FROM sqlite_master WHERE type = 'table'"
                                   : "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()";
    return server_->database().read([&](Sql& sql) {
        std::map<std::string, std::int64_t> counts;
        for (const SqlRow& row : sql.select(tables, {})) {
            counts[row[0].text()] = sql.select("SELECT COUNT(*) FROM " + row[0].text(), {}).at(0).at(0).integer();
        }
        return counts;
    });
}

std::string TestServer::log() const {
    std::ifstream file(directory_ + "/log");
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::int64_t TestServer::statementsOf(const std::function<void()>& work) {
    constexpr int kAttempts = 5;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const std::int64_t before = server_->database().requestStatementCount();
        work();
        least = std::min(least, server_->database().requestStatementCount() - before);
    }
    return least;
}

}  // namespace inkwell::test