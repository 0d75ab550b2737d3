#include "inkwell/bucket_file_writer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <system_error>

namespace inkwell {
namespace {

class Entries : public BucketTransfer {
public:
    Entries(std::string name, JsonArray entries) : name_(std::move(name)), entries_(std::move(entries)) {}
    std::string member() const override { return name_; }
    int rank() const override { return 1; }
    void exportAll(const Bucket&, const TakeEntry& take) override {
        for (const Json& entry : entries_) take(entry);
    }
    JsonArray exportSome(const Bucket&, TransferSelection&) override { return {}; }
    void importAll(ImportItems&, const std::string&, ImportContext&) override {}

private:
    const std::string name_;
    const JsonArray entries_;
};

Bucket blog() {
    Bucket bucket;
    bucket.title = "Bl\"og";
    bucket.slug = "blog";
    bucket.readKeyReadsDrafts = false;
    return bucket;
}

TEST(BucketFileWriter, WritesTheSectionsInTheirOrder) {
    Entries none("none", {});
    Entries words("words", {JsonObject{{"a", "line\nbreak"}, {"b", JsonArray{1, 2}}}, "c", JsonObject()});
    std::ostringstream compact;
    writeBucketFile(compact, blog(), "https://cms.example.com", {&none, &words});
    EXPECT_EQ(compact.str(), R"({"format":"inkwell-bucket/1","bucket":{"title":"Bl\"og","slug":"blog",)"
                             R"("base_url":"https://cms.example.com","read_key_reads_drafts":false,)"
                             R"("none":[],"words":[{"a":"line\nbreak","b":[1,2]},"c",{}]}})");
    std::ostringstream pretty;
    writeBucketFile(pretty, blog(), "https://cms.example.com", {&none, &words}, BucketFileForm::Pretty);
    EXPECT_EQ(pretty.str(), writePrettyJson(parseJson(compact.str()))) << "as all at once";
    EXPECT_EQ(words.BucketTransfer::exportAll(blog()).size(), 3U);
}

TEST(BucketFileWriter, EndsWithTheReasonWhereTheFileTakesNoMore) {
    Entries many("words", JsonArray(1000, Json(std::string(1000, 'x'))));
    std::ofstream full("/dev/full");
    try {
        writeBucketFile(full, blog(), "https://cms.example.com", {&many});
        ADD_FAILURE() << "there is no room";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::errc::no_space_on_device);
    }
}

}  // namespace
}  // namespace inkwell
