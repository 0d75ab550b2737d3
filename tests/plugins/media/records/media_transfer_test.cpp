// What a merge takes of media and folders, and what it leaves as it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "fake_bucket_directory.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/media_intake.h"
#include "inkwell/media_library.h"
#include "recording_import.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::media {
namespace {

class MediaMerge : public testing::Test {
protected:
    MediaMerge() {
        bucket_.id = "b00000000000000000000001";
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.load("media_store_disk");
        fixture_.host(inkwell_plugin);
    }
    BucketTransfer& section(const std::string& member) {
        for (BucketTransfer* one : fixture_.contributions<BucketTransfer>())
            if (one->member() == member) return *one;
        throw std::logic_error("no section " + member);
    }
    std::string import(const std::string& member, const JsonArray& items, bool keeps = false) {
        // As in a merge: of what exists, only its objects are edited.
        std::optional<std::set<std::string, std::less<>>> members;
        if (keeps) members.emplace();
        testkit::RecordingImport context(bucket_, std::move(members));
        fixture_.database().write([&](Sql&) { section(member).importAll(items, member, context); });
        EXPECT_EQ(context.problems, std::vector<std::string>{});
        return context.done;
    }
    static JsonObject media(const char* name, const char* folder, int size = 1) {
        return {{"name", name}, {"size", size}, {"type", "image/png"}, {"created", "2026-01-01"}, {"folder", folder}};
    }
    static JsonObject folder(const char* slug, const char* title = "T") { return {{"title", title}, {"slug", slug}}; }
    static std::vector<std::string> values(const JsonArray& items, const char* member) {
        std::vector<std::string> all;
        for (const Json& one : items) all.emplace_back(textOf(one.as_object(), member));
        return all;
    }

    testkit::FakeBucketDirectory directory_;
    test::PluginFixture fixture_;
    Bucket bucket_;
};

using Names = std::vector<std::string>;

TEST_F(MediaMerge, TheSelectedMediaBringTheirFolders) {
    import("media_folders", {folder("covers"), folder("others")});
    import("media", {media("a.png", "covers"), media("b.png", "others"), media("c.png", "")});
    TransferSelection selection;
    selection.mediaNames = {"a.png", "c.png", "gone.png"};
    const JsonArray some = section("media").exportSome(bucket_, selection);
    Names names = values(some, "name");
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (Names{"a.png", "c.png"}));
    EXPECT_EQ(selection.mediaFolders, std::set<std::string>{"covers"});
    EXPECT_EQ(values(section("media_folders").exportSome(bucket_, selection), "slug"), Names{"covers"});
}

TEST_F(MediaMerge, NothingSelectedIsNothingExported) {
    import("media", {media("a.png", "")});
    TransferSelection selection;
    EXPECT_TRUE(section("media").exportSome(bucket_, selection).empty());
    EXPECT_TRUE(section("media_folders").exportSome(bucket_, selection).empty());
}

TEST_F(MediaMerge, WhatExistsStaysAsItIsWhereTheImportKeepsIt) {
    import("media_folders", {folder("covers", "Ours")});
    import("media", {media("a.png", "covers", 1)});
    EXPECT_EQ(import("media_folders", {folder("covers", "Theirs"), folder("more")}, true), "=c");
    EXPECT_EQ(import("media", {media("a.png", "more", 9), media("b.png", "more")}, true), "=c");
    const JsonArray folders = section("media_folders").exportAll(bucket_);
    EXPECT_EQ(folders.at(0).at("title"), "Ours");
    const JsonArray all = section("media").exportAll(bucket_);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all.at(0).at("size"), 1);
    EXPECT_EQ(all.at(0).at("folder"), "covers");
    EXPECT_EQ(import("media", {media("a.png", "more", 9)}), "u") << "an import from a file does change it";
}

TEST_F(MediaMerge, AllOfManyAreExportedOnceAndInTheirOrder) {
    JsonArray many;
    Names names;
    for (int i = 0; i < 450; ++i) {
        names.push_back("m" + std::to_string(1000 + i) + ".png");
        JsonObject record = media(names.back().c_str(), "");
        record["created"] = i < 300 ? "2026-01-31T09:30:00.000Z" : "2026-01-31T09:30:01.000Z";
        many.push_back(record);
    }
    import("media", many);
    EXPECT_EQ(values(section("media").exportAll(bucket_), "name"), names);
}

TEST_F(MediaMerge, ImportedAgainKeepsTheBytesItHas) {
    JsonObject record = media("a.txt", "", 99);
    record["location"] = "s3:elsewhere";
    import("media", {record});
    std::istringstream bytes("the sea");
    ASSERT_TRUE(fixture_.find<MediaIntake>()->fill(bucket_, "a.txt", bytes));
    const JsonArray filled = section("media").exportAll(bucket_);
    EXPECT_EQ(filled.at(0).at("type"), "text/plain");
    EXPECT_EQ(import("media", {record}), "=");
    EXPECT_EQ(section("media").exportAll(bucket_), filled);
    record["metadata"] = JsonObject{{"alt_text", "Waves"}};
    EXPECT_EQ(import("media", {record}), "u");
    JsonObject expected = filled.at(0).as_object();
    expected["metadata"] = record.at("metadata");
    EXPECT_EQ(section("media").exportAll(bucket_).at(0), Json(expected)) << "the rest is what the file says";
}

TEST_F(MediaMerge, ARecordWithoutBytesGetsThoseOfALocationThatIsHere) {
    import("media", {media("a.txt", ""), media("b.txt", ""), media("c.txt", "")});
    std::istringstream bytes("the sea");
    ASSERT_TRUE(fixture_.find<MediaIntake>()->fill(bucket_, "a.txt", bytes));
    JsonObject record = media("b.txt", "", 7);
    for (const Json& one : section("media").exportAll(bucket_))
        if (one.at("name") == "a.txt") record["location"] = one.at("location");
    EXPECT_EQ(import("media", {record}), "u");
    const auto content = fixture_.find<MediaLibrary>()->open(bucket_, "b.txt");
    ASSERT_TRUE(content);
    EXPECT_EQ(content->sizeBytes, 7);
    EXPECT_EQ(import("media", {record}), "=");

    record = media("c.txt", "");
    record["location"] = "s3:elsewhere";
    record["metadata"] = JsonObject{{"alt_text", "Waves"}};
    testkit::RecordingImport context(bucket_);
    for (const char* done : {"u", "u="}) {
        fixture_.database().write([&](Sql&) { section("media").importAll(JsonArray{Json(record)}, "media", context); });
        EXPECT_EQ(context.done, done);
    }
    EXPECT_EQ(context.notes, (std::map<std::string, int>{{"the bytes of a media are not here; send them", 2}}));
    for (const Json& one : section("media").exportAll(bucket_))
        EXPECT_EQ(one.at("location").is_null(), one.at("name") == "c.txt");
}

TEST_F(MediaMerge, ANewRecordHasTheSizeOfTheBytesItGets) {
    import("media", {media("a.txt", "")});
    std::istringstream bytes("the sea");
    ASSERT_TRUE(fixture_.find<MediaIntake>()->fill(bucket_, "a.txt", bytes));
    const Json location = section("media").exportAll(bucket_).at(0).at("location");
    import("media", {media("c.txt", "")});
    for (const char* name : {"b.txt", "c.txt"}) {
        JsonObject record = media(name, "", 99'999'999);
        record["location"] = location;
        EXPECT_EQ(import("media", {record}), name == std::string("b.txt") ? "c" : "u");
        EXPECT_EQ(import("media", {record}), "=");
    }
    for (const Json& one : section("media").exportAll(bucket_)) EXPECT_EQ(one.at("size"), 7) << writeJson(one);
}

TEST_F(MediaMerge, ALocationAtWhichNothingIsIsNotHandedOn) {
    JsonObject record = media("a.txt", "");
    record["location"] = "s3:elsewhere";
    import("media", {record});
    const JsonArray all = section("media").exportAll(bucket_);
    EXPECT_TRUE(all.at(0).at("location").is_null());
    TransferSelection selection;
    selection.mediaNames = {"a.txt"};
    EXPECT_EQ(section("media").exportSome(bucket_, selection), all);
    EXPECT_EQ(import("media", all), "=") << "what is exported is there";
}

TEST_F(MediaMerge, TypesAreCleaned) {
    JsonArray items;
    const std::vector<std::pair<const char*, const char*>> types = {{"audio/x,text/html", "application/octet-stream"},
                                                                    {"text/html\r\nX: y", "application/octet-stream"},
                                                                    {"Text/HTML; charset=utf-8", "text/html"},
                                                                    {"image/png", "image/png"}};
    for (std::size_t i = 0; i < types.size(); ++i) {
        JsonObject one = media(("m" + std::to_string(i)).c_str(), "");
        one["type"] = types[i].first;
        items.push_back(one);
    }
    EXPECT_EQ(import("media", items), "cccc");
    EXPECT_EQ(import("media", items), "====") << "the same file again";
    std::map<std::string, std::string> found;
    for (const Json& one : section("media").exportAll(bucket_))
        found.emplace(textOf(one.as_object(), "name"), textOf(one.as_object(), "type"));
    for (std::size_t i = 0; i < types.size(); ++i) EXPECT_EQ(found.at("m" + std::to_string(i)), types[i].second);
}

TEST_F(MediaMerge, NamesHoldNoControlCharacters) {
    for (const char* member : {"name", "original_name", "location"}) {
        JsonObject one = media("a.png", "");
        one[member] = "a\r\nb";
        testkit::RecordingImport context(bucket_, std::nullopt);
        fixture_.database().write([&](Sql&) { section("media").importAll(JsonArray{Json(one)}, "media", context); });
        EXPECT_FALSE(context.problems.empty()) << member;
    }
}

TEST_F(MediaMerge, NamesAreNoStepsOfAPath) {
    const auto problemsOf = [&](const char* name) {
        testkit::RecordingImport context(bucket_, std::nullopt);
        const JsonArray items{Json(media(name, ""))};
        fixture_.database().write([&](Sql&) { section("media").importAll(items, "media", context); });
        return context.problems;
    };
    for (const char* name : {".", ".."}) EXPECT_EQ(problemsOf(name), Names{"media[0].name: must not be '.' or '..'"});
    EXPECT_EQ(problemsOf("../a"), Names{"media[0].name: must not contain '/'"});
    EXPECT_EQ(problemsOf("..."), Names{});
}

}  // namespace
}  // namespace inkwell::media
