#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "inkwell/crypto.h"
#include "tests/support/child_process.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_server.h"

namespace inkwell::test {

/// A private directory with the shipped configuration, for running the real program.
class Installation {
public:
    /// With the database of another one, if given: a second server for it.
    explicit Installation(Engine engine, const std::string& database = "")
        : directory_((std::filesystem::temp_directory_path() / ("inkwell-process-" + randomToken(12))).string()) {
        std::filesystem::create_directories(directory_ + "/config/plugins.d");
        std::filesystem::copy_file(INKWELL_SOURCE_DIR "/config/inkwell.json", configFile());
        environment_ = {{"INKWELL_HTTP_PORT", "0"},
                        {"INKWELL_HTTP_UPLOAD_PORT", "0"},
                        {"INKWELL_ADMIN_PORT", "0"},
                        {"INKWELL_DATA_DIRECTORY", directory_ + "/data"},
                        {"INKWELL_DATABASE_ENGINE", engineName(engine)},
                        {"INKWELL_DATABASE_WAIT_MILLISECONDS", "60000"}};  // as in TestServer
        if (isThreadSanitized()) environment_["INKWELL_PLUGINS_IMAGES_TIMEOUT_MS"] = std::to_string(kSanitizedImageMs);
        if (engine == Engine::Sqlite) {
            database_ = database.empty() ? directory_ + "/data/inkwell.db" : database;
            if (!database.empty()) environment_["INKWELL_PLUGINS_DATABASE_SQLITE_FILE"] = database_;
        } else {
            PrivateMariaDb& mariadb = PrivateMariaDb::instance();
            database_ = database.empty() ? mariadb.freshDatabase() : database;
            environment_["INKWELL_PLUGINS_DATABASE_MYSQL_SOCKET"] = mariadb.socket();
            environment_["INKWELL_PLUGINS_DATABASE_MYSQL_USER"] = "root";
            environment_["INKWELL_PLUGINS_DATABASE_MYSQL_DATABASE"] = database_;
        }
    }
    ~Installation() { std::filesystem::remove_all(directory_); }
    Installation(const Installation&) = delete;
    Installation& operator=(const Installation&) = delete;

    std::string configFile() const { return directory_ + "/config/inkwell.json"; }
    const std::string& directory() const { return directory_; }
    const std::string& database() const { return database_; }

    Finished run(std::vector<std::string> words, const std::string& input = "") const {
        words.insert(words.end(), {"--config", configFile()});
        return runProgram(program_, words, environment_, input);
    }

    /// A script that lies beside the program.
    Finished runScript(const std::string& name, std::vector<std::string> words) const {
        words.insert(words.end(), {"--config", configFile()});
        return runProgram(std::filesystem::path(program_).replace_filename(name).string(), words, environment_);
    }

    /// `inkwell serve`, waited for until it serves.
    std::unique_ptr<ChildProcess> serve(std::vector<std::string> more = {}) const {
        std::vector<std::string> words = {"serve", "--config", configFile()};
        words.insert(words.end(), more.begin(), more.end());
        auto child = std::make_unique<ChildProcess>(program_, words, environment_);
        if (!child->waitForErr("serving at")) throw std::runtime_error("the server did not start: " + child->err());
        return child;
    }

    /// What a program needs to work in this installation without --config, from the folder of the sources.
    const std::map<std::string, std::string>& environment() const { return environment_; }

    /// For the programs that are started from now on.
    void setVariable(const std::string& name, const std::string& value) { environment_[name] = value; }
    /// The program of another build, which finds its own plugins.
    void useProgram(std::string program) { program_ = std::move(program); }
    void unsetVariable(const std::string& name) { environment_.erase(name); }

    static int portOf(const ChildProcess& server) { return numberAfter("serving at http://127.0.0.1:", server.err()); }
    static int adminPortOf(const ChildProcess& server) {
        return numberAfter("admin at http://127.0.0.1:", server.err());
    }

private:
    static int numberAfter(const std::string& mark, const std::string& log) {
        return std::stoi(log.substr(log.find(mark) + mark.size()));
    }

    std::string program_ = INKWELL_BINARY;
    std::string directory_;
    std::string database_;  // file or schema
    std::map<std::string, std::string> environment_;
};

}  // namespace inkwell::test
