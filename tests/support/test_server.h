#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "kernel/app/server.h"
#include "tests/support/http_client.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::test {

enum class Engine { Sqlite, Mysql };
std::string engineName(Engine engine);
/// For TestServerOptions::morePluginDirectories: an example of share/examples, built.
std::string exampleFolder(const std::string& name);

struct TestServerOptions {
    std::vector<std::string> disabled;                 // plugin ids
    std::map<std::string, JsonObject> pluginSettings;  // more settings by plugin id
    std::string onFailure = "stop";
    bool hostedClients = false;
    bool captureLog = false;                         // for log(); otherwise the log goes to standard error
    std::vector<std::string> morePluginDirectories;  // beside the build's
    std::string database;                            // a file or schema of another TestServer: two nodes
    std::int64_t cacheBytes = kernel::Config().http.cacheBytes;
    int sharedCacheSeconds = 0;
};

/// A whole server in this process: free ports, a private directory, a fresh schema, the built plugins.
class TestServer {
public:
    explicit TestServer(Engine engine, TestServerOptions options = {});
    ~TestServer();

    kernel::Server& server() { return *server_; }
    int port() const { return server_->port(); }
    int uploadPort() const { return server_->uploadPort(); }
    const std::string& database() const { return database_; }

    struct Bucket {
        std::string id, slug, readKey, writeKey;
    };
    /// A new bucket with a slug of its own.
    Bucket makeBucket();

    struct User {
        std::string id, email, token;
    };
    /// An account, signed in. `role` "" gives none in the bucket.
    User makeUser(const Bucket& bucket, const std::string& role, const JsonObject& more = {});
    /// Signs an existing account in.
    std::string signIn(const std::string& email, const std::string& password);

    Reply get(const std::string& pathAndQuery, const Headers& headers = {});
    Reply send(const std::string& method, const std::string& pathAndQuery, const std::string& token, const Json& body);

    /// "object.created", "bucket.edited" ...: what the change feed got after `after`, oldest first.
    std::vector<std::string> changesSince(std::int64_t after);
    std::int64_t lastChange();
    /// Rows of a table that belong to a bucket.
    std::int64_t count(const std::string& table, const std::string& bucketId);
    /// The number of rows of every table there is.
    std::map<std::string, std::int64_t> rowCounts();
    /// What the server has logged, from warnings up.
    std::string log() const;
    /// SQL statements that requests run for `work`: the least of some attempts, because the change feed makes what is
    /// remembered stale at times of its own. What the feed and the jobs run themselves is not counted.
    std::int64_t statementsOf(const std::function<void()>& work);

private:
    Engine engine_;
    TemporaryFolder folder_;  // goes also when the server does not start
    std::string directory_;
    std::string database_;
    std::unique_ptr<kernel::Server> server_;
    int made_ = 0;
};

inline constexpr const char* kPassword = "correct horse battery";

}  // namespace inkwell::test
