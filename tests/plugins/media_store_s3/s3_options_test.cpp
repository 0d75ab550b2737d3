#include "s3_options.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace inkwell::media_store_s3 {
namespace {

S3Options usual() {
    S3Options options;
    options.bucket = "my-media";
    options.accessKey = "key";
    options.secretKey = "very-secret";
    return options;
}

std::string refusalOf(const S3Options& options) {
    try {
        parseTarget(options);
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(std::string(error.what()).find("very-secret"), std::string::npos) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return "";
}

TEST(S3Options, AddressAmazonByTheBucketsHost) {
    S3Options options = usual();
    options.region = "eu-central-1";
    const S3Target target = parseTarget(options);
    EXPECT_TRUE(target.secure);
    EXPECT_EQ(target.host, "my-media.s3.eu-central-1.amazonaws.com");
    EXPECT_EQ(target.hostHeader, target.host);
    EXPECT_EQ(target.port, 443);
    EXPECT_EQ(target.bucketPath, "");
    EXPECT_EQ(target.prefix, "");
    EXPECT_EQ(target.publicPrefix, "");
}

TEST(S3Options, AddressAServiceByPath) {
    S3Options options = usual();
    options.endpoint = "http://127.0.0.1:9000/";
    options.pathStyle = true;
    const S3Target target = parseTarget(options);
    EXPECT_FALSE(target.secure);
    EXPECT_EQ(target.host, "127.0.0.1");
    EXPECT_EQ(target.port, 9000);
    EXPECT_EQ(target.hostHeader, "127.0.0.1:9000");
    EXPECT_EQ(target.bucketPath, "/my-media");
}

TEST(S3Options, PutThePortIntoTheHostHeaderOnlyIfItIsNotTheSchemes) {
    S3Options options = usual();
    options.endpoint = "https://s3.example.com:443";
    EXPECT_EQ(parseTarget(options).hostHeader, "my-media.s3.example.com");
    options.endpoint = "https://s3.example.com:80";
    EXPECT_EQ(parseTarget(options).hostHeader, "my-media.s3.example.com:80");
    options.endpoint = "http://s3.example.com:80";
    EXPECT_EQ(parseTarget(options).hostHeader, "my-media.s3.example.com");
}

TEST(S3Options, PutThePrefixIntoPublicAddresses) {
    S3Options options = usual();
    options.prefix = "site/media";
    options.publicAddress = "https://cdn.example.com";
    const S3Target target = parseTarget(options);
    EXPECT_EQ(target.prefix, "site/media/");
    EXPECT_EQ(target.publicPrefix, "https://cdn.example.com/site/media/");
}

TEST(S3Options, NameTheSettingThatIsWrong) {
    const auto refusal = [](auto set) {
        S3Options options = usual();
        set(options);
        return refusalOf(options);
    };
    for (const std::string bad : {"", "ab", "Upper", "a/b", "-abc", "a b c"}) {
        EXPECT_NE(refusal([&](S3Options& one) { one.bucket = bad; }).find("'bucket'"), std::string::npos) << bad;
    }
    for (const std::string bad : {"s3.example.com", "ftp://s3.example.com", "https://", "https://a/b", "https://u@h",
                                  "https://h:0", "https://h:99999", "https://h:x", "https://h?x"}) {
        EXPECT_NE(refusal([&](S3Options& one) { one.endpoint = bad; }).find("'endpoint'"), std::string::npos) << bad;
    }
    for (const std::string bad : {"/a", "a//b", "a/../b", "..", ".", "a b", "a?b", "%41"}) {
        EXPECT_NE(refusal([&](S3Options& one) { one.prefix = bad; }).find("'prefix'"), std::string::npos) << bad;
    }
    for (const std::string bad : {"cdn.example.com", "https://cdn?x=1", "javascript:x"}) {
        EXPECT_NE(refusal([&](S3Options& one) { one.publicAddress = bad; }).find("'public_address'"), std::string::npos)
            << bad;
    }
    EXPECT_NE(refusal([](S3Options& one) { one.region = ""; }).find("'region'"), std::string::npos);
    EXPECT_NE(refusal([](S3Options& one) { one.accessKey = ""; }).find("'access_key'"), std::string::npos);
    EXPECT_NE(refusal([](S3Options& one) { one.secretKey = ""; }).find("'secret_key'"), std::string::npos);
    EXPECT_NE(refusal([](S3Options& one) { one.timeoutSeconds = 0; }).find("'timeout_seconds'"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::media_store_s3
