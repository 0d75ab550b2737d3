// The examples that Amazon publishes: "Signature Calculations for the Authorization Header: Transferring Payload in a
// Single Chunk" (Amazon S3 API Reference) and "Create a signed AWS API request" (IAM User Guide).
#include "signature.h"

#include <gtest/gtest.h>

#include "inkwell/text.h"

namespace inkwell::media_store_s3 {
namespace {

const std::string kAccessKey = "AKIAIOSFODNN7EXAMPLE";
const std::string kSecretKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const SigningScope kScope{"20130524T000000Z", "us-east-1"};

SignedParts example(const std::string& method, const std::string& path, const std::string& body = "") {
    SignedParts parts{method, path, {}, {}, sha256Hex(body)};
    parts.headers = {{"host", "examplebucket.s3.amazonaws.com"},
                     {"x-amz-content-sha256", parts.payloadHash},
                     {"x-amz-date", kScope.time}};
    return parts;
}

std::string signatureOf(const SignedParts& parts) {
    const std::string header = authorization(parts, kScope, kAccessKey, kSecretKey);
    return header.substr(header.rfind('=') + 1);
}

std::string hex(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        text += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
        text += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
    }
    return text;
}

TEST(Signature, OfGetObject) {
    SignedParts parts = example("GET", "/test.txt");
    parts.headers["range"] = "bytes=0-9";
    EXPECT_EQ(canonicalRequest(parts),
              "GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\n"
              "x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n"
              "x-amz-date:20130524T000000Z\n\nhost;range;x-amz-content-sha256;x-amz-date\n"
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(stringToSign(parts, kScope),
              "AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n"
              "7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972");
    EXPECT_EQ(authorization(parts, kScope, kAccessKey, kSecretKey),
              "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
              "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
              "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST(Signature, OfPutObject) {
    SignedParts parts = example("PUT", "/" + percentEncoded("test$file.text"), "Welcome to Amazon S3.");
    parts.headers["date"] = "Fri, 24 May 2013 00:00:00 GMT";
    parts.headers["x-amz-storage-class"] = "REDUCED_REDUNDANCY";
    EXPECT_EQ(parts.payloadHash, "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072");
    EXPECT_EQ(sha256Hex(canonicalRequest(parts)), "9e0e90d9c76de8fa5b200d8c849cd5b8dc7a3be3951ddb7f6a76b4158342019d");
    EXPECT_EQ(signatureOf(parts), "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
}

TEST(Signature, OfGetBucketLifecycle) {
    SignedParts parts = example("GET", "/");
    parts.query = {{"lifecycle", ""}};
    EXPECT_EQ(sha256Hex(canonicalRequest(parts)), "9766c798316ff2757b517bc739a67f6213b4ab36dd5da2f94eaebf79c77395ca");
    EXPECT_EQ(signatureOf(parts), "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
}

TEST(Signature, OfGetBucketWithParameters) {
    SignedParts parts = example("GET", "/");
    parts.query = {{"prefix", "J"}, {"max-keys", "2"}};
    EXPECT_EQ(sha256Hex(canonicalRequest(parts)), "df57d21db20da04d7fa30298dd4488ba3a2b47ca3a489c74750e0f1e7df1b9b7");
    EXPECT_EQ(signatureOf(parts), "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

TEST(Signature, OfTheExampleOfADerivedKey) {
    const std::string secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    EXPECT_EQ(hex(signingKey(secret, {"20120215T000000Z", "us-east-1", "iam"})),
              "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
    EXPECT_EQ(hex(signingKey(secret, {"20150830T123600Z", "us-east-1", "iam"})),
              "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9");
}

TEST(Signature, SortsParametersAsTheyAreEncoded) {
    EXPECT_EQ(canonicalQuery({{"uploadId", "b/="}, {"partNumber", "1"}, {"a:", ""}, {"a", "2"}, {"a", "1"}}),
              "a=1&a=2&a%3A=&partNumber=1&uploadId=b%2F%3D");
}

TEST(Signature, MakesOneSpaceOfMany) {
    SignedParts parts = example("GET", "/");
    parts.headers["x-amz-meta"] = "  a   b ";
    EXPECT_NE(canonicalRequest(parts).find("\nx-amz-meta:a b\n"), std::string::npos);
}

TEST(Signature, WritesTimesInUtc) {
    EXPECT_EQ(amzTime(1369353600), "20130524T000000Z");
    EXPECT_EQ(amzTime(0), "19700101T000000Z");
}

}  // namespace
}  // namespace inkwell::media_store_s3
