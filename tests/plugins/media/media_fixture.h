#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "fake_bucket_directory.h"
#include "inkwell/media_library.h"
#include "inkwell/media_store.h"
#include "response_parts.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::media {

using test::errorOf;
using testkit::bytesOf;
using testkit::headerOf;

/// The media plugin with the disk store on a fresh database; requests are handed to its routes.
class MediaFixture : public testing::Test {
protected:
    static constexpr const char* kMedia = "/v2/buckets/{bucket_slug}/media";
    static constexpr const char* kFolders = "/v2/buckets/{bucket_slug}/media-folders";
    static constexpr const char* kFile = "/v2/media-files/{bucket_slug}/{name}";

    explicit MediaFixture(JsonObject settings = {}) {
        auto bucket = std::make_shared<Bucket>();
        bucket->id = "b00000000000000000000001";
        bucket->slug = "site";
        bucket->writeKey = "key";
        bucket_ = bucket;
        directory_.buckets = {bucket};
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.load("media_store_disk");
        fixture_.host(inkwell_plugin, std::move(settings));
        fixture_.runJob("place");  // a server starts this plugin before its store
    }

    struct Part {
        std::string head;
        std::string bytes;
    };
    static Part file(const std::string& name, const std::string& bytes, const std::string& type = "") {
        return {
            "form-data; name=\"media\"; filename=\"" + name + "\"" + (type.empty() ? "" : "\r\nContent-Type: " + type),
            bytes};
    }
    static Part text(const std::string& name, const std::string& bytes) {
        return {"form-data; name=\"" + name + "\"", bytes};
    }
    static std::string form(const std::vector<Part>& parts) {
        std::string body;
        for (const Part& part : parts) {
            body += "--limit\r\nContent-Disposition: " + part.head + "\r\n\r\n" + part.bytes + "\r\n";
        }
        return body + "--limit--\r\n";
    }
    JsonObject sendForm(const std::string& body, const Access& access = Access::writeKey()) {
        std::istringstream stream(body);
        RequestParts parts;
        parts.bucket = bucket_;
        parts.access = access;
        parts.stream = &stream;
        parts.headers = {{"Content-Type", "multipart/form-data; boundary=limit"}, {"Authorization", "Bearer key"}};
        return fixture_.call(Method::Post, kMedia, std::move(parts)).json.at("media").as_object();
    }
    JsonObject upload(const std::vector<Part>& parts) { return sendForm(form(parts)); }

    Response call(Method method, const std::string& path, RequestParts parts = {}) {
        parts.bucket = bucket_;
        parts.access = Access::writeKey();
        return fixture_.call(method, path, std::move(parts));
    }
    Response serve(const std::string& name, std::vector<std::pair<std::string, std::string>> headers = {}) {
        RequestParts parts;
        parts.bucket = bucket_;
        parts.path = {{"name", name}};
        parts.headers = std::move(headers);
        return fixture_.call(Method::Get, kFile, std::move(parts));
    }
    static std::string textIn(const JsonObject& object, const char* key) { return std::string(textOf(object, key)); }

    inkwell::MediaStore& disk() { return *fixture_.contributions<inkwell::MediaStore>().front(); }
    std::vector<std::string> storedKeys() {
        std::vector<std::string> keys;
        disk().list([&](const inkwell::MediaStore::Entry& entry) { keys.push_back(entry.key); });
        return keys;
    }
    std::int64_t count(const std::string& table) {
        return fixture_.database().read(
            [&](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM " + table)->at(0).integer(); });
    }

    testkit::FakeBucketDirectory directory_;
    test::PluginFixture fixture_;
    std::shared_ptr<const Bucket> bucket_;
};

}  // namespace inkwell::media
