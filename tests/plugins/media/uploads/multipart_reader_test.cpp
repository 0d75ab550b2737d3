#include "uploads/multipart_reader.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "inkwell/error.h"

namespace inkwell::media {
namespace {

const std::string kType = "multipart/form-data; boundary=XX";

struct Read {
    std::string name, filename, contentType, bytes;
    bool operator==(const Read&) const = default;
};

std::vector<Read> readAll(const std::string& body, const std::string& type = kType) {
    std::istringstream stream(body);
    MultipartReader reader(stream, type);
    std::vector<Read> parts;
    while (const auto part = reader.next()) {
        Read one{part->name, part->filename.value_or("(none)"), part->contentType, ""};
        for (std::string_view bytes = reader.read(); !bytes.empty(); bytes = reader.read()) one.bytes += bytes;
        parts.push_back(std::move(one));
    }
    return parts;
}

std::string errorOf(const std::string& body, const std::string& type = kType) {
    try {
        readAll(body, type);
    } catch (const ApiError& error) {
        return std::to_string(error.status()) + ": " + error.message();
    }
    return "no error";
}

std::string part(const std::string& disposition, const std::string& bytes) {
    return "--XX\r\nContent-Disposition: " + disposition + "\r\n\r\n" + bytes + "\r\n";
}

TEST(MultipartReader, ReadsPartsOfEveryKind) {
    const std::string body = "a preamble\r\n" + part("form-data; name=\"folder\"", "covers") +
                             "--XX \t\r\ncontent-type: image/png\r\nCONTENT-DISPOSITION: form-data; name=media; "
                             "filename=\"a \\\"b\\\" %22c%22.png\"\r\n\r\nbytes\r\n" +
                             part("form-data; name=\"empty\"", "") + "--XX--\r\nan epilogue";
    EXPECT_EQ(readAll(body), (std::vector<Read>{{"folder", "(none)", "", "covers"},
                                                {"media", "a \"b\" \"c\".png", "image/png", "bytes"},
                                                {"empty", "(none)", "", ""}}));
    EXPECT_EQ(readAll("--XX--").size(), 0U);
    EXPECT_EQ(readAll(part("form-data; name=a", "b") + "--XX--").size(), 1U);
}

TEST(MultipartReader, ReadsNamesOfFilesThatAreNotAscii) {
    const auto nameIn = [](const std::string& parameters) {
        return readAll(part("form-data; name=media; " + parameters, "x") + "--XX--").at(0).filename;
    };
    EXPECT_EQ(nameIn("filename=\"spat.txt\"; filename*=UTF-8''sp%C3%A4t.txt"), "spät.txt");
    EXPECT_EQ(nameIn("FILENAME*=utf-8'de'sp%C3%A4t.txt; filename=spat.txt"), "spät.txt");
    EXPECT_EQ(nameIn("filename=\"=?UTF-8?B?c3DDpHQudHh0?=\""), "spät.txt");
    EXPECT_EQ(nameIn("filename=\"spät.txt\""), "spät.txt");
    EXPECT_EQ(errorOf(part("form-data; name=media; filename=a; filename*=b", "x") + "--XX--"),
              "400: the multipart body has a part whose 'filename*' does not begin with a charset and a language: "
              "UTF-8''");
}

TEST(MultipartReader, TakesBytesThatLookLikeABoundaryForBytes) {
    for (const std::string& bytes :
         {std::string("\r\n--X"), std::string("\r\n--XY--"), std::string("-XX"), std::string("\r\n-\r\n--\r\n\r\n"),
          std::string("\r\r\n\n--X\r\n"), std::string("\0\r\n\0", 4)}) {
        const auto parts = readAll(part("form-data; name=a; filename=b", bytes) + "--XX--\r\n");
        ASSERT_EQ(parts.size(), 1U);
        EXPECT_EQ(parts[0].bytes, bytes);
    }
}

TEST(MultipartReader, FindsBoundariesWhereverBlocksEnd) {
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        std::string bytes(256 * 1024 - 200 + static_cast<std::size_t>(round) * 4, '\0');
        for (char& c : bytes) c = "\r\n-X"[random() % 4];
        for (std::size_t at = bytes.find("\r\n--XX"); at != std::string::npos; at = bytes.find("\r\n--XX"))
            bytes[at] = 'y';
        bytes[0] = 'y';
        const auto parts = readAll(part("form-data; name=a", bytes) + part("form-data; name=b", "end") + "--XX--\r\n");
        ASSERT_EQ(parts.size(), 2U);
        ASSERT_TRUE(parts[0].bytes == bytes) << round;
        EXPECT_EQ(parts[1].bytes, "end");
    }
}

TEST(MultipartReader, SkipsWhatNobodyReads) {
    std::istringstream stream(part("form-data; name=a", std::string(1'000'000, 'x')) +
                              part("form-data; name=b", "end") + "--XX--\r\n");
    MultipartReader reader(stream, kType);
    EXPECT_EQ(reader.next()->name, "a");
    EXPECT_EQ(reader.next()->name, "b");
    EXPECT_EQ(reader.readText("b", 3), "end");
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
}

TEST(MultipartReader, NamesEveryMalformation) {
    const std::string good = part("form-data; name=a", "b");
    EXPECT_EQ(errorOf(good, "application/json"),
              "415: the body must be a form: send 'Content-Type: multipart/form-data'");
    EXPECT_EQ(errorOf(good, ""), "415: the body must be a form: send 'Content-Type: multipart/form-data'");
    const std::string noBoundary = "400: the Content-Type 'multipart/form-data' names no boundary, or a malformed one";
    EXPECT_EQ(errorOf(good, "multipart/form-data"), noBoundary);
    EXPECT_EQ(errorOf(good, "multipart/form-data; boundary=\"\""), noBoundary);
    EXPECT_EQ(errorOf(good, "multipart/form-data; boundary=" + std::string(71, 'x')), noBoundary);
    EXPECT_EQ(errorOf(good, "multipart/form-data; boundary=\"a{b\""), noBoundary);
    const std::string begin = "400: the multipart body ";
    EXPECT_EQ(errorOf(""), begin + "does not begin with the boundary that its Content-Type names");
    EXPECT_EQ(errorOf(std::string(1'000'000, 'x') + "\r\n" + good),
              begin + "does not begin with the boundary that its Content-Type names");
    EXPECT_EQ(errorOf("--XX"), begin + "ends behind a boundary");
    EXPECT_EQ(errorOf("--XXmore\r\n"), begin + "has a boundary that is followed by other bytes on its line");
    EXPECT_EQ(errorOf("--XX\r\nContent-Disp"), begin + "ends in the middle of a part's headers");
    EXPECT_EQ(errorOf("--XX\r\n\r\nbytes\r\n--XX--"), begin + "has a part without Content-Disposition");
    EXPECT_EQ(errorOf(part("attachment; name=a", "")),
              begin + "has a part whose Content-Disposition is not 'form-data'");
    EXPECT_EQ(errorOf(part("form-data; name=a; name=b", "")),
              begin + "has a part whose Content-Disposition is not 'form-data'");
    EXPECT_EQ(errorOf(part("form-data; name=\"a", "")),
              begin + "has a part whose Content-Disposition is not 'form-data'");
    EXPECT_EQ(errorOf(part("form-data; filename=a", "")), begin + "has a part without a name");
    EXPECT_EQ(errorOf(part("form-data; name=a\r\nContent-Disposition: form-data; name=b", "")),
              begin + "has a part with two Content-Dispositions");
    EXPECT_EQ(errorOf(part("form-data; name=a\r\nno colon", "")), begin + "has a part with a malformed header");
    EXPECT_EQ(errorOf(part("form-data; name=a\r\nContent-Transfer-Encoding: base64", "")),
              begin + "has a part with a Content-Transfer-Encoding; send the bytes as they are");
    EXPECT_EQ(errorOf(part("form-data; name=" + std::string(9000, 'x'), "")),
              begin + "has a part with a header line that is too long");
    std::string headers;
    for (int n = 0; n < 30; ++n) headers += "\r\nX-A: b";
    EXPECT_EQ(errorOf(part("form-data; name=a" + headers, "")), begin + "has a part with too many headers");
    EXPECT_EQ(errorOf("--XX\r\nContent-Disposition: form-data; name=a\r\n\r\nhalf"),
              begin + "ends in the middle of a part");
    std::string many;
    for (int n = 0; n < 25; ++n) many += good;
    EXPECT_EQ(errorOf(many + "--XX--"), begin + "has too many parts");
}

TEST(MultipartReader, LimitsTexts) {
    std::istringstream stream(part("form-data; name=a", "12345") + "--XX--\r\n");
    MultipartReader reader(stream, kType);
    reader.next();
    EXPECT_THROW(reader.readText("a", 4), ApiError);
}

}  // namespace
}  // namespace inkwell::media
