#include "kernel/commands/content.h"

#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/StreamSocket.h>
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "inkwell/json.h"

namespace inkwell::kernel {
namespace {

/// A bucket in memory, which keeps what it is sent.
class FakeSide : public ContentSide {
public:
    FakeSide(std::string name, std::string server, const Json& bucket)
        : name_(std::move(name)), server_(std::move(server)), bucket_(bucket) {}

    std::string name() const override { return name_; }
    std::string server() const override { return server_; }
    void exportTo(std::ostream& file) override {
        file << writeJson(Json(JsonObject{{"format", "inkwell-bucket/1"}, {"bucket", bucket_}}));
    }
    void import(std::istream& file) override {
        std::ostringstream text;
        text << file.rdbuf();
        imported.push_back(parseJson(text.str()).at("bucket").as_object());
        if (!refusal.empty()) throw std::runtime_error(refusal);
    }
    ContentFile openFile(const std::string& media) override {
        const auto found = files.find(media);
        if (found == files.end()) return {};
        const auto size = static_cast<std::int64_t>(found->second.size());
        return {std::make_shared<std::istringstream>(found->second.substr(0, breaksAt)), tellsSize ? size : -1};
    }
    void fill(const std::string& media, std::istream& bytes) override {
        std::ostringstream text;
        text << bytes.rdbuf();
        files[media] = text.str();
    }
    bool removeObject(const std::string& id, const std::string& modifiedAt) override {
        if (modifiedAt != changedAt) return false;
        removed.push_back(id);
        return true;
    }

    std::map<std::string, std::string> files;
    std::size_t breaksAt = std::string::npos;
    bool tellsSize = true;
    std::vector<JsonObject> imported;
    std::vector<std::string> removed;
    std::string changedAt;  // of all its objects, when they are to be deleted
    std::string refusal;

private:
    const std::string name_, server_;
    Json bucket_;
};

Json pageTo(const std::string& slug, const std::string& id, const std::string& next) {
    return JsonObject{{"id", id},
                      {"type", "pages"},
                      {"slug", slug},
                      {"title", slug},
                      {"metafields", {JsonObject{{"type", "object"}, {"key", "next"}, {"value", next}}}}};
}

Json bucketOf(const JsonArray& objects, const JsonArray& media = {}) {
    return JsonObject{{"title", "B"},
                      {"media", media},
                      {"object_types", {JsonObject{{"title", "Pages"}, {"slug", "pages"}}}},
                      {"objects", objects}};
}

const Json kPicture = JsonObject{{"name", "a.png"}, {"original_name", "a.png"}, {"location", "disk/a.png"}};

TEST(Content, RelationsNameTheObjectsOfTheTarget) {
    FakeSide source("source", "s",
                    bucketOf({pageTo("one", "s1", "s2"), pageTo("two", "s2", "s1"), pageTo("old", "s3", "s1")}));
    FakeSide target("target", "t", bucketOf({pageTo("old", "t3", ""), pageTo("two", "t2", "t2")}));
    std::ostringstream out;
    EXPECT_EQ(applyContent(source, target, false, out), 0);
    EXPECT_EQ(out.str(),
              "  ~ pages/old: metadata.next\n  + pages/one\n  ~ pages/two: metadata.next\n"
              "target has the content of source now: 3 objects, 0 media records and 0 files\n");
    ASSERT_EQ(target.imported.size(), 1U);
    std::map<std::string, std::string> ids;
    std::map<std::string, std::string> next;
    for (const Json& object : target.imported[0].at("objects").as_array()) {
        const std::string slug(textOf(object.as_object(), "slug"));
        ids[slug] = textOf(object.as_object(), "id");
        next[slug] = textOf(object.at("metafields").at(0).as_object(), "value");
    }
    EXPECT_EQ(ids.at("two"), "t2");
    EXPECT_EQ(ids.at("old"), "t3");
    EXPECT_EQ(ids.at("one").size(), 24U) << "a new one has an id for the file";
    EXPECT_EQ(next,
              (std::map<std::string, std::string>{{"one", "t2"}, {"two", ids.at("one")}, {"old", ids.at("one")}}));
}

Json pageWith(const std::string& slug, const std::string& id, const JsonArray& metafields) {
    JsonObject page = pageTo(slug, id, "").as_object();
    page["metafields"] = metafields;
    return page;
}

TEST(Content, JsonThatLooksLikeARelationTravelsAsItIs) {
    const auto json = [](const std::string& id, const std::string& list) {
        return JsonObject{{"type", "json"},
                          {"key", "data"},
                          {"value", JsonObject{{"type", "object"},
                                               {"value", id},
                                               {"children", {JsonObject{{"type", "objects"}, {"value", list}}}}}}};
    };
    const Json old = pageTo("old", "s1", "");
    FakeSide source("source", "s", bucketOf({old, pageWith("one", "s2", {json("s1", "one, two,")})}));
    FakeSide target("target", "t", bucketOf({pageTo("old", "t1", "")}));
    std::ostringstream out;
    EXPECT_EQ(applyContent(source, target, false, out), 0);
    const Json& sent = target.imported.at(0).at("objects").at(0).at("metafields").at(0).at("value");
    EXPECT_EQ(sent, json("s1", "one, two,").at("value"));
    FakeSide changed("target", "t",
                     bucketOf({pageTo("old", "t1", ""), pageWith("one", "t2", {json("t1", "one, two")})}));
    std::ostringstream differences;
    EXPECT_EQ(diffContent(source, changed, false, differences), kContentDiffers);
    EXPECT_EQ(differences.str(), "  ~ pages/one: metadata.data\n");
}

TEST(Content, RelationsInGroupsAndWithBlanksNameTheObjectsOfTheTarget) {
    const auto list = [](const std::string& key, const std::string& ids) {
        return JsonObject{{"type", "objects"}, {"key", key}, {"value", ids}};
    };
    const auto repeater = [&](const std::string& ids) {
        const JsonObject row{{"type", "repeating_item"}, {"children", {list("in", ids)}}};
        return JsonObject{{"type", "repeater"}, {"key", "rows"}, {"children", {row}}, {"repeater_fields", JsonArray()}};
    };
    const auto bucketWith = [&](const std::string& own, const std::string& ids) {
        return bucketOf({pageTo("a", own + "1", ""), pageTo("b", own + "2", ""),
                         pageWith("one", own + "3", {list("all", ids), repeater(ids)})});
    };
    FakeSide source("source", "s", bucketWith("s", " s1 , s2,, "));
    FakeSide same("target", "t", bucketWith("t", "t1,t2"));
    std::ostringstream out;
    EXPECT_EQ(diffContent(source, same, false, out), 0) << out.str();
    FakeSide other("target", "t", bucketWith("t", "t2"));
    EXPECT_EQ(applyContent(source, other, false, out), 0);
    const JsonObject& page = other.imported.at(0).at("objects").at(0).as_object();
    EXPECT_EQ(page.at("metafields").at(0).at("value"), "t1,t2");
    EXPECT_EQ(page.at("metafields").at(1).at("children").at(0).at("children").at(0).at("value"), "t1,t2");
}

TEST(Content, TheAddressOfAFileIsNoDifferenceBetweenItsBuckets) {
    const auto bucketWith = [](const std::string& slug, const std::string& text) {
        JsonObject page = pageTo("one", "s1", "").as_object();
        page["content"] = text;
        JsonObject bucket = bucketOf({page}).as_object();
        bucket["slug"] = slug;
        return Json(bucket);
    };
    FakeSide source("source", "s", bucketWith("draft", "/v2/media-files/draft/a.png, /v2/images/draft/a.png?w=2"));
    FakeSide same("target", "t", bucketWith("live", "/v2/media-files/live/a.png, /v2/images/live/a.png?w=2"));
    std::ostringstream out;
    EXPECT_EQ(diffContent(source, same, false, out), 0) << out.str();
    FakeSide other("target", "t", bucketWith("live", "/v2/media-files/live/b.png, /v2/images/live/a.png?w=2"));
    EXPECT_EQ(applyContent(source, other, false, out), 0);
    ASSERT_EQ(other.imported.size(), 1U);
    EXPECT_EQ(other.imported[0].at("slug"), "draft") << "so that the import knows which addresses are the bucket's own";
}

TEST(Content, TheAddressOfAFileIsNoDifferenceBetweenItsServers) {
    const auto bucketWith = [](const std::string& slug, const std::string& base, const std::string& text) {
        JsonObject page = pageTo("one", "s1", "").as_object();
        page["content"] = text;
        JsonObject bucket = bucketOf({page}).as_object();
        bucket["slug"] = slug;
        bucket["base_url"] = base;
        return Json(bucket);
    };
    const std::string near = "http://near.example";
    const std::string far = "https://far.example:8443/api";
    const std::string file = "/v2/media-files/draft/a.png";
    const std::string other = " https://elsewhere.example" + file;
    FakeSide source("source", "s",
                    bucketWith("draft", near, "\n" + file + "'" + near + file + " " + near + file + other));
    const std::string there = "/v2/media-files/live/a.png";
    FakeSide same("target", "t", bucketWith("live", far, "\n" + there + "'" + far + there + " " + far + there + other));
    std::ostringstream out;
    EXPECT_EQ(diffContent(source, same, false, out), 0) << out.str();
    for (const std::string& text : {"\n" + there + "'" + near + there + " " + far + there + other,
                                    "\n" + there + "'" + there + " " + far + there + other}) {
        FakeSide differs("target", "t", bucketWith("live", far, text));
        EXPECT_EQ(applyContent(source, differs, false, out), 0);
        ASSERT_EQ(differs.imported.size(), 1U) << text;
        EXPECT_EQ(differs.imported[0].at("base_url"), Json(near));
    }
}

TEST(Content, BytesAreSentOnlyWhereTheTargetLacksThem) {
    FakeSide source("source", "s", bucketOf({}, {kPicture}));
    source.files["a.png"] = "bytes";
    Json without = kPicture;
    without.as_object()["location"] = nullptr;
    for (const char* server : {"t", "s"}) {
        FakeSide lacks("target", server, bucketOf({}, {without}));
        std::ostringstream out;
        EXPECT_EQ(applyContent(source, lacks, false, out), 0);
        EXPECT_EQ(lacks.files, source.files) << server;
    }
    std::ostringstream out;
    for (const char* location : {"s3/a.png", "disk/a.png"}) {
        Json there = kPicture;
        there.as_object()["location"] = location;  // the latter in a server that was restored from the other's backup
        FakeSide has("target", "t", bucketOf({}, {there}));
        EXPECT_EQ(diffContent(source, has, false, out), 0) << location;
        EXPECT_EQ(applyContent(source, has, false, out), 0) << location;
        EXPECT_TRUE(has.files.empty()) << location;
    }
    FakeSide beside("target", "s", bucketOf({}));
    EXPECT_EQ(applyContent(source, beside, false, out), 0);
    EXPECT_TRUE(beside.files.empty()) << "two buckets of a server share their files";
    EXPECT_EQ(beside.imported.at(0).at("media").at(0).at("location"), "disk/a.png");
}

TEST(Content, AFileThatBreaksOffIsNotStored) {
    Json picture = kPicture;
    picture.as_object()["size"] = 5;
    FakeSide source("source", "s", bucketOf({}, {picture}));
    source.files["a.png"] = "bytes";
    source.breaksAt = 3;
    for (const bool tellsSize : {true, false}) {
        source.tellsSize = tellsSize;
        FakeSide target("target", "t", bucketOf({}));
        std::ostringstream out;
        try {
            applyContent(source, target, false, out);
            ADD_FAILURE() << "it was taken";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(),
                         "file a.png of source broke off after 3 of 5 bytes and was not stored; the same command goes "
                         "on from here");
        }
        EXPECT_TRUE(target.files.empty());
    }
}

TEST(Content, AFileOfAnotherSizeIsTold) {
    Json whole = kPicture;
    whole.as_object()["size"] = 5;
    Json cut = kPicture;
    cut.as_object()["size"] = 3;
    cut.as_object()["location"] = "s3/a.png";
    FakeSide source("source", "s", bucketOf({}, {whole}));
    FakeSide target("target", "t", bucketOf({}, {cut}));
    const std::string told = "  ! file a.png: has another size there; delete that media record, and it comes anew\n";
    std::ostringstream diff;
    EXPECT_EQ(diffContent(source, target, false, diff), kContentDiffers);
    EXPECT_EQ(diff.str(), told);
    std::ostringstream apply;
    EXPECT_EQ(applyContent(source, target, false, apply), kContentDiffers);
    EXPECT_EQ(apply.str(), told +
                               "target has the content of source now: 0 objects, 0 media records and 0 files\n"
                               "except 1 file of another size\n");
}

TEST(Content, AFileThatNobodyHasIsToldAndStopsNothing) {
    Json other = kPicture;
    other.as_object()["name"] = "b.png";
    FakeSide source("source", "s", bucketOf({pageTo("one", "s1", "")}, {kPicture, other}));
    source.files["b.png"] = "bytes";
    FakeSide target("target", "t", bucketOf({}));
    std::ostringstream out;
    EXPECT_EQ(applyContent(source, target, false, out), kContentDiffers);
    EXPECT_EQ(out.str(),
              "  + media a.png\n  + media b.png\n  + file a.png\n  + file b.png\n  + pages/one\n"
              "  file a.png is missing in source too\n"
              "target has the content of source now: 1 object, 2 media records and 1 file\n"
              "except 1 file that source has lost\n");
    EXPECT_EQ(target.imported.size(), 2U) << "its record, then the object";
}

TEST(Content, TheTargetIsToldWhichStateOfAnObjectIsOverwritten) {
    FakeSide source("source", "s", bucketOf({pageTo("one", "s1", ""), pageTo("two", "s2", "s1")}));
    Json there = pageTo("two", "t2", "");
    there.as_object()["modified_at"] = "2026-01-31T09:30:00.000Z";
    FakeSide target("target", "t", bucketOf({there}));
    std::ostringstream out;
    EXPECT_EQ(applyContent(source, target, false, out), 0);
    std::map<std::string, Json> states;
    for (const Json& object : target.imported.at(0).at("objects").as_array()) {
        states[std::string(textOf(object.as_object(), "slug"))] = object.at("if_modified_at");
    }
    EXPECT_EQ(states, (std::map<std::string, Json>{{"one", nullptr}, {"two", "2026-01-31T09:30:00.000Z"}}));
}

TEST(Content, AProblemNamesTheObjectAndNotItsPlaceInTheFile) {
    FakeSide source("source", "s", bucketOf({pageTo("one", "s1", ""), pageTo("two", "s2", "")}));
    FakeSide target("target", "t", bucketOf({}));
    target.refusal = "400: the file does not fit\n  bucket.objects[1].metafields[0].value: must be a date";
    std::ostringstream out;
    try {
        applyContent(source, target, false, out);
        FAIL() << "it was taken";
    } catch (const std::runtime_error& refused) {
        EXPECT_NE(std::string(refused.what()).find("\n  pages/two metafields[0].value: must be a date"),
                  std::string::npos)
            << refused.what();
    }
}

TEST(Content, OnlyWithTheFlagAreObjectsDeleted) {
    FakeSide source("source", "s", bucketOf({}));
    FakeSide target("target", "t", bucketOf({pageTo("old", "t3", "")}));
    std::ostringstream out;
    EXPECT_EQ(diffContent(source, target, false, out), 0);
    EXPECT_EQ(diffContent(source, target, true, out), kContentDiffers);
    EXPECT_EQ(applyContent(source, target, false, out), 0);
    EXPECT_TRUE(target.removed.empty());
    EXPECT_EQ(applyContent(source, target, true, out), 0);
    EXPECT_EQ(target.removed, std::vector<std::string>{"t3"});
}

TEST(Content, WhatIsChangedBeforeItIsDeletedStaysAndIsTold) {
    FakeSide source("source", "s", bucketOf({}));
    JsonObject old = pageTo("old", "t3", "").as_object();
    old["modified_at"] = "2026-01-31T09:30:00.000Z";
    FakeSide target("target", "t", bucketOf({old}));
    target.changedAt = "2026-01-31T09:30:00.001Z";
    std::ostringstream out;
    EXPECT_EQ(applyContent(source, target, true, out), kContentDiffers);
    EXPECT_TRUE(target.removed.empty());
    EXPECT_EQ(out.str(),
              "  - pages/old\n  = pages/old: was changed meanwhile, or a draft is prepared over it; it stays\n"
              "target has the content of source now: 0 objects, 0 media records and 0 files, 0 deleted\n"
              "except 1 object that had to stay\n");
    target.changedAt = "2026-01-31T09:30:00.000Z";
    EXPECT_EQ(applyContent(source, target, true, out), 0);
    EXPECT_EQ(target.removed, std::vector<std::string>{"t3"});
}

// Poco's stream ends quietly where the connection does.
TEST(Content, AServerSaysHowLongItsFileIs) {
    Poco::Net::ServerSocket listener(Poco::Net::SocketAddress("127.0.0.1", 0));
    std::thread server([&] {
        Poco::Net::StreamSocket client = listener.acceptConnection();
        std::string request;
        char part[1024];
        while (request.find("\r\n\r\n") == std::string::npos) {
            const int size = client.receiveBytes(part, sizeof(part));
            if (size <= 0) return;
            request.append(part, static_cast<std::size_t>(size));
        }
        const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc";
        client.sendBytes(answer.data(), static_cast<int>(answer.size()));
    });
    const std::string address = "http://127.0.0.1:" + std::to_string(listener.address().port()) + "/v2/buckets/blog";
    const auto side = remoteSide(address, "t");
    const ContentFile file = side->openFile("a.png");
    server.join();
    ASSERT_NE(file.bytes, nullptr);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(*file.bytes), {}), "abc");
    EXPECT_EQ(file.size, 100);
}

TEST(Content, AddressesOfBucketsAreRecognised) {
    EXPECT_FALSE(isAddress("blog"));
    EXPECT_TRUE(isAddress("https://example.com/v2/buckets/blog"));
    EXPECT_EQ(remoteSide("https://example.com/v2/buckets/blog/", "t")->name(), "https://example.com/v2/buckets/blog");
    EXPECT_EQ(remoteSide("http://localhost:8055/cms/v2/buckets/blog", "t")->server(), "localhost:8055/cms");
    for (const char* address :
         {"ftp://example.com/v2/buckets/blog", "https://example.com/blog", "https:///v2/buckets/blog",
          "https://example.com/v2/buckets/", "https://example.com/v2/buckets/a/b",
          "https://ann:secret@example.com/v2/buckets/blog", "https://example.com/v2/buckets/blog?read_key=x"}) {
        EXPECT_THROW(remoteSide(address, "t"), std::runtime_error) << address;
    }
}

TEST(Content, ATokenIsReadableOnlyOnItsWayToAnotherMachineByPlainHttp) {
    EXPECT_TRUE(isReadable("http://example.com/v2/buckets/blog"));
    EXPECT_FALSE(isReadable("https://example.com/v2/buckets/blog"));
    for (const char* here : {"127.0.0.1", "[::1]", "localhost"}) {
        EXPECT_FALSE(isReadable("http://" + std::string(here) + ":8055/v2/buckets/blog")) << here;
    }
}

}  // namespace
}  // namespace inkwell::kernel
