// A backup that is made under load is restored elsewhere, and nothing that was answered before it began is missing.
#include <gtest/gtest.h>

#include "tests/api/event_stream.h"
#include "tests/backup/site.h"
#include "tests/support/eventually.h"
#include "tests/support/http_receiver.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class Backup : public testing::TestWithParam<Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, Backup, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

/// What share/doc/operating.md tells to call, with another folder.
Finished runDocumented(const Installation& installation, const std::string& script, const std::string& folder) {
    const std::string mark = "sudo -u inkwell " + script + " ";
    std::ifstream document(INKWELL_SOURCE_DIR "/share/doc/operating.md");
    for (std::string line; std::getline(document, line);) {
        if (line == mark + "/var/backups/inkwell/monday") return installation.runScript(script, {folder});
    }
    throw std::runtime_error("operating.md does not tell how to call " + script);
}

std::set<std::string> entriesOf(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
    return names;
}

/// Where a client of the live stream is that has seen everything.
std::string positionOf(Site& site) {
    EventStream stream(site.port(), "/v2/buckets/b/changes?read_key=" + site.keys().read);
    return stream.next().value_or(EventStream::Event{}).id;
}

void expectPosts(Site& site, const std::set<std::string>& promised, const std::string& later) {
    std::set<std::string> found;
    for (const Json& one : site.listAll("objects")) {
        const std::string title(textOf(one.as_object(), "title"));
        if (title == "Root") continue;
        found.insert(title);
        const JsonObject& metadata = one.at("metadata").as_object();
        EXPECT_EQ(textOf(metadata, "name"), title);
        EXPECT_EQ(metadata.at("root").at("title"), "Root");
        EXPECT_EQ(metadata.at("picture").at("name"), Json(site.keys().picture));
    }
    for (const std::string& title : promised) EXPECT_EQ(found.count(title), 1U) << title;
    EXPECT_EQ(found.count(later), 0U);
}

void expectMedia(Site& site, const Writers::Answered& promised) {
    std::set<std::string> found;
    for (const Json& one : site.listAll("media")) {
        const std::string name(textOf(one.as_object(), "name"));
        found.insert(name);
        const Reply file = sendRequest(site.port(), "GET", "/v2/media-files/b/" + name);
        EXPECT_EQ(file.status, 200) << name;
        EXPECT_TRUE(file.body == bytesOf(std::stoi(std::string(textOf(one.as_object(), "original_name"))))) << name;
    }
    for (const auto& [name, number] : promised.media) EXPECT_EQ(found.count(name), 1U) << number;
    for (const std::string& name : promised.deleted) EXPECT_EQ(found.count(name), 0U) << name;
}

void expectAccount(Site& site) {
    const JsonObject user = site.ask("GET", "/v2/user", site.keys().token);
    EXPECT_EQ(user.at("user").at("email"), "ann@example.com");
    const JsonObject session =
        site.ask("POST", "/v2/authenticate", "", {{"email", "ann@example.com"}, {"password", kPassword}});
    EXPECT_NE(textOf(session, "token"), "");
}

/// The first event of a stream that resumes there.
std::string greetingAfter(Site& site, const std::string& position) {
    EventStream stream(site.port(), "/v2/buckets/b/changes?read_key=" + site.keys().read,
                       {{"Last-Event-ID", position}});
    return stream.nextText();
}

TEST_P(Backup, MadeUnderLoadIsWholeWhenItIsRestoredElsewhere) {
    HttpReceiver receiver({.never = true});
    Site site(GetParam());
    site.start();
    site.prepare(receiver.url());
    for (int i = 0; i < 10; ++i) site.createPost("queued-" + std::to_string(i), true);
    const std::set<std::string> queued = site.deliveryIds();
    ASSERT_EQ(queued.size(), 10U);

    const std::string folder = site.installation().directory() + "/backup of today";
    Writers::Answered promised;
    {
        Writers writers(site.port(), site.keys());
        writers.waitFor(20);
        promised = writers.answered();
        const Finished backup = runDocumented(site.installation(), "inkwell-backup", folder);
        ASSERT_EQ(backup.code, 0) << backup.err;
        EXPECT_EQ(backup.err, "");
        writers.waitFor(3);
    }
    const std::string database = GetParam() == Engine::Sqlite ? "inkwell.db" : "inkwell.sql";
    EXPECT_EQ(entriesOf(folder), (std::set<std::string>{"SHA256SUMS", "manifest", "media", database}));
    EXPECT_FALSE(fs::exists(folder + "/media/.unfinished"));
    site.createPost("later", false);
    const std::string position = positionOf(site);
    site.kill();
    fs::remove_all(site.installation().directory() + "/data");

    Site restored(GetParam());
    restored.useKeys(site.keys());
    const Finished done = runDocumented(restored.installation(), "inkwell-restore", folder);
    ASSERT_EQ(done.code, 0) << done.err;
    restored.letLeasesRunOut();
    receiver.answerWith({});
    restored.start();
    expectPosts(restored, promised.titles, "later");
    expectMedia(restored, promised);
    expectAccount(restored);
    EXPECT_EQ(greetingAfter(restored, position), "reset");
    EXPECT_EQ(greetingAfter(restored, "1"), "ready");

    EXPECT_EQ(restored.deliveryIds(), queued);
    EXPECT_TRUE(eventually([&] { return restored.deliveryIds("delivered") == queued; }));
}

TEST_P(Backup, TellsOfAFileThatTheServerHasLost) {
    Site site(GetParam());
    site.start();
    site.prepare("http://127.0.0.1:80/");
    const std::string lost(textOf(uploadNumber(site.port(), site.keys().write, 1), "name"));
    for (const auto& entry : fs::recursive_directory_iterator(site.installation().directory() + "/data/media")) {
        if (entry.path().filename() == lost) fs::remove(entry.path());
    }
    const std::string folder = site.installation().directory() + "/backup";
    const Finished backup = site.installation().runScript("inkwell-backup", {folder});
    EXPECT_EQ(backup.code, 0) << backup.err;
    EXPECT_NE(backup.err.find("1 of the files that the database names are not in"), std::string::npos) << backup.err;
    EXPECT_NE(backup.err.find("'" + lost + "'"), std::string::npos) << backup.err;
}

}  // namespace
}  // namespace inkwell::test
