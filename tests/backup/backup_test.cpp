// A backup that is made under load is restored elsewhere, and nothing that was answered before it began is missing.
#include <gtest/gtest.h>

#include <cstdlib>

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

/// Where a folder of media has the file of a name; empty if it has none.
fs::path mediaFile(const fs::path& folder, const std::string& name) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().filename() == name) return entry.path();
    }
    return {};
}

/// Where the server keeps what is uploaded under a number.
fs::path uploadedFile(Site& site, int number) {
    const std::string name(textOf(uploadNumber(site.port(), site.keys().write, number), "name"));
    return mediaFile(site.installation().directory() + "/data/media", name);
}

std::string fileText(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
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

TEST_P(Backup, IsMadeWhateverTheContentSays) {
    Site site(GetParam());
    site.start();
    site.prepare("http://127.0.0.1:1/never");
    site.createPost("How to: CREATE TABLE `restore_unfinished` (\nCREATE TABLE `restore_unfinished` (", false);
    const Finished backup = site.installation().runScript("inkwell-backup", {site.installation().directory() + "/b"});
    EXPECT_EQ(backup.code, 0) << backup.err;
}

TEST_P(Backup, TellsOfFilesThatTheServerHasLostOrCutOff) {
    Site site(GetParam());
    site.start();
    site.prepare("http://127.0.0.1:80/");
    const fs::path lost = uploadedFile(site, 1);
    const fs::path cutOff = uploadedFile(site, 2);
    fs::remove(lost);
    fs::resize_file(cutOff, 1);
    const std::string folder = site.installation().directory() + "/backup";
    fs::create_directories(site.installation().directory() + "/data/media/lost+found");
    const Finished backup = site.installation().runScript("inkwell-backup", {folder});
    EXPECT_EQ(backup.code, 0) << backup.err;
    EXPECT_FALSE(fs::exists(folder + "/media/lost+found")) << "of the disk, closed to all but root";
    EXPECT_NE(backup.err.find("2 of the files that the database names are not in"), std::string::npos) << backup.err;
    const std::string first = std::min(lost.filename(), cutOff.filename()).string();
    EXPECT_NE(backup.err.find("the first is '" + first + "'"), std::string::npos) << backup.err;
    EXPECT_TRUE(mediaFile(folder + "/media", cutOff.filename().string()).empty()) << "what is damaged is no backup";
}

TEST_P(Backup, IsMadeAlthoughMediaComeAndGo) {
    Installation site(GetParam());
    ASSERT_EQ(site.run({"user", "add", "--email", "ann@example.com", "--admin"}).code, 0);
    const std::string backup = site.directory() + "/backup";
    const std::string programs = site.directory() + "/programs";
    const bool isSqlite = GetParam() == Engine::Sqlite;
    const std::string change =
        isSqlite ? "/usr/bin/sqlite3 '" + site.database() + "' "
                 : "/usr/bin/mariadb --no-defaults --user=root '--socket=" + PrivateMariaDb::instance().socket() +
                       "' '" + site.database() + "' -e ";
    // One comes before each copy of the database, and goes after it.
    const std::string program = programs + (isSqlite ? "/sqlite3" : "/mariadb-dump");
    fs::create_directory(programs);
    std::ofstream(program) << "#!/bin/bash\n"
                           << "[[ $* == *VACUUM* || $0 == *dump ]] || exec /usr/bin/${0##*/} \"$@\"\n"
                           << change
                           << "\"INSERT INTO media_contents (location, state, digest, size, expires_at) "
                              "VALUES ('disk:brief-$RANDOM', 1, '', 7, 0)\"\n"
                           << "/usr/bin/${0##*/} \"$@\"\n"
                           << change << "\"DELETE FROM media_contents WHERE location LIKE 'disk:brief-%'\"\n";
    fs::permissions(program, fs::perms::owner_all);
    const std::string path = std::getenv("PATH");
    site.setVariable("PATH", programs + ":" + path);
    const Finished done = site.runScript("inkwell-backup", {backup});
    site.setVariable("PATH", path);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_NE(done.err.find("1 of the files that the database names were deleted while it was copied"),
              std::string::npos)
        << done.err;
    EXPECT_NE(done.err.find("the first is 'brief-"), std::string::npos) << done.err;
    EXPECT_NE(fileText(backup + "/manifest").find("\nmissing 1\n"), std::string::npos);
    const Finished restored = site.runScript("inkwell-restore", {"--replace", backup});
    EXPECT_EQ(restored.code, 0) << restored.err;
    EXPECT_NE(restored.out.find("1 of its media have no file"), std::string::npos) << restored.out;
}

TEST_P(Backup, RestoredAndInterruptedLeavesTheMediaThatWereThere) {
    Site site(GetParam());
    site.start();
    site.prepare("http://127.0.0.1:80/");
    const fs::path whole = uploadedFile(site, 48);
    const fs::path lost = uploadedFile(site, 49);
    const fs::path cutOff = uploadedFile(site, 99);
    Installation& installation = site.installation();
    const std::string backup = installation.directory() + "/backup";
    ASSERT_EQ(installation.runScript("inkwell-backup", {backup}).code, 0);
    site.kill();
    fs::remove(lost);
    fs::resize_file(cutOff, 1);

    // Ends in the middle of a file, and the restore with it.
    const std::string programs = installation.directory() + "/programs";
    fs::create_directory(programs);
    std::ofstream(programs + "/cp") << "#!/bin/bash\n(ulimit -f 1; exec /usr/bin/cp \"$@\")\nkill -KILL $PPID\n";
    fs::permissions(programs + "/cp", fs::perms::owner_all);
    const std::string path = std::getenv("PATH");
    installation.setVariable("PATH", programs + ":" + path);
    EXPECT_NE(installation.runScript("inkwell-restore", {"--replace", backup}).code, 0);
    EXPECT_EQ(fileText(whole), bytesOf(48));
    EXPECT_FALSE(fs::exists(lost)) << "a part of a file has its name";
    EXPECT_EQ(fs::file_size(cutOff), 1U);

    installation.setVariable("PATH", path);
    const Finished done = installation.runScript("inkwell-restore", {"--replace", backup});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(fileText(whole), bytesOf(48));
    EXPECT_EQ(fileText(lost), bytesOf(49));
    EXPECT_EQ(fileText(cutOff), bytesOf(99));
    EXPECT_TRUE(fs::is_empty(installation.directory() + "/data/media/.unfinished"));
}

}  // namespace
}  // namespace inkwell::test
