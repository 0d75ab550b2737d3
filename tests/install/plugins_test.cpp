// Plugins of strangers: made by `inkwell plugin new` or copied from the examples, built outside of this tree against
// the installed SDK, dropped into the plugin folder of a running server, used over HTTP, switched off.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "tests/install/installed_tree.h"
#include "tests/support/http_client.h"

namespace inkwell::test {
namespace {

struct Project {
    std::string kind;     // "" is an example as it is installed
    std::string name;     // the folder
    std::string example;  // likewise
    std::string id;       // of the plugin
};

const std::vector<Project> kProjects = {
    {"", "color", "metafield_color", "color"},
    {"", "media_store_memory", "media_store_memory", "media_store_memory"},
    {"", "comments", "comments", "comments"},
    {"metafield_type", "isbn_code", "metafield_color", "isbn_code"},
    {"media_store", "vault", "media_store_memory", "media_store_vault"},
    {"resource", "register", "comments", "register"},  // a word of C++
    {"database_engine", "ledger", "database_engine", "database_ledger"},
};

fs::path examples() { return installedRoot() / "usr/share/inkwell/examples"; }

Finished pluginNew(const std::string& kind, const std::string& name, const fs::path& directory) {
    return runProgram((installedRoot() / "usr/bin/inkwell").string(),
                      {"plugin", "new", kind, name, "--directory", directory.string()});
}

/// The projects in one build, which is fastest; each finds the installed package by itself.
class Built {
public:
    static const Built& instance() {
        static const Built* const one = new Built;
        return *one;
    }
    static fs::path build() { return folder() / "build"; }
    /// What `cmake --install` of every project does.
    void install() const { runWell(CMAKE_PROGRAM, {"--install", build().string()}); }
    /// What was installed, taken away again.
    static void uninstall() {
        for (const Project& project : kProjects) {
            fs::remove(installedRoot() / "usr/lib/inkwell/plugins" / (project.id + ".so"));
        }
    }

private:
    Built() {
        fs::create_directories(folder());
        std::ofstream all(folder() / "CMakeLists.txt");
        all << "cmake_minimum_required(VERSION 3.25)\nproject(all LANGUAGES CXX)\nenable_testing()\n";
        for (const Project& project : kProjects) {
            if (project.kind.empty()) {
                fs::copy(examples() / project.example, folder() / project.name);
            } else {
                const Finished made = pluginNew(project.kind, project.name, folder());
                if (made.code != 0) throw std::runtime_error(made.err);
            }
            all << "add_subdirectory(" << project.name << ")\n";
        }
        all.close();
        const std::map<std::string, std::string> ccache = {{"CCACHE_BASEDIR", installedRoot().parent_path().string()},
                                                           {"CCACHE_NOHASHDIR", "1"}};
        const std::string launcher = "-DCMAKE_CXX_COMPILER_LAUNCHER=" INKWELL_COMPILER_LAUNCHER;
        const std::string package = "-DCMAKE_PREFIX_PATH=" + (installedRoot() / "usr").string();
        // Unoptimised: it is the questions that matter here, and the time.
        runWell(CMAKE_PROGRAM,
                {"-G", "Ninja", "-S", folder().string(), "-B", build().string(), "-DCMAKE_CXX_FLAGS=-O0",
                 "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON", package, launcher},
                ccache);
        runWell(CMAKE_PROGRAM, {"--build", build().string(), "--parallel", "2"}, ccache);
    }
    static fs::path folder() { return installedRoot().parent_path() / "projects"; }
};

/// A server that runs already when the plugins are installed.
class PluginsOfStrangers : public testing::Test {
protected:
    PluginsOfStrangers() : server_(installedRoot(), {{"INKWELL_PLUGINS_ON_FAILURE", "degrade"}}) { Built::instance(); }
    ~PluginsOfStrangers() override {
        server_.stop();
        Built::uninstall();
    }

    void enable(const std::string& id) {
        const Finished done = server_.run({"plugins", "enable", id});
        EXPECT_EQ(done.code, 0) << done.err << server_.log();
    }
    void disable(const std::string& id) {
        const Finished done = server_.run({"plugins", "disable", id});
        EXPECT_EQ(done.code, 0) << done.err;
    }
    Reply get(const std::string& path) {
        return sendRequest(server_.port(), "GET", kBucket + path + "?read_key=" + server_.readKey());
    }
    Reply send(const std::string& method, const std::string& path, const std::string& body) {
        return sendRequest(server_.port(), method, kBucket + path, {bearer(server_.writeKey())}, body);
    }
    /// A page with one metafield.
    Reply addPage(const std::string& type, const std::string& value) {
        return send("POST", "/objects",
                    R"({"type": "pages", "title": "A page", "metafields": [{"type": ")" + type +
                        R"(", "title": "Field", "key": "field", "value": ")" + value + "\"}]}");
    }
    std::string anObject() {
        return std::string(inkwell::textOf(get("/objects").array("objects")[0].as_object(), "id"));
    }
    std::string stateOf(const std::string& id) {
        const std::string list = server_.run({"plugins"}).out;
        const std::size_t at = list.find("\n" + id + " ");
        if (at == std::string::npos) return "unknown";
        for (std::string state : {"running", "disabled", "failed"}) {
            if (list.substr(at, 60).find(state) != std::string::npos) return state;
        }
        return list.substr(at, 60);
    }

    void useMetafieldType(const std::string& id) {
        EXPECT_EQ(addPage(id, "#1e90ff").status, 400);
        enable(id);
        const Reply page = addPage(id, "#1e90ff");
        EXPECT_EQ(page.status, 200) << page.body;
        const std::string object = "/objects/" + std::string(inkwell::textOf(page.object("object"), "id"));
        EXPECT_EQ(addPage(id, "blue").status, 400);
        disable(id);
        const Reply refused = addPage(id, "#1e90ff");
        EXPECT_EQ(refused.status, 400);
        EXPECT_NE(refused.body.find("unknown metafield type '" + id + "'"), std::string::npos) << refused.body;
        EXPECT_EQ(get(object).object("object").at("metadata").at("field"), "#1e90ff");
    }
    void useResource(const std::string& id, std::size_t maxLength) {
        const std::string path = "/objects/" + anObject() + "/" + id;
        EXPECT_EQ(get(path).status, 404);
        enable(id);
        EXPECT_EQ(get(path).json().at("total"), 0);
        const auto add = [&](std::size_t length) {
            return send("POST", path, R"({"author": "Ann", "text": ")" + std::string(length, 'x') + "\"}");
        };
        EXPECT_EQ(add(maxLength + 1).status, 400) << "its settings file was not read";
        const Reply added = add(maxLength);
        EXPECT_EQ(added.status, 200) << added.body;
        EXPECT_EQ(get(path).json().at("total"), 0);
        const std::string one = "/" + id + "/" + std::string(inkwell::textOf(added.object("entry"), "id"));
        EXPECT_EQ(send("PATCH", one, R"({"approved": true})").status, 200);
        EXPECT_EQ(get(path).json().at("total"), 1) << "a cached answer";
        disable(id);
        const Reply off = get(path);
        EXPECT_EQ(off.status, 404);
        EXPECT_NE(off.message().find("'" + id + "'"), std::string::npos) << off.body;
    }

    const std::string kBucket = "/v2/buckets/demo";
    InstalledServer server_;
};

TEST(PluginNew, WithTheNamesOfTheExampleIsTheExample) {
    const ScratchFolder scratch;
    for (const auto& [kind, name, example] :
         {std::tuple("metafield_type", "color", "metafield_color"),
          std::tuple("media_store", "memory", "media_store_memory"), std::tuple("resource", "comments", "comments")}) {
        const Finished made = pluginNew(kind, name, scratch.path());
        EXPECT_EQ(made.code, 0) << made.err;
        EXPECT_NE(made.out.find("cmake -B build"), std::string::npos) << made.out;
        const fs::path project = scratch.path() / name;
        EXPECT_TRUE(fs::remove(project / ".clang-format"));
        ASSERT_EQ(filesBelow(project), filesBelow(examples() / example)) << kind;
        for (const std::string& file : filesBelow(project)) {
            EXPECT_EQ(textOf(project / file), textOf(examples() / example / file)) << kind << " " << file;
        }
    }
}

// What a database calls itself is no word of the example: the code of the engine uses it.
std::string withoutTheDatabasesNames(const std::string& text) {
    static const std::regex names("libsqlite3|sqlite3|SQLite3?|SQLITE_|DataSQLite");
    return std::regex_replace(text, names, "");
}

TEST(PluginNew, LeavesNoWordOfItsExample) {
    const ScratchFolder scratch;
    const std::string name = "zyx_wv7";
    for (const auto& [kind, words] :
         {std::pair("metafield_type", "color|colour|wall|\\bred\\b|blue"), std::pair("media_store", "memory"),
          std::pair("resource", "comment|likes|visitor"), std::pair("database_engine", "sqlite")}) {
        const fs::path folder = scratch.path() / kind;
        ASSERT_EQ(pluginNew(kind, name, folder).code, 0) << kind;
        const std::regex left(words, std::regex::icase);
        EXPECT_GT(filesBelow(folder / name).size(), 4u) << kind;
        for (const std::string& file : filesBelow(folder / name)) {
            EXPECT_FALSE(std::regex_search(file, left)) << kind << ": " << file;
            std::smatch found;
            const std::string text = withoutTheDatabasesNames(textOf(folder / name / file));
            EXPECT_FALSE(std::regex_search(text, found, left)) << kind << ": " << file << ": " << found.str();
        }
    }
}

TEST(PluginNew, MakesTheMissingParentsOfTheFolder) {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "not" / "there" / "yet";
    const Finished made = pluginNew("resource", "votes", folder);
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_TRUE(fs::exists(folder / "votes/votes_service.cpp"));
    std::ofstream(scratch.path() / "file") << "no folder";
    const Finished refused = pluginNew("resource", "votes", scratch.path() / "file" / "below");
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("cannot make the folder '" + (scratch.path() / "file/below/votes").string() +
                               "': Not a directory"),
              std::string::npos)
        << refused.err;
}

TEST(PluginNew, RefusesWhatCannotBeMade) {
    const ScratchFolder scratch;
    const auto refusal = [&](const std::string& kind, const std::string& name) {
        const Finished refused = pluginNew(kind, name, scratch.path());
        EXPECT_EQ(refused.code, 1) << name;
        return refused.err;
    };
    for (const std::string name :
         {"", "Color", "9lives", "../up", "a-b", "a__b", "a_", "_a", "test", "edit_cache", "inkwell"}) {
        EXPECT_NE(refusal("metafield_type", name).find("cannot be a plugin's name"), std::string::npos) << name;
    }
    EXPECT_NE(refusal("metafield_type", std::string(41, 'a')).find("at most 40"), std::string::npos);
    EXPECT_NE(refusal("theme", "dark").find("there is no kind 'theme'; there are: metafield_type, media_store"),
              std::string::npos);
    for (const auto& [kind, name] :
         {std::pair("resource", "objects"), std::pair("metafield_type", "number"), std::pair("metafield_type", "media"),
          std::pair("media_store", "disk"), std::pair("database_engine", "sqlite")}) {
        EXPECT_NE(refusal(kind, name).find("'" + std::string(name) + "' is taken: "), std::string::npos) << name;
    }
    EXPECT_TRUE(filesBelow(scratch.path()).empty());

    fs::create_directory(scratch.path() / "color");
    EXPECT_NE(refusal("metafield_type", "color").find("exists already"), std::string::npos);
    EXPECT_TRUE(filesBelow(scratch.path()).empty());
}

TEST_F(PluginsOfStrangers, PassTheirOwnTests) {
    const std::string out = runWell(CTEST_PROGRAM, {"--test-dir", Built::build().string(), "--no-tests=error", "-j2"});
    for (const Project& project : kProjects) EXPECT_NE(out.find(project.id + " "), std::string::npos) << out;
}

TEST_F(PluginsOfStrangers, AreTakenUpUsedAndSwitchedOffWhileTheServerRuns) {
    server_.start();
    EXPECT_EQ(stateOf("comments"), "unknown");
    EXPECT_EQ(server_.run({"plugins", "enable", "comments"}).code, 1);
    Built::instance().install();
    server_.writeSettings("comments", R"({"max_text_length": 10})");
    server_.writeSettings("register", R"({"max_text_length": 20})");

    useMetafieldType("color");
    useMetafieldType("isbn_code");
    useResource("comments", 10);
    useResource("register", 20);
    enable("database_ledger");
    disable("database_ledger");
}

TEST_F(PluginsOfStrangers, KeepMediaThatWaitedForThem) {
    server_.start();
    EXPECT_EQ(server_.stop(), 0);
    server_.writeSettings("media", R"({"store": "memory"})");
    server_.start();
    EXPECT_EQ(stateOf("media"), "failed");
    Built::instance().install();
    enable("media_store_vault");
    enable("media_store_memory");
    enable("media");
    const Reply uploaded = sendRequest(
        server_.port(), "POST", kBucket + "/media",
        {bearer(server_.writeKey()), {"Content-Type", "multipart/form-data; boundary=limit"}},
        "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\nhello\r\n--limit--\r\n");
    ASSERT_EQ(uploaded.status, 200) << uploaded.body;
    const std::string name(inkwell::textOf(uploaded.object("media"), "name"));
    EXPECT_EQ(sendRequest(server_.port(), "GET", "/v2/media-files/demo/" + name).body, "hello");
    disable("media");
    disable("media_store_memory");
    EXPECT_EQ(server_.run({"plugins", "enable", "media"}).code, 1);
}

TEST_F(PluginsOfStrangers, KeepTheirStateThroughARestart) {
    server_.start();
    Built::instance().install();
    enable("comments");
    enable("color");
    disable("color");
    EXPECT_EQ(server_.stop(), 0);
    server_.start();
    EXPECT_EQ(stateOf("comments"), "running");
    EXPECT_EQ(stateOf("color"), "disabled");
    const std::string path = "/objects/" + anObject() + "/comments";
    EXPECT_EQ(send("POST", path, R"({"author": "Ann", "text": "Well said."})").status, 200);
    EXPECT_EQ(get(path).json().at("total"), 0);
}

TEST_F(PluginsOfStrangers, AnEngineOfTheirOwnHoldsTheContent) {
    Built::instance().install();
    InstalledServer server(installedRoot(), {{"INKWELL_DATABASE_ENGINE", "ledger"}});
    server.start();
    const Reply objects = sendRequest(server.port(), "GET", kBucket + "/objects?limit=1&read_key=" + server.readKey());
    EXPECT_EQ(objects.status, 200) << objects.body;
    const Finished refused = server.run({"plugins", "disable", "database_ledger"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("database_ledger"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace inkwell::test
