#include "kernel/http/idempotency/body_digest.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

constexpr std::size_t kWhole = 1000;

std::string digestOf(const std::string& type, const std::string& body, std::size_t piece = kWhole) {
    BodyDigest digest(type);
    for (std::size_t at = 0; at < body.size(); at += piece) digest.add(std::string_view(body).substr(at, piece));
    return digest.finish();
}

std::string form(const std::string& boundary, const std::string& bytes, const std::string& end = "\r\n") {
    return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + bytes + "\r\n--" + boundary +
           "--" + end;
}

TEST(BodyDigest, IsOfTheBytes) {
    EXPECT_EQ(digestOf("application/json", "{\"a\":1}"), digestOf("application/json", "{\"a\":1}", 1));
    EXPECT_NE(digestOf("application/json", "{\"a\":1}"), digestOf("application/json", "{\"a\":2}"));
    EXPECT_EQ(digestOf("", "").size(), 32U);
}

TEST(BodyDigest, OfAFormDoesNotCountTheBoundary) {
    const std::string expected = digestOf("multipart/form-data; boundary=one", form("one", "hello"));
    EXPECT_EQ(digestOf("multipart/form-data; boundary=\"two words\"", form("two words", "hello")), expected);
    EXPECT_EQ(digestOf("Multipart/Form-Data; Boundary=three; x=y", form("three", "hello")), expected);
    EXPECT_NE(digestOf("multipart/form-data; boundary=one", form("one", "hallo")), expected);
}

TEST(BodyDigest, OfAFormIsTheSameInPiecesOfAnySize) {
    const std::string type = "multipart/form-data; boundary=limit";
    const std::string body = form("limit", "--lim --limi --limit-- no");
    for (std::size_t piece = 1; piece < body.size(); ++piece) {
        EXPECT_EQ(digestOf(type, body, piece), digestOf(type, body)) << piece;
    }
}

TEST(BodyDigest, EndsWithTheLastPart) {
    const std::string type = "multipart/form-data; boundary=one";
    EXPECT_EQ(digestOf(type, form("one", "hello", "")), digestOf(type, form("one", "hello", "\r\nmore")));
    EXPECT_NE(digestOf(type, "--one\r\n\r\nhel"), digestOf(type, "--one\r\n\r\nhello"));
}

TEST(BodyDigest, OfAFormKnowsItsEnd) {
    BodyDigest digest("multipart/form-data; boundary=one");
    digest.add("--one\r\n\r\nhello\r\n--one");
    EXPECT_FALSE(digest.isWhole());
    digest.add("--");
    EXPECT_TRUE(digest.isWhole());
}

TEST(BodyDigest, WhatComesAfterItWasAskedForDoesNotCount) {
    BodyDigest digest("application/json");
    digest.add("a");
    const std::string before = digest.finish();
    digest.add("b");
    EXPECT_EQ(digest.finish(), before);
}

}  // namespace
}  // namespace inkwell::kernel
