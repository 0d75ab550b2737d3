// The whole plugin, with one section in place of those of other plugins.
#include "routes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <sstream>

#include "fake_bucket_directory.h"
#include "inkwell/bucket_transfer.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::transfer {
namespace {

using test::errorOf;

const std::string kExport = "/v2/buckets/{bucket_slug}/export";
const std::string kImport = "/v2/buckets/{bucket_slug}/import";

/// A section of texts, which it keeps.
class Words : public BucketTransfer {
public:
    std::string member() const override { return "words"; }
    int rank() const override { return 1; }
    void exportAll(const Bucket&, const TakeEntry& take) override {
        for (const Json& word : words) take(word);
    }
    JsonArray exportSome(const Bucket&, TransferSelection&) override { return {}; }
    void importAll(ImportItems& items, const std::string&, ImportContext& context) override {
        items.forEach([&](std::size_t, const Json& item) {
            words.push_back(item);
            context.created();
            context.note("a word");
        });
    }
    JsonArray words;
};

class TransferRoutes : public testing::Test {
protected:
    TransferRoutes() {
        auto bucket = std::make_shared<Bucket>();
        bucket->id = "b00000000000000000000001";
        bucket->slug = "blog";
        bucket->title = "Blog";
        bucket_ = bucket;
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.contribute<BucketTransfer>(words_);
        fixture_.host(inkwell_plugin);
    }
    RequestParts parts() {
        RequestParts parts;
        parts.bucket = bucket_;
        parts.access = Access::user("ann", membership_);
        return parts;
    }
    Json import(const std::string& text, std::vector<std::pair<std::string, std::string>> query = {}) {
        std::istringstream body(text);
        RequestParts sent = parts();
        sent.stream = &body;
        sent.query = std::move(query);
        return fixture_.call(Method::Post, kImport, std::move(sent)).json;
    }

    testkit::FakeBucketDirectory directory_;
    Membership membership_{Role::Admin, false, {}, {}};
    Words words_;
    test::PluginFixture fixture_;
    std::shared_ptr<const Bucket> bucket_;
};

TEST_F(TransferRoutes, AreForAdminsOfTheBucket) {
    EXPECT_EQ(fixture_.authOf(Method::Get, kExport), Auth::BucketAdmin);
    EXPECT_EQ(fixture_.authOf(Method::Post, kImport), Auth::BucketAdmin);
}

TEST_F(TransferRoutes, AnExportIsAFileToBeSaved) {
    words_.words = {"a"};
    const Response response = fixture_.call(Method::Get, kExport, parts());
    ASSERT_TRUE(response.stream);
    const std::string text{std::istreambuf_iterator<char>(*response.stream->bytes), std::istreambuf_iterator<char>()};
    EXPECT_EQ(parseJson(text).at("bucket"),
              (Json{{"title", "Blog"}, {"slug", "blog"}, {"base_url", "http://localhost:8055"}, {"words", {"a"}}}));
    std::string headers;
    for (const auto& [name, value] : response.headers) headers += name + ": " + value + "\n";
    EXPECT_EQ(headers, "Cache-Control: no-store\nContent-Disposition: attachment; filename=\"blog.json\"\n");
}

TEST_F(TransferRoutes, AnImportTellsWhatItDid) {
    const Json done = import(R"({"bucket": {"words": ["a", "b"]}})");
    EXPECT_EQ(done.at("dry_run"), false);
    EXPECT_EQ(done.at("sections"), (Json{{"words", {{"created", 2}, {"updated", 0}, {"unchanged", 0}}}}));
    EXPECT_EQ(done.at("notes"), Json(JsonArray{JsonObject{{"note", "a word"}, {"times", 2}}}));
    EXPECT_EQ(import(R"({"bucket": {"words": ["a"]}})", {{"dry_run", "true"}}).at("dry_run"), true);
}

TEST_F(TransferRoutes, AnImportIsNotForWhoMayNotPublish) {
    membership_.draftOnly = true;
    const std::string refusal = "403: your role in this bucket does not allow to publish, or to edit what is published";
    EXPECT_EQ(errorOf([&] { import(R"({"bucket": {"words": ["a"]}})"); }), refusal);
    EXPECT_EQ(errorOf([&] { import(R"({"bucket": {"words": ["a"]}})", {{ "dry_run", "true" }}); }), refusal);
    EXPECT_TRUE(words_.words.empty());
}

TEST_F(TransferRoutes, AnImportOfSomethingElseIsRefused) {
    EXPECT_EQ(errorOf([&] { import("[]"); }),
              "400: the file cannot be imported: bucket: the file must be a JSON object with an object 'bucket'");
    EXPECT_EQ(errorOf([&] {
                  import(R"({"bucket": {}})", {{ "dry_run", "perhaps" }});
              }),
              "400: dry_run must be true or false, not 'perhaps'");
    EXPECT_TRUE(errorOf([&] { import("{"); }).starts_with("400: ")) << "no JSON";
    EXPECT_TRUE(words_.words.empty());
}

}  // namespace
}  // namespace inkwell::transfer
