// What `cmake --install` and the Debian packages put down: complete, movable, and a server that serves.
#include <gtest/gtest.h>

#include <algorithm>

#include "inkwell/text.h"
#include "tests/install/installed_tree.h"
#include "tests/support/http_client.h"

namespace inkwell::test {
namespace {

bool contains(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

void expectFiles(const fs::path& root, const std::vector<std::string>& expected) {
    const std::vector<std::string> found = filesBelow(root);
    for (const std::string& one : expected) EXPECT_TRUE(contains(found, one)) << one;
}

const std::vector<std::string> kServer = {
    "usr/bin/inkwell",
    "usr/bin/inkwell-backup",
    "usr/bin/inkwell-restore",
    "usr/share/inkwell/backup.sh",
    "usr/lib/inkwell/libinkwell_sdk.so.0",
    "usr/lib/inkwell/inkwell-image-worker",
    "usr/lib/inkwell/plugins/objects.so",
    "usr/lib/inkwell/plugins/database_sqlite.so",
    "usr/lib/inkwell/plugins/docs.so",
    "usr/lib/inkwell/plugins/dashboard.so",
    "usr/share/inkwell/demo/demo.bucket.json",
    "usr/share/inkwell/demo/media/harbour-at-dawn.jpg",
    "usr/share/inkwell/doc/guide.md",
    "usr/share/inkwell/doc/operating.md",
    "usr/share/inkwell/doc/security.md",
    "usr/share/inkwell/doc/settings.md",
    "usr/share/inkwell/doc/plugins/media.md",
    "usr/share/inkwell/doc/plugins/database_sqlite.md",
    "usr/share/inkwell/doc/interface/README.md",
    "usr/share/inkwell/inkwell.schema.json",
    "etc/inkwell/inkwell.json",
    "etc/inkwell/plugins.d/README.md",
    "lib/systemd/system/inkwell.service",
};
const std::vector<std::string> kDevelopment = {
    "usr/include/inkwell/plugin.h",
    "usr/include/inkwell-testkit/mini_server.h",
    "usr/lib/inkwell/libinkwell_sdk.so",
    "usr/lib/inkwell/libinkwell_testkit.a",
    "usr/lib/cmake/Inkwell/InkwellConfig.cmake",
    "usr/share/inkwell/examples/kinds.json",
    "usr/share/inkwell/examples/comments/CMakeLists.txt",
    "usr/share/inkwell/examples/database_engine/sqlite_engine_test.cpp",
};

void expectTheDemo(InstalledServer& server) {
    server.start();
    const Reply objects =
        sendRequest(server.port(), "GET", "/v2/buckets/demo/objects?limit=2&read_key=" + server.readKey());
    EXPECT_EQ(objects.status, 200) << objects.body;
    EXPECT_EQ(objects.array("objects").size(), 2u) << objects.body;
    EXPECT_EQ(sendRequest(server.port(), "GET", "/docs").status, 200);
    EXPECT_EQ(sendRequest(server.port(), "GET", "/v2/images/demo/harbour-at-dawn.jpg?w=40").status, 200);
    EXPECT_EQ(server.run({"check-config"}).code, 0);
    EXPECT_EQ(server.stop(), 0);
}

TEST(Installed, BothComponentsAreComplete) {
    expectFiles(installedRoot(), kServer);
    expectFiles(installedRoot(), kDevelopment);
}

TEST(Installed, NoFileNamesTheTreeItWasBuiltIn) {
    int looked = 0;
    for (const std::string& file : filesBelow(installedRoot())) {
        const std::string text = textOf(installedRoot() / file);
        for (const std::string tree : {INKWELL_BUILD_DIR, INKWELL_SOURCE_DIR}) {
            const std::size_t at = text.find(tree);
            EXPECT_EQ(at, std::string::npos) << file << ": " << text.substr(at, 200);
        }
        ++looked;
    }
    EXPECT_GT(looked, 100);
}

TEST(Installed, TheConfigurationIsThatOfAServer) {
    const std::string config = textOf(installedRoot() / "etc/inkwell/inkwell.json");
    EXPECT_NE(config.find("\"directory\": \"/var/lib/inkwell\""), std::string::npos) << config;
    EXPECT_NE(config.find("\"/usr/share/inkwell/inkwell.schema.json\""), std::string::npos) << config;
    const std::string unit = textOf(installedRoot() / "lib/systemd/system/inkwell.service");
    EXPECT_NE(unit.find("ExecStart=/usr/bin/inkwell serve --config /etc/inkwell/inkwell.json\n"), std::string::npos);
}

TEST(Installed, AnotherPrefixHasItsOwnConfigurationAndKeepsIt) {
    const ScratchFolder scratch;
    const auto install = [&] {
        runWell(CMAKE_PROGRAM, {"--install", INKWELL_BUILD_DIR, "--prefix", "/opt/inkwell", "--component", "inkwell"},
                {{"DESTDIR", scratch.path().string()}});
    };
    install();
    const fs::path config = scratch.path() / "opt/inkwell/etc/inkwell/inkwell.json";
    EXPECT_NE(textOf(config).find("/opt/inkwell/share/inkwell/inkwell.schema.json"), std::string::npos);
    EXPECT_NE(textOf(config).find("\"directory\": \"/opt/inkwell/var/lib/inkwell\""), std::string::npos);
    EXPECT_TRUE(fs::is_directory(scratch.path() / "opt/inkwell/var/lib/inkwell"));
    const std::string unit = textOf(scratch.path() / "opt/inkwell/lib/systemd/system/inkwell.service");
    EXPECT_NE(unit.find("ExecStart=/opt/inkwell/bin/inkwell serve --config /opt/inkwell/etc/inkwell/inkwell.json\n"),
              std::string::npos);
    EXPECT_NE(unit.find("WorkingDirectory=/opt/inkwell/var/lib/inkwell\n"), std::string::npos) << unit;
    EXPECT_NE(unit.find("ReadWritePaths=/opt/inkwell/var/lib/inkwell\n"), std::string::npos) << unit;
    for (const std::string other : {"StateDirectory", "/usr/", " /etc/", "=/var/"}) {
        EXPECT_EQ(unit.find(other), std::string::npos) << other << " in " << unit;
    }
    fs::resize_file(config, 0);
    install();
    EXPECT_EQ(textOf(config), "") << "what the operator wrote was overwritten";
    // Without --config, and without one in the working directory, the program finds the configuration beside it.
    const Finished refused =
        runProgram("/bin/sh", {"-c", "cd '" + scratch.path().string() + "' && opt/inkwell/bin/inkwell check-config"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find(config.string()), std::string::npos) << refused.err;
}

TEST(Installed, TheServerServesTheDemo) {
    InstalledServer server(installedRoot());
    expectTheDemo(server);
}

TEST(Packages, HoldWhatIsInstalled) {
    const ScratchFolder scratch;
    ASSERT_EQ(builtPackages().size(), 2u);
    for (const auto& [name, file] : builtPackages())
        runWell("/usr/bin/dpkg-deb", {"-x", file.string(), scratch.path()});
    EXPECT_EQ(filesBelow(scratch.path()), filesBelow(installedRoot()));
    InstalledServer server(scratch.path());
    expectTheDemo(server);
}

TEST(Packages, SayWhatTheyNeed) {
    const auto field = [](const std::string& package, const std::string& name) {
        return runWell("/usr/bin/dpkg-deb", {"-f", builtPackages().at(package).string(), name});
    };
    const std::string depends = field("inkwell", "Depends");
    for (const std::string library : {"libc6", "libpoconet", "libboost-json", "libvips", "libmariadb", "adduser"}) {
        EXPECT_NE(depends.find(library), std::string::npos) << library << " in " << depends;
    }
    const std::string version = field("inkwell", "Version");
    EXPECT_EQ(field("inkwell-dev", "Version"), version);
    EXPECT_NE(field("inkwell-dev", "Depends").find("inkwell (= " + std::string(trimmed(version)) + ")"),
              std::string::npos);
}

TEST(Packages, HaveConffilesAndScripts) {
    const ScratchFolder scratch;
    runWell("/usr/bin/dpkg-deb", {"-e", builtPackages().at("inkwell").string(), scratch.path()});
    for (const std::string script : {"postinst", "prerm", "postrm"}) {
        runWell("/bin/sh", {"-n", scratch.path() / script});
        EXPECT_NE(fs::status(scratch.path() / script).permissions() & fs::perms::owner_exec, fs::perms::none) << script;
    }
    // Every file below /etc is one that dpkg asks about before it replaces it, and every one named is there.
    std::string etc;
    for (const std::string& file : filesBelow(installedRoot() / "etc")) etc += "/etc/" + file + "\n";
    EXPECT_EQ(textOf(scratch.path() / "conffiles"), etc);
}

}  // namespace
}  // namespace inkwell::test
