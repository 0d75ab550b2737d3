#pragma once

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include "recording_import.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {

using testkit::RecordingImport;
using Members = std::set<std::string, std::less<>>;

/// Two buckets, with the real metafields and media plugins beside the objects.
class TransferTest : public testing::Test {
protected:
    TransferTest() {
        source_ = makeBucket("b00000000000000000000001", "source");
        target_ = makeBucket("b00000000000000000000002", "target");
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.load("media_store_disk");
        fixture_.load("media");
        fixture_.host(inkwell_plugin);
        fixture_.load("metafields");
    }
    static Bucket makeBucket(const char* id, const char* slug) {
        Bucket bucket;
        bucket.id = id;
        bucket.slug = slug;
        return bucket;
    }
    std::vector<BucketTransfer*> sections() {
        std::vector<BucketTransfer*> all = fixture_.contributions<BucketTransfer>();
        std::sort(all.begin(), all.end(), [](auto* a, auto* b) { return a->rank() < b->rank(); });
        return all;
    }
    RecordingImport importAll(const Bucket& bucket, const JsonObject& file, std::optional<Members> members = {}) {
        RecordingImport context(bucket, std::move(members));
        fixture_.database().write([&](Sql&) {
            for (BucketTransfer* section : sections()) {
                const JsonArray* items = arrayOf(file, section->member());
                if (items != nullptr) section->importAll(*items, "bucket." + section->member(), context);
            }
            for (const auto& work : context.late) work();
        });
        return context;
    }
    JsonObject exportAll(const Bucket& bucket) {
        JsonObject file;
        for (BucketTransfer* section : sections()) file[section->member()] = section->exportAll(bucket);
        return file;
    }
    JsonObject exportSome(const Bucket& bucket, TransferSelection selection) {
        JsonObject file;
        std::vector<BucketTransfer*> falling = sections();
        std::reverse(falling.begin(), falling.end());
        for (BucketTransfer* section : falling) file[section->member()] = section->exportSome(bucket, selection);
        return file;
    }
    static TransferSelection selecting(std::set<std::string> ids) {
        TransferSelection selection;
        selection.objectIds = std::move(ids);
        return selection;
    }
    std::string idOf(const Bucket& bucket, std::string_view slug) {
        const JsonObject file = exportAll(bucket);
        for (const Json& one : file.at("objects").as_array()) {
            if (one.at("slug") == Json(slug)) return std::string(textOf(one.as_object(), "id"));
        }
        ADD_FAILURE() << "no object '" << slug << "'";
        return "";
    }
    static std::vector<std::string> sorted(const JsonObject& file, const char* section, const char* member) {
        std::vector<std::string> all;
        for (const Json& one : file.at(section).as_array()) all.emplace_back(textOf(one.as_object(), member));
        std::sort(all.begin(), all.end());
        return all;
    }
    static JsonObject demo() {
        std::ifstream file(INKWELL_DEMO_FILE);
        const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        return parseJson(text, "demo").at("bucket").as_object();
    }
    // Ids are the file's: by number of their object.
    static std::string withoutObjectIds(const JsonObject& file) {
        std::string text = writeJson(file);
        int number = 0;
        for (const Json& one : file.at("objects").as_array()) {
            const std::string id(textOf(one.as_object(), "id"));
            const std::string name = "object-" + std::to_string(++number);
            for (std::size_t at = text.find(id); at != std::string::npos; at = text.find(id)) {
                text.replace(at, id.size(), name);
            }
        }
        return text;
    }
    static JsonObject file(const JsonArray& types, const JsonArray& objects) {
        return {{"object_types", types}, {"objects", objects}};
    }

    testkit::FakeBucketDirectory directory_;
    test::PluginFixture fixture_;
    Bucket source_;
    Bucket target_;
};

}  // namespace inkwell::objects
