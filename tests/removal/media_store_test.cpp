#include <filesystem>

#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class WithoutAMediaStore : public RemovalTest {
protected:
    Reply upload(TestServer& server, const std::string& name, const std::string& bytes) {
        const std::string body = "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + name +
                                 "\"\r\n\r\n" + bytes + "\r\n--limit--\r\n";
        return sendRequest(server.port(), "POST", path("/media"),
                           {bearer(bucket().writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}}, body);
    }
    Reply serve(TestServer& server, const JsonObject& media) {
        return server.get("/v2/media-files/" + bucket().slug + "/" + std::string(textOf(media, "name")));
    }
};

TEST_F(WithoutAMediaStore, MediaDoesNotStartAndSaysWhichStoresThereAre) {
    const std::string refusal = refusalWithout({"media_store_disk"});
    EXPECT_NE(refusal.find("no media store named 'disk' (the setting 'store'); available: none"), std::string::npos)
        << refusal;
}

TEST_F(WithoutAMediaStore, MediaNamesTheStoresThatItCouldUse) {
    TestServerOptions options;
    options.morePluginDirectories = {exampleFolder("media_store_memory")};
    options.pluginSettings["media"]["store"] = "s3";  // its plugin is on, but has no bucket
    try {
        TestServer server(Engine::Sqlite, options);
        ADD_FAILURE() << "the server started";
    } catch (const kernel::PluginStartError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("no media store named 's3' (the setting 'store'); available: disk, memory"),
                  std::string::npos)
            << text;
    }
}

TEST_F(WithoutAMediaStore, ItsContentIsAwayAndComesBack) {
    startWithout({});
    const Reply made = upload(api(), "a.txt", "some bytes");
    ASSERT_EQ(made.status, 200) << made.body;
    const JsonObject media = made.object("media");
    EXPECT_EQ(serve(api(), media).body, "some bytes");

    api().server().disablePlugin("media_store_disk");
    EXPECT_EQ(serve(api(), media).status, 503);
    EXPECT_EQ(upload(api(), "b.txt", "more bytes").status, 503);
    EXPECT_EQ(get("/media").json().at("total"), 1);

    api().server().enablePlugin("media_store_disk");
    EXPECT_EQ(serve(api(), media).body, "some bytes");
    EXPECT_EQ(upload(api(), "b.txt", "more bytes").status, 200);
}

TEST_F(WithoutAMediaStore, WhatIsNotMountedWhenItIsSwitchedOnIsAwayAndComesBack) {
    startWithout({});
    const JsonObject media = upload(api(), "a.txt", "some bytes").object("media");
    const fs::path root = fs::path(api().database()).parent_path() / "media";
    const fs::path aside = root.string() + "-aside";
    api().server().disablePlugin("media_store_disk");
    fs::rename(root, aside);
    api().server().enablePlugin("media_store_disk");
    EXPECT_EQ(serve(api(), media).status, 503);
    EXPECT_EQ(upload(api(), "b.txt", "more bytes").status, 503);
    EXPECT_FALSE(fs::exists(root));

    fs::rename(aside, root);
    EXPECT_EQ(serve(api(), media).body, "some bytes");
    EXPECT_EQ(upload(api(), "b.txt", "more bytes").status, 200);
}

TEST_F(WithoutAMediaStore, AServerThatStartsWithoutTheFolderOfTheOthersIsAwayAndComesBack) {
    startWithout({});
    const JsonObject media = upload(api(), "a.txt", "some bytes").object("media");
    const fs::path mounted = fs::path(api().database()).parent_path() / "mounted";
    fs::create_directory(mounted);

    TestServerOptions options;
    options.database = api().database();
    options.pluginSettings["media_store_disk"]["root"] = mounted.string();
    TestServer late(Engine::Sqlite, options);
    EXPECT_EQ(serve(late, media).status, 503);
    EXPECT_EQ(upload(late, "b.txt", "more bytes").status, 503);
    EXPECT_TRUE(fs::is_empty(mounted));

    fs::remove(mounted);
    fs::create_directory_symlink("media", mounted);
    EXPECT_EQ(serve(late, media).body, "some bytes");
    const Reply made = upload(late, "b.txt", "more bytes");
    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(serve(api(), made.object("media")).body, "more bytes");
}

// Two servers of one database: the first as it was before the operator chose another store.
TEST_F(WithoutAMediaStore, ABucketKeepsReadingWhatTheStoreBeforeHas) {
    startWithout({});
    const JsonObject before = upload(api(), "before.txt", "on disk").object("media");
    EXPECT_TRUE(textOf(before, "location").starts_with("disk:")) << writeJson(before);

    TestServerOptions options;
    options.database = api().database();
    options.morePluginDirectories = {exampleFolder("media_store_memory")};
    options.pluginSettings["media"]["store"] = "memory";
    options.pluginSettings["media_store_disk"]["root"] = (fs::path(api().database()).parent_path() / "media").string();
    TestServer next(Engine::Sqlite, options);
    EXPECT_EQ(serve(next, before).body, "on disk");
    const Reply made = upload(next, "after.txt", "in memory");
    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_TRUE(textOf(made.object("media"), "location").starts_with("memory:")) << made.body;
    EXPECT_EQ(serve(next, made.object("media")).body, "in memory");
    EXPECT_EQ(serve(next, before).body, "on disk");
    EXPECT_EQ(serve(api(), made.object("media")).status, 503) << "this server has no such store";
}

}  // namespace
}  // namespace inkwell::test
