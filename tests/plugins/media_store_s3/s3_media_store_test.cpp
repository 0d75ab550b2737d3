// The store and a real service.
#include "s3_media_store.h"

#include <fstream>
#include <iterator>

#include "inkwell/crypto.h"
#include "media_store_suite.h"
#include "tests/interop/s3rver.h"

namespace inkwell::testkit {
namespace {

using Kind = MediaStoreError::Kind;
using media_store_s3::S3MediaStore;
using media_store_s3::S3Options;
using test::S3rver;

/// By path, with a prefix that nobody else has: each store is alone.
S3Options freshOptions(const S3rver& service = S3rver::shared()) {
    S3Options options;
    options.endpoint = "http://127.0.0.1:" + std::to_string(service.port());
    options.bucket = "media";
    options.accessKey = "S3RVER";
    options.secretKey = "S3RVER";
    options.prefix = "tests/" + randomToken(12);
    options.pathStyle = true;
    return options;
}

std::unique_ptr<MediaStore> makeStore() { return std::make_unique<S3MediaStore>(freshOptions()); }

std::unique_ptr<MediaStore> makePublicStore() {
    S3Options options = freshOptions();
    options.publicAddress = "https://cdn.example.com/files";
    return std::make_unique<S3MediaStore>(options);
}

INSTANTIATE_TEST_SUITE_P(S3, MediaStoreSuite,
                         testing::Values(MediaStoreCase{"s3rver", makeStore},
                                         MediaStoreCase{"s3rverWithAPublicAddress", makePublicStore}),
                         MediaStoreSuite::nameOf);

void put(MediaStore& store, const std::string& key, const std::string& bytes) {
    const auto writer = store.begin(key, {"text/plain"});
    writer->write(bytes);
    writer->commit();
}

Kind kindOf(const std::function<void()>& action, const std::string& part) {
    try {
        action();
    } catch (const MediaStoreError& error) {
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        return error.kind();
    }
    ADD_FAILURE() << "no MediaStoreError was thrown";
    return Kind::NotFound;
}

TEST(S3Store, KeepsContentForTheNextServer) {
    const S3Options options = freshOptions();
    S3MediaStore first(options);
    put(first, "k1", "one");
    S3MediaStore next(options);
    EXPECT_EQ(next.size("k1"), 3);
}

TEST(S3Store, CopiesAContentWholeOrNotAtAll) {
    S3MediaStore store(freshOptions());
    for (const std::string bytes : {"one", ""}) {
        put(store, "k1", bytes);
        EXPECT_TRUE(store.copy("k1", "k2"));
        store.remove("k1");
        EXPECT_EQ(store.size("k2"), std::ssize(bytes)) << "it needs the other one no more";
    }
    EXPECT_EQ(kindOf([&] { store.copy("k1", "k3"); }, "404"), Kind::NotFound);
    EXPECT_EQ(kindOf([&] { store.copy("k2", "../k3"); }, "is no key"), Kind::Other);
    EXPECT_EQ(kindOf([&] { store.size("k3"); }, "404"), Kind::NotFound);
}

TEST(S3Store, SeesNothingUnderAnotherPrefix) {
    S3MediaStore one(freshOptions());
    S3MediaStore other(freshOptions());
    put(one, "k1", "one");
    EXPECT_EQ(kindOf([&] { other.size("k1"); }, "404"), Kind::NotFound);
    other.remove("k1");
    EXPECT_EQ(one.size("k1"), 3);
    other.list([](const MediaStore::Entry& entry) { ADD_FAILURE() << entry.key; });
}

TEST(S3Store, ListsMoreThanOnePage) {
    S3MediaStore store(freshOptions());
    constexpr int kCount = 1010;  // a page has 1000
    for (int i = 0; i < kCount; ++i) put(store, "k" + std::to_string(i), "");
    int seen = 0;
    store.list([&](const MediaStore::Entry&) { ++seen; });
    EXPECT_EQ(seen, kCount);
}

TEST(S3Store, SaysThatTheAccountIsUnknownWithoutTellingIt) {
    S3Options options = freshOptions();
    options.accessKey = "nobodys-key";
    options.secretKey = "nobodys-secret";
    S3MediaStore store(options);
    try {
        put(store, "k1", "one");
        ADD_FAILURE() << "the service took it";
    } catch (const MediaStoreError& error) {
        const std::string text = error.what();
        EXPECT_EQ(error.kind(), Kind::Other);
        EXPECT_NE(text.find("403 InvalidAccessKeyId"), std::string::npos) << text;
        EXPECT_EQ(text.find("nobodys"), std::string::npos) << text;
    }
}

TEST(S3Store, SaysThatTheBucketIsNotThere) {
    S3Options options = freshOptions();
    options.bucket = "another";
    S3MediaStore store(options);
    EXPECT_EQ(kindOf([&] { put(store, "k1", "one"); }, "404 NoSuchBucket"), Kind::Other);
}

TEST(S3Store, ChecksThatTheBucketIsThereAndTheAccountKnown) {
    S3Options options = freshOptions();
    EXPECT_NO_THROW(S3MediaStore(options).check());
    S3MediaStore store(options);
    put(store, "k1", "one");
    put(store, "k2", "two");
    EXPECT_NO_THROW(store.check()) << "with more than the one that it asks for";
    options.bucket = "another";
    kindOf([&] { S3MediaStore(options).check(); }, "404 NoSuchBucket");
    options.bucket = "media";
    options.accessKey = "nobodys-key";
    kindOf([&] { S3MediaStore(options).check(); }, "403 InvalidAccessKeyId");
}

/// A service with a certificate for `localhost` that nobody knows.
class S3StoreOverTls : public testing::Test {
protected:
    S3StoreOverTls() {
        const auto made =
            test::runProgram("/usr/bin/env", {"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3",
                                              "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                                              "-keyout", file("key"), "-out", file("certificate")});
        EXPECT_EQ(made.code, 0) << made.err;
        service_ = std::make_unique<S3rver>(file("certificate"), file("key"));
    }
    std::string file(const std::string& name) const { return (folder_.path() / name).string(); }
    S3Options options(const std::string& host) const {
        S3Options options = freshOptions(*service_);
        options.endpoint = "https://" + host + ":" + std::to_string(service_->port());
        return options;
    }

    test::TemporaryFolder folder_;
    std::unique_ptr<S3rver> service_;
};

TEST_F(S3StoreOverTls, TrustsOnlyCertificatesThatItKnowsForTheHostThatItAsked) {
    S3Options options = this->options("localhost");
    S3MediaStore stranger(options);
    EXPECT_EQ(kindOf([&] { stranger.size("k1"); }, "certificate"), Kind::Unavailable);

    options.caFile = file("certificate");
    S3MediaStore friendly(options);
    const std::string bytes(300'000, 'x');
    put(friendly, "k1", bytes);
    const auto stream = friendly.open("k1", 0, MediaStore::kToEnd);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(*stream), {}), bytes);

    options.endpoint = this->options("127.0.0.1").endpoint;
    S3MediaStore otherHost(options);
    EXPECT_EQ(kindOf([&] { otherHost.size("k1"); }, "certificate"), Kind::Unavailable);
}

TEST_F(S3StoreOverTls, NamesAFileOfCertificatesThatCannotBeRead) {
    S3Options options = this->options("localhost");
    options.caFile = file("none");
    try {
        S3MediaStore store(options);
        ADD_FAILURE() << "it was taken";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("'ca_file'"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace inkwell::testkit
